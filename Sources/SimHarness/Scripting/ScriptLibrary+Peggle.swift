extension ScriptLibrary: PeggleCatalog, PeggleScriptSource {
  /// The peg, mode or master of this name: the file of that name if it has it, else whichever file
  /// does.
  public func peggleDefinition(
    of kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScript? {
    guard Self.isName(name) else { return nil }
    if let source = try source(in: kind.folder, named: name) {
      let script = try peggleScript(kind, source)
      if script.name == name { return script }
    }
    for source in try sources(in: kind.folder) where source.text.contains(name) {
      // A broken file is none of this level's business.
      guard let script = try? peggleScript(kind, source) else { continue }
      if script.name == name { return script }
    }
    return nil
  }

  /// The peg, mode or master of a script.
  func peggleScript(
    _ kind: PeggleScriptKind, _ source: ScriptSource
  ) throws(ScriptFault) -> PeggleScript {
    try loaded(source, as: kind.rawValue) { modules throws(ScriptFault) in
      try ScriptedPeggle.script(kind, from: source, libraries: modules)
    }
  }

  public func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts? {
    try peggleDefinition(of: kind, named: name)?.facts
  }

  /// The stems of the files, which is what their scripts are usually called.
  public func peggleScriptNames(of kind: PeggleScriptKind) -> [String] {
    Set(names(in: kind.folder)).sorted()
  }
}
