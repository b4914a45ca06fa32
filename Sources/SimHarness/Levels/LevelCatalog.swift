/// Where the scripts that level files name come from, for every game.
///
/// A scripts folder is one; tests use lists in memory.
public protocol LevelCatalog: BubbleKindCatalog, PeggleCatalog, PopCatalog, CardsCatalog {}

extension ScriptLibrary: LevelCatalog {}
