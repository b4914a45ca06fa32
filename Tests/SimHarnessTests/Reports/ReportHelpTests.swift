import Foundation
import Testing

@testable import Lab
@testable import SimHarness

/// What would help a level, on the page.
@Suite struct ReportHelpTests {
  private static func interval(_ value: Double) -> Interval {
    Interval(value: value, low: value - 0.05, high: value + 0.05)
  }

  private static func explanation(
    of level: String, rate: Double = 0.1, edits: Bool = true
  ) -> LevelExplanation {
    LevelExplanation(
      level: level, players: ["casual"], player: 0, band: 0.4...0.6, rates: [interval(rate)],
      rows: [
        LevelExplanation.Row(
          lever: "shots", change: "1 shot more <b>", steps: 1, effects: [interval(0.031)],
          reach: LevelExplanation.Reach(
            change: "7 shots more", steps: 7, cost: 2.5, estimate: 0.5, isWithin: true)),
        LevelExplanation.Row(
          lever: "colours", change: "1 colour fewer", steps: 1, effects: [interval(-0.2)]),
      ],
      edits: edits
        ? [
          LevelExplanation.Edit(
            lever: "shots", change: "7 shots more", steps: 7, cost: 2.5,
            verified: interval(0.52), seed: 2)
        ] : [],
      games: 100, verifyGames: 1000, seed: 1, gamesPlayed: 12_345)
  }

  private static func page(_ explanation: (String) -> LevelExplanation) -> String {
    var run = ReportFixture.realistic(levels: 3, games: 40)
    run.additions.explanations = [explanation(run.levels[1].name)]
    return ReportFormat.html.render(run, runPath: "run")
  }

  @Test func theEditsAndTheLeversStandInTheLevelsSection() throws {
    let page = Self.page { Self.explanation(of: $0) }
    #expect(page.split(separator: "<h4>What would help</h4>").count == 2)
    for text in [
      "To bring casual&#39;s pass rate to 40 to 60%, cheapest first:",
      "<li><bdi>7 shots more</bdi>: passes 52% <small>[47, 57]</small>, cost 2.5</li>",
      "<bdi>1 shot more &lt;b&gt;</bdi>", "+3.1 <small>[-1.9, +8.1]</small>",
      "<bdi>7 shots more, cost 2.5</bdi>", "-20.0 <small>[-25.0, -15.0]</small>",
      "on the same 100 games; each edit was verified on its own 1,000 fresh games; 95% intervals",
      "12,345 games in all.",
    ] { #expect(page.contains(text), "\(text)") }
    let section = try #require(page.range(of: "id=\"level-2\""))
    let heading = try #require(page.range(of: "What would help"))
    let next = try #require(page.range(of: "id=\"level-3\""))
    #expect(section.lowerBound < heading.lowerBound && heading.lowerBound < next.lowerBound)
  }

  @Test func withoutAnEditItSaysSo() {
    let none = Self.page { Self.explanation(of: $0, edits: false) }
    #expect(
      none.contains(
        "No single change was found that brings casual&#39;s pass rate to 40 to 60%; try several"
          + " together. The strongest:"))
    #expect(!none.contains("was verified on its own"))
    let within = Self.page { Self.explanation(of: $0, rate: 0.5, edits: false) }
    #expect(within.contains("casual&#39;s pass rate is already within 40 to 60%"))
  }

  @Test func levelsWithoutDifficultyFlagsAreNotExplained() {
    let kinds = LevelFlag.Kind.allCases
    var run = ReportFixture.realistic(levels: kinds.count, games: 40)
    for index in run.levels.indices { run.levels[index].flags = [] }
    #expect(run.levelsToExplain.isEmpty)
    for (index, kind) in kinds.enumerated() {
      run.levels[index].flags = [LevelFlag(kind: kind, reason: "", example: nil)]
    }
    let others = [LevelFlag.Kind.stuck, .faults, .duplicate, .luck, .order]
    let explained = zip(run.levels, kinds).filter { !others.contains($1) }.map(\.0.name)
    #expect(run.levelsToExplain == explained && explained.count == 6)
    #expect(run.referencePlayer == "casual")
  }
}
