// Plays 100 games of a built-in level and prints how often the player passed it.
//
// Run it in the package's folder, where scripts and levels are: swift run RunGames

import BubbleBlastGame
import Catalogue
import SimHarness

// A level's file may name scripts, so the scripts come first.
let scripts = ScriptLibrary(folder: "scripts")
let levels = LevelLibrary(folder: "levels", catalog: scripts)
let game = BubbleBlast.entry

for file in try levels.levels(for: ["builtin:bubble-blast/01-first-steps"]) {
  let level = try game.ready(file, scripts, .none)
  let player = try Roster.player("novice", game: game, library: scripts)

  // Game i is the same for every player, and on every machine.
  let request = BatchRequest(
    seed: 1, levelID: level.id, games: 0..<100, maxMoves: game.defaultMaxMoves)
  let host = ScriptHost(interfaces: game.interfaces)
  var passed = 0
  player.play(
    request, level, host, { false },
    { row in
      if row.result.end == .won { passed += 1 }
    })

  if let rate = Statistics.rate(successes: passed, trials: 100) {
    print("\(player.name) passed \(level.name) in \(passed) of 100 games")
    print("pass rate \(rate.value), 95% interval \(rate.low) to \(rate.high)")
  }
}
