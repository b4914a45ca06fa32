import SimHarness

/// From level arguments to levels that can be played.
enum LevelLoading {
  /// The levels that arguments name, in their order.
  static func levels(
    _ arguments: [String], library: ScriptLibrary, overrides: LevelOverrides = .none
  ) throws -> [PlayableLevel] {
    let sources = try sources(arguments, library: library)
    var levels: [PlayableLevel] = []
    for source in sources {
      levels.append(try ready(source.file, at: source.path, library: library, overrides))
    }
    return levels
  }

  /// The level files that arguments name.
  static func sources(_ arguments: [String], library: ScriptLibrary) throws -> [LevelSource] {
    let levels = LevelLibrary(folder: Workspace.levelsFolder(), catalog: library)
    let expanded = arguments.flatMap(Workspace.matches(of:))
    do throws(LevelProblems) {
      return try levels.sources(for: expanded)
    } catch {
      throw CommandFailure(
        ExitStatus(rawValue: error.exitCode) ?? .badInput, lines: error.lines)
    }
  }

  /// The level that a run's store keeps.
  static func level(
    _ stored: StoredLevel, of entry: GameEntry, run path: String, library: ScriptLibrary
  ) throws -> PlayableLevel {
    let file = try LevelFile.read(
      Array(stored.json.utf8), file: "\(path), level \(stored.name)", catalog: library)
    return try ready(file, at: path, library: library, .none)
  }

  /// The level inside a record; every issue is recorded.
  static func level(
    _ cursor: JSONCursor, _ entry: GameEntry, _ library: ScriptLibrary
  ) -> PlayableLevel? {
    guard let file = LevelFile.decode(cursor, catalog: library) else { return nil }
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
    guard let entry = GameRegistry.game(named: file.header.game.rawValue) else {
      throw CommandFailure(.defect, "\(path): the game is not registered")
    }
    do throws(LevelError) {
      return try entry.ready(file, library, overrides)
    } catch {
      throw CommandFailure(
        .badInput, "\(SafeText.escaped(path, limit: 1000)): \(error.description)")
    }
  }
}
