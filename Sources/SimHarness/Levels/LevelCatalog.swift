/// What level files may name: games, and where their scripts come from.
///
/// A scripts folder is one; tests use lists in memory.
public protocol LevelCatalog: ScriptCatalog {
  /// The games whose levels can be read.
  var games: GameRegistry { get }
}

extension ScriptLibrary: LevelCatalog {}
