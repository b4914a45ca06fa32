/// A game that a program knows: what finding scripts and reading levels need of it.
public protocol RegisteredGame: Sendable {
  /// Its name in level files and on the command line.
  var name: String { get }
  /// The kinds of scripts that its levels may name.
  var scriptKinds: [ScriptKind] { get }
}

/// The games of a program, as a value: a program lists its own beside the bundled ones.
public struct GameRegistry: Sendable {
  let registered: [any RegisteredGame]

  /// - Precondition: No two games have the same name.
  init(registered games: [any RegisteredGame]) {
    precondition(
      Set(games.map(\.name)).count == games.count, "two games have the same name")
    registered = games
  }

  /// No games: for scripts that are read without levels.
  public static let none = GameRegistry(registered: [])

  public var names: [String] { registered.map(\.name) }

  /// The games whose levels may name scripts of a kind.
  package func names(using kind: ScriptKind) -> [String] {
    registered.filter { $0.scriptKinds.contains(kind) }.map(\.name)
  }
}
