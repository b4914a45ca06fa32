import SimHarnessTesting
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// A hostile script spoils its own games alone: the rows of other levels and players of the same
/// run are those of a run without it, and the run's pages are written.
@Suite struct HealthyNeighboursTests {
  /// What games held in memory is given back: nothing of a host outlives its games, in any kind of
  /// script and game.
  @Test(arguments: CallSite.all.filter { $0.kind != .generator })
  func aHostIsFreedAfterItsGames(_ site: CallSite) {
    final class Hosts {
      weak var last: AnyObject?
      var count = 0
    }
    let hosts = Hosts()
    var trial = CallTrial(site)
    trial.inspect = { host in
      hosts.last = host
      hosts.count += 1
    }
    let end = trial.run("")
    #expect(hosts.count > 0 || end.refusal != nil)
    #expect(hosts.last == nil, "\(site)")
  }

  /// A run of a healthy level and player beside a level and a player whose scripts are hostile.
  private func plan(_ site: CallSite, body: String?) throws -> (RunPlan, library: ScriptLibrary) {
    let entry = try #require(GameRegistry.bundled.game(named: site.game))
    let healthySite = try #require(
      CallSite.all.first { $0.kind == .agent && $0.game == site.game })
    let sweep = CallSweep(interfaces: entry.interfaces)
    let script = site.script(
      body ?? "", before: body == nil ? "" : sweep.prelude(part: 1, parts: 16))
    let library = site.library(script)
    var levels: [PlayableLevel] = []
    var agents = ["random", "greedy"]
    for (text, isHostile) in [(healthySite.level, false), (site.level, true)] {
      if isHostile && (body == nil || site.kind == .agent) { continue }
      let text = text.replacing("\"name\":\"\(healthySite)\"", with: "\"name\":\"Healthy\"")
      let file = try LevelFile.read(Array(text.utf8), file: "level.json", catalog: library)
      levels.append(try entry.ready(file, library, .none))
    }
    if body != nil && site.kind == .agent { agents.append("hostile") }
    let plan = RunPlan(
      title: "neighbours", game: entry, levels: levels,
      players: try agents.map { try Roster.player($0, game: entry, library: library) }, games: 2,
      seed: 3, maxMoves: 12)
    return (plan, library)
  }

  /// The rows of the healthy level's healthy players.
  private func rows(_ plan: RunPlan) async throws -> [String] {
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path, jobs: 2)
      let store = try SmallRuns.store(in: path)
      var rows: [String] = []
      for cell in 0..<2 {
        try store.forEachGame(ofCell: cell, records: true) { rows.append("\(cell) \($0)") }
      }
      return rows
    }
  }

  @Test(arguments: [
    "bubble on_activate in bubble-blast", "bubble on_turn in bubble-blast",
    "peg on_hit in peggle", "mode on_shot_end in peggle", "master power in peggle",
    "pop on_pop in bubble-pop", "spawner next in bubble-pop", "agent choose in bubble-blast",
    "agent choose in peggle", "agent start in cards",
  ])
  func healthyRowsAreUnchanged(_ name: String) async throws {
    let site = try #require(CallSite.all.first { "\($0)" == name })
    let hostile = try plan(site, body: "sweep(...)\nreturn math.mininteger").0
    let healthy = try plan(site, body: nil).0
    let rows = try await rows(healthy)
    #expect(rows.count == 4)
    #expect(try await self.rows(hostile) == rows)
  }

  /// Scores at the bounds go through store, summary, pages and comparison.
  @Test func scoresAtTheBoundsAreReported() async throws {
    func player(_ name: String, _ scores: [Int]) -> RunPlayer {
      RunPlayer(name: name, summary: "", scripts: []) { request, _, _, _, row in
        for index in request.games {
          let result = GameResult(
            index: index, end: index % 2 == 0 ? .won : .lost, score: scores[index % scores.count],
            moves: 1 + index % 2, hash: 0)
          row(
            GameRow(
              result: result,
              metrics: BubbleBlast.entry.metrics.map { $0.kind == .rate ? 1 : .max }))
        }
      }
    }
    let limit = Saturating.limit
    var plan = try SmallRuns.plan(games: 40, agents: ["random"])
    plan.players = [
      player("highest", [limit]), player("lowest", [-limit]), player("both", [limit, -limit, 0]),
    ]
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path)
      let texts = try SmallRuns.result(in: path)
      #expect(texts[0].contains("1000000000000000"))
    }
  }
}
