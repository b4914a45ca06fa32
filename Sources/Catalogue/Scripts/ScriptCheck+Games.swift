import SimHarness

extension ScriptCheck {
  /// Checks the rules of a game: see `OpenGameCheck`.
  func checkGame(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let game = try OpenGame(from: source, modules: modules)
    report.name = game.spec.name
    if library.games.isRegistered(game.spec.name) {
      report.add(
        "the program's own game '\(game.spec.name)' is played instead of this one; choose another"
          + " name", at: source, line: source.line(settingField: "name"))
    }
    var check = OpenGameCheck(game)
    check.run(&report)
    if report.isFine { try checkLevels(of: game, modules, &report) }
  }

  /// Has a game's own `generate` make levels, as `playtest generate` does.
  private func checkLevels(
    of game: OpenGame, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    guard game.spec.generates else { return }
    let script = try GeneratorScript(
      from: game.source, libraries: modules, knownGames: [game.spec.name])
    // The game that is checked, whichever one of its name the library finds.
    let entry = GameEntry(game, like: OpenGames.entry)
    let levels = checkLevels(
      of: script, entry, ScriptLibrary(folder: nil, games: GameRegistry([entry])), &report)
    report.work = "\(levels) levels, \(report.work)"
  }
}
