import Testing

@testable import SimHarness

/// Each metric distinguishes two levels that differ in what it is about, and not two that differ in
/// something else.
///
/// 400 games each of fixed seeds; a change is found at p < 0.01, and a figure that must not move
/// has p > 0.01. On the same games most of the latter do not change at all.
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
  private static let bounces: @Sendable (inout Board) -> Void = { $0.fields += #","maxBounces":3"# }
  private static let shots: @Sendable (inout Board) -> Void = { $0.shots = $0.shots.map { $0 + 2 } }
  private static let swap: @Sendable (inout Board) -> Void = { $0.fields += #","swap":true"# }
  private static let row: @Sendable (inout Board) -> Void = { $0.grid.append("RBGRBGRB") }
  private static let pairsMatch: @Sendable (inout Board) -> Void = {
    $0.fields += #","rules":{"matchSize":2}"#
  }
  private static let points: @Sendable (inout Board) -> Void = {
    $0.fields += #","scoring":{"matched":12}"#
  }
  private static func board(_ fields: String) -> Board { Board().with { $0.fields = fields } }
  private static let tall = Board(
    grid: [
      "RBGRBGRB", "BGRBGRB", "GRBGRBGR", "RBGRBGR", "BGRBGRBG", "GRBGRBG", "RBGRBGRB",
    ], shots: 40, fields: #","rows":9"#)
  private static let fourRows = Board().with { $0.grid.append("GRBGRBG") }
  private static let endless = Board(grid: ["RBGRBGRB", "BGRBGRB", "GRBGRBGR"], shots: nil)
  private static func special(_ kind: String) -> Board {
    Board(grid: ["RRxBGG..", "RBxGxR.", "GRRBBG.."], kind: kind)
  }

  static let cases: [Case] =
    [
      Case(metric: "attempts_per_pass", agent: "greedy", moved: shots),
      Case(metric: "out_of_shots_rate", agent: "greedy", moved: shots),
      Case(
        metric: "overflow_rate", agent: "random", base: tall,
        moved: { $0.fields = #","rows":11"# }, other: preview),
      Case(metric: "capped_rate", agent: "random", base: endless, moved: pairsMatch),
      Case(
        metric: "fault_rate", agent: "random", base: special("trap"),
        moved: { $0.fields = #","params":{"trap":{"hits":2}}"# }),
      Case(metric: "moves_on_wins", agent: "greedy", moved: swap),
      Case(metric: "moves_on_wins_median", agent: "greedy", moved: swap),
      Case(metric: "moves_on_losses", agent: "random", moved: shots),
      Case(metric: "moves_on_losses_median", agent: "random", moved: shots),
      Case(metric: "best_moves_5", agent: "greedy", base: fourRows, moved: row),
      Case(metric: "best_moves_15", agent: "greedy", base: fourRows, moved: row),
      Case(metric: "score_on_wins", agent: "greedy", moved: points, other: preview),
      Case(metric: "score_on_wins_median", agent: "greedy", moved: swap, other: bounces),
      Case(metric: "score_on_losses", agent: "random", moved: points, other: preview),
      Case(metric: "score_on_losses_median", agent: "greedy", moved: points, other: preview),
      Case(metric: "score_per_move", agent: "greedy", moved: shots, other: bounces),
      Case(
        metric: "one_star", agent: "random", base: board(#","stars":[100,200,300]"#),
        moved: { $0.fields = #","stars":[130,200,300]"# }, other: preview),
      Case(
        metric: "two_stars", agent: "casual", base: board(#","stars":[100,300,600]"#),
        moved: { $0.fields = #","stars":[100,400,600]"# }, other: bounces),
      Case(
        metric: "three_stars", agent: "greedy", base: board(#","stars":[100,300,600]"#),
        moved: { $0.fields = #","stars":[100,300,700]"# }, other: bounces),
    ] + ofBubbleBlast

  private static let ofBubbleBlast = [
    Case(metric: "popped", agent: "random", moved: pairsMatch),
    Case(metric: "fallen", agent: "greedy", moved: pairsMatch),
    Case(
      metric: "lost_shots", agent: "random", base: board(#","maxBounces":1"#),
      moved: { $0.fields = #","maxBounces":0"# }),
    Case(
      metric: "wall_shots", agent: "random", base: board(#","maxBounces":1"#),
      moved: { $0.fields = #","maxBounces":0"# }),
    Case(metric: "progress", agent: "random", moved: pairsMatch),
    Case(metric: "near_miss", agent: "casual", moved: pairsMatch),
    Case(metric: "shots_left", agent: "greedy", moved: shots),
    Case(metric: "bubbles_per_match", agent: "random", moved: pairsMatch),
    Case(metric: "longest_chain", agent: "greedy", moved: pairsMatch),
    Case(
      metric: "swap_rate", agent: "greedy", base: board(#","swap":true"#),
      moved: { $0.fields = #","swap":false"# }),
    Case(
      metric: "dealt_red", agent: "random",
      base: board(#","spawn":{"weights":{"red":1,"blue":1,"green":1}}"#),
      moved: { $0.fields = #","spawn":{"weights":{"red":2,"blue":1,"green":1}}"# }),
    Case(metric: "specials_activated", agent: "random", base: special("bomb"), moved: pairsMatch),
    Case(metric: "specials_picked", agent: "random", base: special("bomb"), moved: pairsMatch),
    Case(metric: "win_with_special", agent: "random", base: special("bomb"), moved: pairsMatch),
    Case(
      metric: "yield_bomb", agent: "greedy", base: special("bomb"),
      moved: { $0.fields = #","maxBounces":0"# }),
  ]

  @Test(arguments: cases) func movesOnlyWithWhatItMeasures(_ test: Case) throws {
    let base = try PlantedPairs.cell(test.base.json(), agent: test.agent)
    let moved = try PlantedPairs.cell(test.base.with(test.moved).json(), agent: test.agent)
    let other = try PlantedPairs.cell(test.base.with(test.other).json(), agent: test.agent)
    #expect(try PlantedPairs.pValue(test.metric, base, moved) < 0.01)
    #expect(try PlantedPairs.pValue(test.metric, base, other) > 0.01)
  }
}
