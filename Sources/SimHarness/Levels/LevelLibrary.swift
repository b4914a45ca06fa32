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
  public func sources(for arguments: [String]) throws(LevelProblems) -> [LevelSource] {
    var sources: [LevelSource] = []
    var problems: [LevelProblem] = []
    for argument in arguments {
      do throws(LevelProblem) {
        switch try LevelArgument(argument) {
        case .path(let path): try add(path, to: &sources, &problems)
        case .builtin(let game, let name): sources.append(try builtin(game, name, argument))
        case .importing(let format, let path, let number):
          sources += try imported(format, path, number, argument)
        }
      } catch {
        problems.append(error)
      }
    }
    problems += Self.duplicates(in: sources)
    guard problems.isEmpty else { throw LevelProblems(problems) }
    return sources
  }

  // MARK: Kinds of arguments

  private func add(
    _ path: String, to sources: inout [LevelSource], _ problems: inout [LevelProblem]
  ) throws(LevelProblem) {
    let path = isGame(path) ? "\(folder)/\(path)" : path
    guard LevelFileReader.kind(of: path) == .folder else {
      sources.append(LevelSource(path: path, file: try reader.file(at: path, shownAs: path)))
      return
    }
    var isEmpty = true
    for file in LevelFileReader.levelFiles(below: path) {
      do throws(LevelProblem) {
        sources.append(LevelSource(path: file, file: try reader.file(at: file, shownAs: file)))
      } catch {
        if LevelFileReader.holdsNoLevel(file) { continue }
        problems.append(error)
      }
      isEmpty = false
    }
    if isEmpty {
      throw .missing(path: path + "/*.json", hint: "name a folder that holds levels")
    }
  }

  /// Whether a path that leads nowhere is a game's name, which stands for all its built-in levels.
  private func isGame(_ path: String) -> Bool {
    LevelFileReader.kind(of: path) == .missing
      && LevelGame(rawValue: path).map {
        LevelFileReader.kind(of: "\(folder)/\($0.rawValue)") == .folder
      } ?? false
  }

  private func builtin(
    _ game: LevelGame, _ name: String, _ argument: String
  ) throws(LevelProblem) -> LevelSource {
    let home = "\(folder)/\(game.rawValue)"
    let path = "\(home)/\(name).json"
    if LevelFileReader.kind(of: path) == .missing {
      let known = LevelFileReader.levelFiles(below: home).map {
        String($0.dropFirst(home.count + 1).dropLast(".json".count))
      }
      let nearest = NearestName.suggestion(for: name, among: known)
      throw .missing(
        path: argument,
        hint: nearest.map { "did you mean builtin:\(game.rawValue)/\($0)?" }
          ?? "the built-in levels lie below \(SafeText.escaped(home, limit: 200))")
    }
    return LevelSource(path: argument, file: try reader.file(at: path, shownAs: path))
  }

  private func imported(
    _ format: LevelImport, _ path: String?, _ number: Int?, _ argument: String
  ) throws(LevelProblem) -> [LevelSource] {
    let prefix = "import:\(format.rawValue)"
    guard let place = path ?? format.installedPath else {
      throw .badArgument(argument, reason: "name the file: \(prefix)=PATH")
    }
    if path == nil && LevelFileReader.kind(of: place) == .missing {
      throw .missing(
        path: place,
        hint: "install the package frozen-bubble-data or name the file: \(prefix)=PATH")
    }
    let bytes = try LevelFileReader.bytes(at: place, shownAs: place, limit: LevelFile.mostBytes)
    let files: [LevelFile]
    do throws(FileIssues) {
      files = try levels(in: bytes, format, place)
    } catch {
      throw .invalid(error)
    }
    let shown = path.map { "\(prefix)=\($0)" } ?? prefix
    let sources = files.enumerated().map {
      LevelSource(path: "\(shown)#\($0.offset + 1)", file: $0.element)
    }
    guard let number else { return sources }
    guard number <= sources.count else {
      throw .missing(path: argument, hint: "the file has the levels 1 to \(sources.count)")
    }
    return [sources[number - 1]]
  }

  private func levels(
    in bytes: [UInt8], _ format: LevelImport, _ place: String
  ) throws(FileIssues) -> [LevelFile] {
    switch format {
    case .frozenBubble:
      try FrozenBubbleText.levels(bytes, file: place).map { .bubbleBlast($0) }
    case .msk:
      try MySpriteKitText.levels(bytes, file: place, catalog: reader.catalog)
        .map { .peggle($0) }
    }
  }

  // MARK: Names

  private static func duplicates(in sources: [LevelSource]) -> [LevelProblem] {
    var paths: [String: [String]] = [:]
    var order: [String] = []
    for source in sources {
      let name = source.header.name
      if paths[name] == nil { order.append(name) }
      paths[name, default: []].append(source.path)
    }
    return order.compactMap { name in
      let places = paths[name] ?? []
      return places.count > 1 ? .duplicateName(name, paths: places) : nil
    }
  }
}
