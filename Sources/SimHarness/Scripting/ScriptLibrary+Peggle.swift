extension ScriptLibrary: PeggleCatalog {
  /// The peg, mode or master of this name: the file of that name if it has it, else whichever file
  /// does.
  public func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts? {
    guard Self.isName(name) else { return nil }
    if let source = try source(in: kind.folder, named: name) {
      let facts = try facts(of: source, kind)
      if facts.name == name { return facts }
    }
    for source in try sources(in: kind.folder) where source.text.contains(name) {
      // A broken file is none of this level's business.
      guard let facts = try? facts(of: source, kind) else { continue }
      if facts.name == name { return facts }
    }
    return nil
  }

  /// The stems of the files, which is what their scripts are usually called.
  public func peggleScriptNames(of kind: PeggleScriptKind) -> [String] {
    Set(names(in: kind.folder)).sorted()
  }

  /// What a script says of itself, read in a sandbox of its own.
  private func facts(
    of source: ScriptSource, _ kind: PeggleScriptKind
  ) throws(ScriptFault) -> PeggleScriptFacts {
    let vm = try LuaVM.open(
      limits: .standard, interfaces: [], libraries: try libraries(for: source))
    let table = try vm.export(try vm.load(source))
    var fields = ScriptFields(source: source, table: table)
    let name = fields.requiredString("name", example: "\"\(kind.rawValue)\"")
    let glyph = fields.string("glyph", default: "")
    let colour = fields.string("colour", default: "")
    let parameters = fields.parameters()
    try fields.check()
    return PeggleScriptFacts(
      name: name, glyph: glyph.unicodeScalars.count == 1 ? glyph.first : nil,
      colour: colour.isEmpty ? nil : colour, parameters: parameters)
  }
}
