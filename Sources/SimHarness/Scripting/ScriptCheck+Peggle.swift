extension ScriptCheck {
  /// Checks a peg, a mode or a master.
  func checkPeggle(
    _ kind: PeggleScriptKind, _ source: ScriptSource, _ modules: [ScriptSource],
    _ report: inout Report
  ) throws(ScriptFault) {
    let script = try ScriptedPeggle.script(kind, from: source, libraries: modules)
    report.name = script.name
    checkTwins(of: script, &report)
    let catalog = OnePeggleScriptMore(script, beside: library)
    let smoke = PeggleScriptCheck(
      script: script, catalog: catalog, modules: try library.modules())
    smoke.run(&report)
  }

  /// Reports other scripts of the kind with the same name, and pegs with the same glyph.
  private func checkTwins(of script: PeggleScript, _ report: inout Report) {
    let own = Self.fileName(of: script.source.name)
    guard let sources = try? library.sources(in: script.kind.folder) else { return }
    for source in sources where Self.fileName(of: source.name) != own {
      guard let other = try? library.peggleScript(script.kind, source) else { continue }
      if other.name == script.name {
        report.add(
          "\(source.name) is called '\(script.name)' already; choose another name",
          at: script.source, line: script.source.line(settingField: "name"))
      } else if let glyph = script.glyph, other.glyph == glyph {
        report.add(
          "`glyph` \"\(glyph)\" is that of \(source.name) already; choose another",
          at: script.source, line: script.source.line(settingField: "glyph"))
      }
    }
  }
}

extension ScriptKind {
  /// The sort of Peggle script that this is, if it is one.
  var peggle: PeggleScriptKind? { PeggleScriptKind(rawValue: rawValue) }
}
