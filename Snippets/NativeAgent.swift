// Writes an agent in Swift, checks it, and plays ten games with it.
//
// Run it in the package's folder: swift run NativeAgent

// snippet.hide
import Agents
import BubbleBlastGame
import Catalogue
import SimHarness
import SimHarnessTesting

// snippet.show
/// Plays the second best move by one-move lookahead, in any game that has a lookahead.
struct SecondBest<State: ForesightGame>: Agent {
  private var lookahead = State.Looking()

  mutating func gameDidStart() { lookahead.gameDidStart(remembering: 0) }

  mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    lookahead.begin(turn)
    var values: [(index: Int, value: Int)] = []
    try lookahead.foreseeDistinct(turn, in: &imagination) { index, foresight in
      values.append((index, foresight.greedyValue))
    }
    // Of equal values the lower index comes first, so that the choice is repeatable.
    values.sort { ($1.value, $0.index) < ($0.value, $1.index) }
    guard let choice = values.dropFirst().first ?? values.first else { throw .noMoves }
    return turn.move(at: choice.index)
  }
}

/// Checks the agent and plays ten games of a level, whose board fits 16 x 16 cells.
func tryOut(_ level: BubbleLevel) {
  typealias State = BubbleState<SmallMask>

  // What is broken, in words: nothing.
  let conformance = AgentConformance { (_: BubbleLevel) in SecondBest<State>() }
  print("broken: \(conformance.violations(on: level))")

  let request = BatchRequest(seed: 1, levelID: level.id, games: 0..<10, maxMoves: 500)
  request.play(
    level, with: SecondBest<State>(), named: "second-best", tally: BubbleTally<SmallMask>.self,
    scripts: nil
  ) { row in
    print("game \(row.result.index): \(row.result.end), score \(row.result.score)")
  }
}
// snippet.hide

let scripts = ScriptLibrary(folder: "scripts")
let levels = LevelLibrary(folder: "levels", catalog: scripts)
for file in try levels.levels(for: ["builtin:bubble-blast/01-first-steps"]) {
  let playable = try BubbleBlast.entry.ready(file, scripts, .none)
  if let level = playable.content(as: BubbleLevel.self) { tryOut(level) }
}
