/// Where the spawners that levels name come from.
public protocol SpawnerCatalog: ScriptCatalog {
  /// The spawner of this name or file, or nil if there is none.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner?

  /// The spawners' names to suggest for a mistyped one, sorted.
  var colourSpawnerNames: [String] { get }
}

extension SpawnerCatalog {
  /// The names of the spawners that are for a game, and of those that cannot be loaded.
  package func colourSpawnerNames(for game: String) -> [String] {
    colourSpawnerNames.filter { (try? colourSpawner(named: $0))?.refusal(by: game) == nil }
  }
}
