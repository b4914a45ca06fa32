import Testing

@testable import SimHarness

/// Each metric tells two levels apart that differ in what it is about, and not two that differ in
/// something else.
///
/// 400 games each of fixed seeds; a change is found at p < 0.01, and a figure that must not move has
/// p > 0.01. On the same games most of the latter do not change at all.
@Suite struct PlantedPairsTests {
  typealias Board = PlantedPairs.Board

  /// A metric, the player, and what is changed in the level: what it is about, and what not.
  struct Case: Sendable, CustomTestStringConvertible {
    var metric: String
    var agent: String
    var base = Board()
    var moved: @Sendable (inout Board) -> Void
    var other: @Sendable (inout Board) -> Void = { $0.fields += #","scoring":{"fallen":25}"# }

    var testDescription: String { "\(metric) of \(agent)" }
  }

  private static let preview: @Sendable (inout Board) -> Void = { $0.fields += #","preview":2"# }
  private static let shots: @Sendable (inout Board) -> Void = { $0.shots += 2 }
  private static let pairsMatch: @Sendable (inout Board) -> Void = {
    $0.fields += #","rules":{"matchSize":2}"#
  }
  private static let points: @Sendable (inout Board) -> Void = {
    $0.fields += #","scoring":{"matched":12}"#
  }
  private static func board(_ fields: String) -> Board { Board().with { $0.fields = fields } }
  private static let crates = Board(grid: ["RRxBGG..", "RBxGxR.", "GRRBBG.."], shots: 10)
  private static let tougher: @Sendable (inout Board) -> Void = {
    $0.fields += #","params":{"crate":{"hits":2}}"#
  }
  private static let tall = Board(
    grid: [
      "RBGRBGRB", "BGRBGRB", "GRBGRBGR", "RBGRBGR", "BGRBGRBG", "GRBGRBG", "RBGRBGRB",
    ], shots: 40, fields: #","rows":9"#)

  static let cases: [Case] = [
    Case(metric: "attempts_per_pass", agent: "greedy", moved: shots),
    Case(metric: "out_of_shots_rate", agent: "greedy", moved: shots),
    Case(
      metric: "overflow_rate", agent: "random", base: tall,
      moved: { $0.fields = #","rows":11"# }, other: preview),
    Case(metric: "moves_on_wins", agent: "greedy", moved: pairsMatch),
    Case(metric: "moves_on_wins_median", agent: "greedy", moved: pairsMatch),
    Case(metric: "moves_on_losses", agent: "random", moved: shots),
    Case(metric: "score_on_wins", agent: "greedy", moved: points, other: preview),
    Case(metric: "score_on_losses", agent: "random", moved: points, other: preview),
    Case(metric: "score_per_move", agent: "random", moved: points, other: preview),
    Case(metric: "best_moves_5", agent: "greedy", moved: pairsMatch),
    Case(metric: "best_moves_15", agent: "greedy", moved: pairsMatch),
    Case(
      metric: "one_star", agent: "random", base: board(#","stars":[100,200,300]"#),
      moved: { $0.fields = #","stars":[130,200,300]"# }, other: preview),
    Case(
      metric: "two_stars", agent: "greedy", base: board(#","stars":[100,300,900]"#),
      moved: { $0.fields = #","stars":[100,350,900]"# }, other: preview),
    Case(
      metric: "three_stars", agent: "greedy", base: board(#","stars":[100,200,300]"#),
      moved: { $0.fields = #","stars":[100,200,350]"# }, other: preview),
    Case(metric: "popped", agent: "random", moved: pairsMatch),
    Case(metric: "fallen", agent: "random", moved: pairsMatch),
    Case(
      metric: "lost_shots", agent: "random", base: board(#","maxBounces":1"#),
      moved: { $0.fields = #","maxBounces":0"# }),
    Case(
      metric: "wall_shots", agent: "random", base: board(#","maxBounces":1"#),
      moved: { $0.fields = #","maxBounces":0"# }),
    Case(metric: "progress", agent: "random", moved: shots),
    Case(metric: "near_miss", agent: "greedy", base: Board(shots: 8), moved: shots),
    Case(metric: "shots_left", agent: "greedy", moved: shots),
    Case(metric: "bubbles_per_match", agent: "random", moved: pairsMatch),
    Case(metric: "longest_chain", agent: "random", moved: pairsMatch),
    Case(
      metric: "swap_rate", agent: "greedy", base: board(#","swap":true"#),
      moved: { $0.fields = #","swap":false"# }),
    Case(
      metric: "dealt_red", agent: "random",
      base: board(#","spawn":{"weights":{"red":1,"blue":1,"green":1}}"#),
      moved: { $0.fields = #","spawn":{"weights":{"red":2,"blue":1,"green":1}}"# }),
    Case(metric: "specials_activated", agent: "random", base: crates, moved: tougher),
    Case(metric: "specials_picked", agent: "random", base: crates, moved: tougher),
  ]

  @Test(arguments: cases) func tellsWhatItIsAboutFromWhatNot(_ test: Case) throws {
    let base = try PlantedPairs.cell(test.base.json, agent: test.agent)
    let moved = try PlantedPairs.cell(test.base.with(test.moved).json, agent: test.agent)
    let other = try PlantedPairs.cell(test.base.with(test.other).json, agent: test.agent)
    #expect(try PlantedPairs.pValue(test.metric, base, moved) < 0.01)
    #expect(try PlantedPairs.pValue(test.metric, base, other) > 0.01)
  }
}
