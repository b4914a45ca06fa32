/// What level files can refer to: games, and the source of their scripts.
///
/// A scripts folder is one; tests use lists in memory.
public protocol LevelCatalog: ScriptCatalog {
  /// The games whose levels can be read.
  var games: GameRegistry { get }
}

extension ScriptLibrary: LevelCatalog {}
