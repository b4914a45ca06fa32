import Catalogue
import Lab
import SimHarness

/// From level arguments to levels that can be played.
enum LevelLoading {
  /// The levels that arguments name, in their order.
  static func levels(
    _ arguments: [String], library: ScriptLibrary, overrides: LevelOverrides = .none
  ) throws -> [PlayableLevel] {
    try playable(try files(arguments, library: library), library, overrides)
  }

  /// The levels of a suite; what is wrong with an argument has the line that names it.
  static func levels(
    of suite: Suite, at path: String, library: ScriptLibrary
  ) throws -> [PlayableLevel] {
    let all = found(suite.levels, library: library)
    guard !all.problems.isEmpty else {
      return try playable(all.levels, library, suite.overrides)
    }
    let arguments = zip(suite.levels, suite.levelLines).enumerated().map { place, named in
      (
        place: "\(SafeText.escaped(path, limit: 1000)):\(named.1): $.levels[\(place)]",
        found: found([named.0], library: library)
      )
    }
    let problems = all.problems.map { problem -> LevelProblem in
      let named = arguments.last { argument in
        if case .duplicateName(_, let paths) = problem, let path = paths.last {
          return argument.found.levels.contains { $0.path == path }
        }
        return argument.found.problems.contains(problem)
      }
      // A level's file has lines of its own.
      if case .invalid = problem { return problem }
      return named.map { .named(in: $0.place, problem) } ?? problem
    }
    throw failure(LevelProblems(problems))
  }

