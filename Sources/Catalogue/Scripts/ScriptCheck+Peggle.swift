import PeggleGame
import SimHarness

extension ScriptCheck {
  /// Checks a peg, a mode or a master.
  func checkPeggle(
    _ kind: PeggleScriptKind, _ source: ScriptSource, _ modules: [ScriptSource],
    _ report: inout Report
  ) throws(ScriptFault) {
    let script = try ScriptedPeggle.script(kind, from: source, libraries: modules)
    report.name = script.name
    checkDuplicates(of: script, &report)
    let catalog = OverlaidPeggleCatalog(script, beside: library)
    let smoke = PeggleScriptCheck(
      script: script, catalog: catalog, modules: try library.modules())
    smoke.run(&report)
  }

  /// Reports other scripts of the kind with the same name, and pegs with the same glyph.
  private func checkDuplicates(of script: PeggleScript, _ report: inout Report) {
    for path in rivals(of: script.source, script.kind.script) {
      guard let source = try? library.source(at: path, shownAs: path),
        let other = try? library.peggleScript(script.kind, source)
      else { continue }
      if other.name == script.name {
        report.add(
          "\(path) is already called '\(script.name)'; choose another name",
          at: script.source, line: script.source.line(settingField: "name"))
      } else if let glyph = script.glyph, other.glyph == glyph {
        report.add(
          "`glyph` \"\(glyph)\" is already used by \(path); choose another",
          at: script.source, line: script.source.line(settingField: "glyph"))
      }
    }
  }
}

extension ScriptKind {
  /// The sort of Peggle script that this is, if it is one.
  var peggle: PeggleScriptKind? { PeggleScriptKind(rawValue: rawValue) }
}
