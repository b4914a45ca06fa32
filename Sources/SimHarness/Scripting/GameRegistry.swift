/// A game that a program knows: what finding scripts and reading levels need of it.
public protocol RegisteredGame: Sendable {
  /// Its name in level files and on the command line.
  var name: String { get }
  /// The kinds of scripts that its levels may name.
  var scriptKinds: [ScriptKind] { get }
}

/// The games of a program, as a value: a program lists its own beside the bundled ones.
///
/// A game may also be a script: its file in the scripts folder is found by its name, and read when
/// it is asked for.
public struct GameRegistry: Sendable {
  let registered: [any RegisteredGame]
  /// How games that are scripts are read; nil: there are none.
  private let scripted: ScriptedGames?
  /// Where they lie; nil: nowhere.
  private var library: ScriptLibrary?
  /// Finds the games that are engines; nil: there are none.
  private var engines: (any EngineFinding)?

  /// - Precondition: No two games have the same name.
  init(registered games: [any RegisteredGame], scripted: ScriptedGames? = nil) {
    precondition(
      Set(games.map(\.name)).count == games.count, "two games have the same name")
    registered = games
    self.scripted = scripted
  }

  /// The same games with those that are scripts of a library.
  package func finding(in library: ScriptLibrary?) -> GameRegistry {
    var copy = self
    copy.library = library
    return copy
  }

  /// The same games with those that are engines.
  package func finding(engines: any EngineFinding) -> GameRegistry {
    var copy = self
    copy.engines = engines
    return copy
  }

  /// Whether games may be scripts or engines.
  package var readsScripts: Bool { scripted != nil || engines != nil }

  /// Whether a game is one of the program's own.
  package func isRegistered(_ name: String) -> Bool { registered.contains { $0.name == name } }

  /// The names of the files of games that are scripts; a game of the program hides one of its name.
  package var scriptedNames: [String] {
    guard scripted != nil, let library else { return [] }
    return library.names(in: ScriptKind.game.folder)
      .filter { name in !registered.contains { $0.name == name } }
  }

  /// The game of this name; nil if there is none.
  /// - Throws: The fault of a script that cannot be read.
  func find(_ name: String) throws(ScriptFault) -> (any RegisteredGame)? {
    if let game = registered.first(where: { $0.name == name }) { return game }
    guard let scripted, let library,
      let source = try library.source(of: .game, named: name)
    else { return try engine(named: name) }
    return try library.loaded(source, as: "the game of a registry") {
      modules throws(ScriptFault) in
      FoundGame(game: try scripted.read(source, modules))
    }.game
  }

  /// The game that an engine has; of a library of scripts that were kept, with the build that was
  /// kept, which starts no program until a game is played.
  private func engine(named name: String) throws(ScriptFault) -> (any RegisteredGame)? {
    guard let engines, ScriptLibrary.isName(name) else { return nil }
    guard let library, library.isKept else { return try engines.game(named: name) }
    guard let kept = library.keptSource(named: EngineNames.kept(name)) else { return nil }
    return try engines.game(kept: kept)
  }

  /// The names of the files of engines; a game of the program or a script hides one of its name.
  private var engineNames: [String] {
    guard let engines else { return [] }
    if let library, library.isKept {
      return library.keptNames(of: EngineNames.folder).filter { !isRegistered($0) }
    }
    let others = registered.map(\.name) + scriptedNames
    return engines.names.filter { !others.contains($0) }
  }

  /// Whether some games may be engines.
  package var hasEngines: Bool { !engineNames.isEmpty }

  /// No games: for scripts that are read without levels.
  public static let none = GameRegistry(registered: [])

  public var names: [String] { registered.map(\.name) + scriptedNames + engineNames }

  /// The sentence about a name that no game has: what it might mean, which games are known, and
  /// which folders were searched for games that are scripts or engines.
  public func complaint(about name: String) -> String {
    if let game = gameWithScript(named: name) {
      return "unknown game \(SafeText.named(name)); did you mean '\(game)', whose levels may"
        + " name the script '\(name)'? known: \(NearestName.list(names))\(searched)"
    }
    return NearestName.complaint(about: name, called: "game", known: names) + searched
  }

  /// The game whose levels may name a script of this name; nil if there is none.
  ///
  /// Where several games have scripts of one kind, the one that is named like it.
  private func gameWithScript(named name: String) -> String? {
    let kinds = registered.flatMap(\.scriptKinds).uniqued(on: \.self)
    guard let kind = kinds.first(where: { library?.names(of: $0).contains(name) == true }) else {
      return nil
    }
    let games = names(using: kind)
    return games.first { $0 == kind.folder } ?? games.first
  }

  /// Which folders were searched for games, to end a message with; empty where there are none.
  package var searched: String {
    guard let library, readsScripts else { return "" }
    let others = library.isKept ? [] : [engines?.searchedFolder].compactMap(\.self)
    return library.searched(for: scripted == nil ? [] : [.game], and: others)
  }

  /// The names of the files of games that are scripts or engines.
  package var foundNames: [String] { scriptedNames + engineNames }

  /// The games whose levels may name scripts of a kind.
  package func names(using kind: ScriptKind) -> [String] {
    registered.filter { $0.scriptKinds.contains(kind) }.map(\.name)
  }
}

/// How a program reads games that are scripts.
public struct ScriptedGames: Sendable {
  /// Makes the game of a script, given the modules that it may require.
  let read: @Sendable (ScriptSource, [ScriptSource]) throws(ScriptFault) -> any RegisteredGame

  public init(
    read:
      @escaping @Sendable (ScriptSource, [ScriptSource]) throws(ScriptFault) ->
      any RegisteredGame
  ) {
    self.read = read
  }
}

/// A game as a library keeps it.
private struct FoundGame: Sendable {
  let game: any RegisteredGame
}
