import Catalogue
import Testing

@testable import SimHarness

/// The groups of a report's metrics, as a designer looks for them.
@Suite struct MetricGroupsTests {
  private func names(_ group: MetricDefinition.Group) -> [String] {
    let all =
      GameRegistry.bundled.games.flatMap(\.metrics) + DerivedMetrics.definitions + StudyMetrics.all
    return all.filter { $0.group == group }.uniqued(on: \.name).map(\.name).sorted()
  }

  @Test func difficulty() {
    #expect(
      names(.difficulty) == [
        "attempts_per_pass", "balls_left", "best_moves_15", "best_moves_5", "capped_rate", "deals",
        "fault_rate", "initial_matches", "initial_no_set", "initial_pairs", "initial_sets",
        "moves_on_losses", "moves_on_losses_median", "moves_on_wins", "moves_on_wins_median",
        "near_miss", "one_star", "orange_left", "out_of_shots_rate", "overflow_rate", "progress",
        "score_on_losses", "score_on_losses_median", "score_on_wins", "score_on_wins_median",
        "shots_left", "stuck_balls", "three_stars", "two_stars",
      ])
  }

  @Test func choiceLuckAndShape() {
    #expect(
      names(.choice) == [
        "cost_no_KIND", "cost_no_swap", "cost_no_walls", "criticality", "dead_turns",
        "decision_entropy", "decision_share", "distinct_outcomes", "legal_moves",
      ])
    #expect(names(.luck) == ["luck_share"])
    #expect(
      names(.shape) == [
        "comebacks", "excitement", "longest_chain", "score_per_move", "specials_activated",
      ])
  }
}
