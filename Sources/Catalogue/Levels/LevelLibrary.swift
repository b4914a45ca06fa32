import BubbleBlastGame
import Glibc
import PeggleGame
import SimHarness

/// Finds the levels that are named on the command line and in suites.
public struct LevelLibrary: Sendable {
  /// Where `builtin:` levels lie, in a folder for each game.
  public let folder: String
  let reader: LevelFileReader

  /// - Parameters:
  ///   - folder: The levels folder, `levels` by default.
  ///   - catalog: Where the levels' kinds come from.
  public init(folder: String = "levels", catalog: any LevelCatalog) {
    self.folder = folder
    reader = LevelFileReader(catalog: catalog)
  }

  /// The levels of all arguments, in their order.
  /// - Throws: Everything wrong with any of them, two levels of one name included.
  public func levels(for arguments: [String]) throws(LevelProblems) -> [LevelFile] {
    let found = found(for: arguments)
    guard found.problems.isEmpty else { throw LevelProblems(found.problems) }
    return found.levels
  }

  /// The levels of all arguments that can be read, and everything wrong with the others.
  public func found(
    for arguments: [String]
  ) -> (levels: [LevelFile], problems: [LevelProblem]) {
    var levels: [LevelFile] = []
    var problems: [LevelProblem] = []
    for argument in arguments {
      do throws(LevelProblem) {
        switch try LevelArgument(argument, games: reader.catalog.games) {
        case .path(let path): try add(path, to: &levels, &problems)
        case .builtin(let game, let name?): levels.append(try builtin(game, name, argument))
        case .builtin(let game, nil): try addBuiltIn(game, to: &levels, &problems)
        case .importing(let format, let path, let number):
          levels += try imported(format, path, number, argument)
        }
      } catch {
        problems.append(error)
      }
    }
    problems += Self.duplicates(in: levels)
    return (levels, problems)
  }

  // MARK: Kinds of arguments

  private func add(
    _ path: String, to levels: inout [LevelFile], _ problems: inout [LevelProblem]
  ) throws(LevelProblem) {
    if let game = game(namedBy: path) { return try addBuiltIn(game, to: &levels, &problems) }
    guard LevelFileReader.kind(of: path) == .folder else {
      levels.append(try reader.file(at: path, shownAs: path))
      return
    }
    var isEmpty = true
    let files = LevelFolder(path)
    problems += files.problems
    for file in files.files {
      do throws(LevelProblem) {
        levels.append(try reader.file(at: file, shownAs: file))
      } catch {
        if LevelFileReader.holdsNoLevel(file, games: reader.catalog.games) { continue }
        problems.append(error)
      }
      isEmpty = false
    }
    if isEmpty {
      guard access(path, R_OK | X_OK) == 0 else {
        throw .unreadable(
          path: path, reason: "cannot read the folder: \(DiskFault.last.reason)")
      }
      throw .missing(path: path + "/*.json", hint: "name a folder with levels")
    }
  }

  /// The game whose name a path is that leads nowhere: it stands for all its built-in levels.
  private func game(namedBy path: String) -> String? {
    guard LevelFileReader.kind(of: path) == .missing,
      let game = reader.catalog.games.game(named: path)?.name,
      LevelFileReader.kind(of: "\(folder)/\(path)") == .folder
    else { return nil }
    return game
  }

  /// All built-in levels of a game, in the order of its pack.
  ///
  /// They are named as `builtin:` names them, wherever the program is installed.
  private func addBuiltIn(
    _ game: String, to levels: inout [LevelFile], _ problems: inout [LevelProblem]
  ) throws(LevelProblem) {
    let home = "\(folder)/\(game)"
    let first = levels.count
    try add(home, to: &levels, &problems)
    for index in levels[first...].indices {
      let name = levels[index].path.dropFirst(home.count + 1).dropLast(".json".count)
      levels[index].path = "builtin:\(game)/\(name)"
    }
  }

