import FoundationEssentials
import Glibc

/// Reads level files from the file system.
public struct LevelFileReader: Sendable {
  package let catalog: any LevelCatalog

  public init(catalog: any LevelCatalog) { self.catalog = catalog }

  /// The level of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: How messages call it.
  /// - Returns: The level.
  /// - Throws: What is wrong with the file.
  public func file(at path: String, shownAs name: String) throws(LevelProblem) -> LevelFile {
    let bytes = try Self.bytes(at: path, shownAs: name, limit: LevelFile.maxBytes)
    do throws(FileIssues) {
      var level = try LevelFile.read(bytes, file: name, catalog: catalog)
      level.path = name
      return level
    } catch {
      throw .invalid(error)
    }
  }

  /// The content of a plain file that is not larger than the limit.
  package static func bytes(
    at path: String, shownAs name: String, limit: Int
  ) throws(LevelProblem) -> [UInt8] {
    do throws(PlainFile.Problem) {
      return try PlainFile.bytes(at: path, limit: limit)
    } catch {
      switch error {
      case .missing: throw .missing(path: name, hint: nil)
      case .notPlain("a folder"):
        throw .unreadable(path: name, reason: "this is a folder; name a file")
      case .notPlain:
        throw .unreadable(path: name, reason: "this is not a regular file; name one")
      case .tooLarge, .unreadable:
        throw .unreadable(path: name, reason: error.words(limit: limit))
      }
    }
  }

  /// What a path leads to, symbolic links followed.
  package static func kind(of path: String) -> PlainFile.Kind { PlainFile.kind(of: path) }

  /// Whether a file holds JSON of another kind, such as a record or what another program keeps
  /// beside the levels: nothing indicates that it is a level.
  package static func holdsNoLevel(_ path: String, games: GameRegistry) -> Bool {
    guard let bytes = try? bytes(at: path, shownAs: path, limit: LevelFile.maxBytes),
      let root = JSONParser.parse(bytes, limits: .standard).value
    else { return false }
    guard case .object(let members) = root.kind else { return true }
    func text(_ name: String) -> String? {
      guard case .string(let text)? = members.first(where: { $0.key == name })?.value.kind else {
        return nil
      }
      return text
    }
    if let format = text("format") { return format != LevelHeader.format }
    return text("game").flatMap { games.levelGame(named: $0) } == nil
  }

  /// The level files below a folder, sorted by path.
  ///
  /// Symbolic links are left out: what they lead to inside the folder is found anyway, and what
  /// lies outside is not the folder's.
  package static func levelFiles(below folder: String) -> [String] {
    let manager = FileManager.default
    var found: [String] = []
    var open = [folder]
    while let next = open.popLast() {
      for name in (try? manager.contentsOfDirectory(atPath: next)) ?? [] {
        if name.hasPrefix(".") { continue }
        let path = next.hasSuffix("/") ? next + name : "\(next)/\(name)"
        // Not the attributes of Foundation, which looks up the name of each file's owner.
        var state = stat()
        guard lstat(path, &state) == 0 else { continue }
        switch state.st_mode & S_IFMT {
        case S_IFDIR: open.append(path)
        case S_IFREG where name.hasSuffix(".json"): found.append(path)
        default: break
        }
      }
    }
    return found.sorted()
  }
}
