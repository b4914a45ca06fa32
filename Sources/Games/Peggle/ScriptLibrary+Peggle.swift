import SimHarness

extension ScriptLibrary: PeggleCatalog, PeggleScriptSource {
  /// The peg, mode or master of this name: the file of that name if it has it, else whichever file
  /// does.
  public func peggleDefinition(
    of kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScript? {
    try definition(in: kind.folder, named: name, \.name) { source throws(ScriptFault) in
      try peggleScript(kind, source)
    }
  }

  /// The peg, mode or master of a script.
  package func peggleScript(
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

  /// The peg, mode or master of this name, whichever is found first in this order.
  func peggleScript(named name: String) throws(ScriptFault) -> PeggleScriptFacts? {
    for kind in PeggleScriptKind.allCases {
      if let found = try peggleScript(kind, named: name) { return found }
    }
    return nil
  }
}
