import Foundation
import Testing

@testable import Catalogue
@testable import SimHarness

/// The names that other tools read are in every game's summary, with figures once it was studied.
@Suite struct RunStudyTests {
  static let levels: [(level: String, agent: String, names: [String])] = [
    (
      SmallRuns.level, "casual",
      ["popped", "fallen", "specials_activated", "progress", "near_miss", "shots_left"]
    ),
    (
      #"{"format":"playtest-level","version":1,"game":"set","name":"S"}"#, "casual",
      ["initial_sets", "initial_no_set", "sets_found", "deals"]
    ),
    (
      #"{"format":"playtest-level","version":1,"game":"playing-cards","name":"P"}"#, "casual",
      ["initial_pairs"]
    ),
    (
      #"{"format":"playtest-level","version":1,"game":"bubble-pop","name":"B","duration":6}"#,
      "casual", ["points_per_spawn", "points_per_pop", "combo_share"]
    ),
    (
      #"{"format":"playtest-level","version":1,"game":"peggle","name":"G","width":400,"#
        + #""height":400,"balls":2,"objects":[{"kind":"peg","colour":"orange","x":200,"y":250,"#
        + #""radius":12}]}"#, "random",
      ["hits_per_shot", "bucket_catches", "orange_left", "stuck_balls"]
    ),
  ]

  @Test(arguments: levels.indices) func everyNameThatOthersReadIsThere(_ place: Int) async throws {
    let (json, agent, names) = Self.levels[place]
    let library = Tuning.library
    let file = try LevelFile.read(Array(json.utf8), file: "level.json", catalog: library)
    let entry = try #require(GameRegistry.bundled.game(named: file.header.game))
    let plan = RunPlan(
      title: "small", game: entry, levels: [try entry.ready(file, library, .none)],
      players: [try Roster.player(agent, game: entry, library: library)], games: 3, seed: 5,
      maxMoves: 12)
    var effort = StudyResults.Effort()
    effort.games = 1
    effort.turns = 2
    effort.rollouts = 2
    effort.luckGames = 3
    effort.restrictedGames = 3
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(plan, in: path)
      let folder = RunFolder(path: path)
      let studied = ["decision_entropy", "criticality", "luck_share", "legal_moves"]
      var metrics = try #require(try summary(of: folder).cells.first?.metrics)
      for name in names + studied {
        #expect(metrics.contains { $0.name == name }, "\(name)")
      }
      let one = try RunStudy(
        of: SmallRuns.recorded(folder), effort: effort, jobs: 1)
      let two = try RunStudy(
        of: SmallRuns.recorded(folder), effort: effort, jobs: 2)
      let results = try await one.results(isCancelled: { false }, progress: { _ in }).results
      try folder.removeStudyLog()
      let again = try await two.results(isCancelled: { false }, progress: { _ in }).results
      #expect(again == results)
      try folder.write(results.text, to: .study)
      metrics = try #require(try summary(of: folder).cells.first?.metrics)
      for name in ["legal_moves", "distinct_outcomes", "dead_turns"] {
        #expect(metrics.first { $0.name == name }?.count == 1, "\(name)")
      }
    }
  }

  private func summary(of folder: RunFolder) throws -> RunSummary {
    try folder.summary(games: .bundled)
  }

  /// Takes have the deals of the first and fresh players: a player without noise plays them alike.
  @Test func takesShareTheirDeals() throws {
    let plan = try SmallRuns.plan(agents: ["greedy", "casual"])
    let host = ScriptHost(
      limits: .standard, interfaces: plan.game.interfaces, libraries: [], log: { _ in })
    func hashes(_ player: Int, _ repetition: Int) -> [UInt64] {
      var hashes: [UInt64] = []
      let request = BatchRequest(
        seed: 1, levelID: "x", games: 0..<20, maxMoves: 20, repetition: repetition)
      let never = { false }
      plan.players[player].play(request, plan.levels[0], host, never) {
        hashes.append($0.result.hash)
      }
      return hashes
    }
    #expect(hashes(0, 0) == hashes(0, 1))
    #expect(hashes(1, 0) != hashes(1, 1))
  }
}
