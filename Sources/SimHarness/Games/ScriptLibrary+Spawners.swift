extension ScriptLibrary: SpawnerCatalog {
  public func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? {
    if name.hasSuffix(".lua") { return try spawner(at: name) }
    return try definition(in: ScriptKind.spawner.folder, named: name, \.name) {
      source throws(ScriptFault) in try spawner(source)
    }
  }

  public var colourSpawnerNames: [String] { Set(names(in: ScriptKind.spawner.folder)).sorted() }

  /// The spawner of a script.
  package func spawner(_ source: ScriptSource) throws(ScriptFault) -> ColourSpawner {
    try loaded(source, as: ScriptKind.spawner.rawValue) { modules throws(ScriptFault) in
      // A run's scripts were checked when it began, against all games of its program.
      try ColourSpawner(
        from: source, knownGames: isKept ? nil : games.names(using: .spawner), libraries: modules)
    }
  }

  /// The spawner of a file; of a run's kept scripts the one that came from it.
  private func spawner(at path: String) throws(ScriptFault) -> ColourSpawner? {
    let stem = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? ""
    let shown = "spawners/\(stem).lua"
    let source: ScriptSource
    if isKept || folders.isEmpty {
      guard let kept = try self.source(of: .spawner, named: stem) else { return nil }
      source = kept
    } else {
      guard Self.isName(stem), Self.fileExists(path) else { return nil }
      source = try self.source(at: path, shownAs: shown)
    }
    return try spawner(source)
  }
}