  private static func playable(
    _ files: [LevelFile], _ library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws -> [PlayableLevel] {
    try files.map { file in
      var level = try ready(file, at: file.path, library: library, overrides)
      level.source = file.path
      level.changedBy = overrides.isEmpty ? nil : overrides.file
      return level
    }
  }

  /// The one game of levels; `place` is what named them, `action` what is done with them.
  static func game(
    of levels: [PlayableLevel], from place: String, action: String, _ library: ScriptLibrary
  ) throws(CommandFailure) -> GameEntry {
    guard let first = levels.first, let game = library.games.game(named: first.game) else {
      throw CommandFailure(.missingFile, "\(place): no levels found")
    }
    guard let other = levels.first(where: { $0.game != game.name }) else { return game }
    throw CommandFailure(
      .badInput,
      "\(other.name) is a level of \(other.game), and other levels are of \(game.name);"
        + " \(action) one game at a time")
  }

  /// The level files that arguments name.
  static func files(_ arguments: [String], library: ScriptLibrary) throws -> [LevelFile] {
    let found = found(arguments, library: library)
    guard found.problems.isEmpty else { throw failure(LevelProblems(found.problems)) }
    return found.levels
  }

  /// The level files that arguments name, and what is wrong with those that cannot be read.
  static func found(
    _ arguments: [String], library: ScriptLibrary
  ) -> (levels: [LevelFile], problems: [LevelProblem]) {
    var paths: [String] = []
    var refused: [LevelProblem] = []
    for argument in arguments {
      do throws(LevelProblem) {
        paths += try Workspace.matches(of: argument, countingFiles: true)
      } catch {
        refused.append(error)
      }
    }
    var found = LevelLibrary(folder: Workspace.builtInLevels(), catalog: library)
      .found(for: paths)
    found.problems = refused + found.problems
    found.problems = found.problems.map { problem in
      // What is wrong with a folder's order is said as it is.
      if case .invalid(let issues) = problem, !isPackOfFolder(issues.file, arguments),
        let bytes = try? Workspace.read(issues.file),
        let reason = FileKind.reason(issues.file, holding: bytes, insteadOf: .level)
      {
        return .unreadable(path: issues.file, reason: reason)
      }
      guard case .missing(path: let path, hint: nil) = problem else { return problem }
      return .missing(path: path, hint: hint(for: path, library))
    }
    return found
  }

  /// Whether a file is read as the order of a folder, and not as a level that was named.
  private static func isPackOfFolder(_ path: String, _ arguments: [String]) -> Bool {
    Workspace.title(of: path) == LevelPack.fileName && !arguments.contains(path)
  }

  /// The failure of a level's file that is not there.
  static func missing(_ path: String, library: ScriptLibrary) -> CommandFailure {
    failure(LevelProblems([.missing(path: path, hint: hint(for: path, library))]))
  }

  /// What a path that does not exist may have meant: the level of that name, or a file or game with
  /// a similar name.
  private static func hint(for path: String, _ library: ScriptLibrary) -> String? {
    guard let levels = try? Workspace.listedLevels(library) else { return nil }
    if case .file = LevelFileReader.kind(of: path + ".json") {
      return "did you mean \(ShellText.path(path + ".json"))?"
    }
    if library.games.names.contains(path), !Workspace.hasBuiltInLevels(of: path) {
      return "the game \(path) has no built-in levels; name its level files or their folder"
    }
    if let argument = builtIn(path, among: levels.map(\.argument)), argument != path {
      return "did you mean \(ShellText.path(argument))?"
    }
    let named = levels.filter { $0.entry.name?.lowercased() == path.lowercased() }
    if !named.isEmpty {
      let arguments = named.prefix(3).map { ShellText.path($0.argument) }
      return "the level of that name is \(arguments.joined(separator: " or "))"
    }
    let stem = title(of: path)
    let sameFile = levels.filter { title(of: $0.argument) == stem }
    if !sameFile.isEmpty {
      let arguments = sameFile.prefix(3).map { ShellText.path($0.argument) }
      return "did you mean \(arguments.joined(separator: " or "))?"
    }
    if !path.contains("/"), Roster.isBuiltIn(path, among: library.games) {
      return "this is a player; name players with --agents \(path)"
    }
    let names = levels.compactMap(\.entry.name)
    let nearest = NearestName.suggestion(
      for: path, among: levels.map(\.argument) + library.games.names + names)
    guard let nearest else { return nil }
    let level = levels.first { $0.entry.name == nearest }
    return "did you mean \(ShellText.path(level?.argument ?? nearest))?"
  }

  /// The last part of a path without its ending.
  static func title(of path: String) -> String {
    let name = Workspace.title(of: path)
    return name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
  }

  /// The argument for built-in levels that are named by their path in the project or below their
  /// folder, such as `levels/peggle` and `peggle/02-quarry`; nil if the path is none.
  private static func builtIn(_ path: String, among levels: [String]) -> String? {
    var parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
    if parts.first == "levels" { parts.removeFirst() }
    if let last = parts.last, last.hasSuffix(".json") {
      parts[parts.count - 1] = String(last.dropLast(".json".count))
    }
    if parts.count == 1, Playtest.games.names.contains(parts[0]) { return parts[0] }
    let argument = "builtin:\(parts.joined(separator: "/"))"
    return levels.contains(argument) ? argument : nil
  }

  /// Warnings of the levels that the packs of folders among the arguments leave out.
  static func unlisted(_ arguments: [String], in files: [LevelFile]) -> [String] {
    let levels = Set(files.map(\.path))
    let folders = arguments.flatMap { (try? Workspace.matches(of: $0)) ?? [] }
      .filter(Workspace.isFolder)
    return folders.flatMap { folder in
      LevelFolder(folder).unlisted.filter(levels.contains).map { path in
        "\(SafeText.escaped(path, limit: 1000)): warning: the folder's \(LevelPack.fileName) does"
          + " not list this level, so it comes last; add it to the file"
      }
    }
  }

  private static func failure(_ problems: LevelProblems) -> CommandFailure {
    CommandFailure(ExitStatus(rawValue: problems.exitCode) ?? .badInput, lines: problems.lines)
  }

  /// The level inside a record; every issue is recorded.
  static func level(
    _ cursor: JSONCursor, _ entry: GameEntry, _ library: ScriptLibrary
  ) -> PlayableLevel? {
    guard let file = LevelFile.decode(cursor, catalog: library) else { return nil }
    guard file.header.game == entry.name else {
      cursor.report(
        "this is a level of \(SafeText.named(file.header.game)), and the game of the record is"
          + " \(SafeText.named(entry.name)); they must be the same")
      return nil
    }
    do throws(LevelError) {
      return try entry.ready(file, library, .none)
    } catch {
      cursor.report(error.description)
      return nil
    }
  }

  static func ready(
    _ file: LevelFile, at path: String, library: ScriptLibrary, _ overrides: LevelOverrides
  ) throws -> PlayableLevel {
    guard let entry = library.games.game(named: file.header.game) else {
      throw CommandFailure(.defect, "\(path): the game is not registered")
    }
    do throws(LevelError) {
      return try entry.ready(file, library, overrides)
    } catch {
      if case .override(let field, let message) = error, let suite = overrides.file {
        // A rule may be named without `rules`.
        let name = overrides.lines[field] == nil ? "rules.\(field)" : field
        let line = overrides.lines[name] ?? overrides.lines[field] ?? 1
        let shown = overrides.lines[name] == nil ? field : name
        throw CommandFailure(
          .badInput,
          "\(SafeText.escaped(suite, limit: 1000)):\(line): $.with.\(SafeText.escaped(shown)):"
            + " \(message) (in \(SafeText.escaped(path, limit: 1000)))")
      }
      throw CommandFailure(
        .badInput, "\(SafeText.escaped(path, limit: 1000)): \(error.description)")
    }
  }
}
