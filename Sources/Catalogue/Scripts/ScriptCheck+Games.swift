import SimHarness

extension ScriptCheck {
  /// Checks the rules of a game: see `OpenGameCheck`.
  func checkGame(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let game = try OpenGame(from: source, modules: modules)
    report.name = game.spec.name
    var check = OpenGameCheck(game)
    check.run(&report)
  }
}
