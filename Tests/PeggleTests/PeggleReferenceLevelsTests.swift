import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// The reference game's own levels, in its physics, which lets balls rest forever.
@Suite struct PeggleReferenceLevelsTests {
  @Test func noBallRestsForEver() throws {
    let path = Oracle.root.appending(path: "../shared/data/msk/levels.json").path
    guard try Oracle.text(at: path) != nil else { return }
    let sources = try LevelLibrary(
      folder: ProjectFolder.path("levels"), catalog: Bubbles.library
    ).levels(for: ["import:msk=\(path)"])
    #expect(sources.count == 3)
    var shots = 0
    for source in sources {
      let playable = try Peggle.entry.ready(source, Bubbles.library, .none)
      let level = try #require(playable.content(as: PeggleLevel.self))
      var runner = Runner(
        agent: SkillAgent<PeggleState>(SkillModel(.greedy, .shaky)), name: "casual", maxMoves: 8,
        checks: true)
      var watcher = LongestShot(rules: level.setup.rules)
      let streams = LevelStreams(seed: 4, levelID: level.id)
      let result = runner.play(
        level, index: 0, streams: GameStreams(level: streams, index: 0), scripts: Pegs.host(),
        observer: &watcher)
      #expect(result.fault == nil)
      #expect(result.moves > 0)
      #expect(watcher.longest <= 30)
      shots += result.moves
    }
    #expect(shots >= 3)
  }

  private struct LongestShot: Observer {
    typealias State = PeggleState
    let rules: PeggleRules
    var before = 0
    var longest = 0.0

    mutating func moveDidApply(_ move: PeggleMove, state: borrowing PeggleState) {
      let steps = state.view.flightSteps
      longest = max(longest, Double(steps - before) * rules.step)
      before = steps
    }
  }
}