  private func builtin(
    _ game: String, _ name: String, _ argument: String
  ) throws(LevelProblem) -> LevelFile {
    let home = "\(folder)/\(game)"
    let path = "\(home)/\(name).json"
    if LevelFileReader.kind(of: path) == .missing {
      let known = LevelFileReader.levelFiles(below: home).map {
        String($0.dropFirst(home.count + 1).dropLast(".json".count))
      }
      // The file was named.
      let stem = name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
      let nearest = known.contains(stem) ? stem : NearestName.suggestion(for: name, among: known)
      throw .missing(
        path: argument,
        hint: nearest.map { "did you mean builtin:\(game)/\($0)?" }
          ?? "the built-in levels are in \(SafeText.escaped(home, limit: 200))")
    }
    var level = try reader.file(at: path, shownAs: path)
    level.path = argument
    return level
  }

  private func imported(
    _ format: LevelImport, _ path: String?, _ number: Int?, _ argument: String
  ) throws(LevelProblem) -> [LevelFile] {
    let prefix = "import:\(format.rawValue)"
    guard let place = path ?? format.installedPath else {
      throw .badArgument(argument, reason: "name the file: \(prefix)=PATH")
    }
    if path == nil && LevelFileReader.kind(of: place) == .missing {
      throw .missing(
        path: place,
        hint: "install the package frozen-bubble-data, or name the file: \(prefix)=PATH")
    }
    let bytes = try LevelFileReader.bytes(at: place, shownAs: place, limit: LevelFile.maxBytes)
    let files: [LevelFile]
    do throws(FileIssues) {
      files = try levels(in: bytes, format, place)
    } catch {
      throw .invalid(error)
    }
    let shown = path.map { "\(prefix)=\($0)" } ?? prefix
    let levels = files.enumerated().map { number, file in
      var level = file
      level.path = "\(shown)#\(number + 1)"
      return level
    }
    guard let number else { return levels }
    guard number <= levels.count else {
      throw .noSuchNumber(argument, levels: levels.count)
    }
    return [levels[number - 1]]
  }

  private func levels(
    in bytes: [UInt8], _ format: LevelImport, _ place: String
  ) throws(FileIssues) -> [LevelFile] {
    switch format {
    case .frozenBubble:
      try FrozenBubbleText.levels(bytes, file: place).map { LevelFile($0) }
    case .msk:
      try MySpriteKitText.levels(
        bytes, file: place, catalog: PeggleLevelFile.scripts(in: reader.catalog)
      ).map { LevelFile($0) }
    }
  }

  // MARK: Exports

  /// Levels of Bubble Blast in the format of Frozen Bubble.
  ///
  /// - Returns: The text, and a sentence about what the format could not store of each level.
  /// - Throws: The first level that the format cannot hold.
  public static func frozenBubbleText(
    of levels: [LevelFile]
  ) throws(LevelExportError) -> (text: String, losses: [String]) {
    var files: [BubbleLevelFile] = []
    for level in levels {
      guard let file = level.content as? BubbleLevelFile else {
        throw LevelExportError(
          "\(SafeText.escaped(level.path, limit: 1000)): the format frozen-bubble is only for levels"
            + " of bubble-blast; use --to json")
      }
      files.append(file)
    }
    let losses = files.compactMap { file -> String? in
      let left = FrozenBubbleText.fieldsLeftOut(of: file)
      return left.isEmpty
        ? nil
        : "\(SafeText.escaped(file.name, limit: 200)): the format cannot store"
          + " \(left.joined(separator: ", ")), which were left out"
    }
    do throws(FrozenBubbleTextError) {
      return (try FrozenBubbleText.text(of: files), losses)
    } catch {
      throw LevelExportError(error.description)
    }
  }

  // MARK: Names

  private static func duplicates(in levels: [LevelFile]) -> [LevelProblem] {
    var paths: [String: [String]] = [:]
    var order: [String] = []
    for level in levels {
      let name = level.header.name
      if paths[name] == nil { order.append(name) }
      paths[name, default: []].append(level.path)
    }
    return order.compactMap { name in
      let places = paths[name] ?? []
      return places.count > 1 ? .duplicateName(name, paths: places) : nil
    }
  }
}

/// Why levels cannot be exported to another program's format.
public struct LevelExportError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
