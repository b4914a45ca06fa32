import Testing

@testable import Charts
@testable import Lab
@testable import Reporting
@testable import SimHarness

/// The page of a tune and its pictures.
@Suite struct TunePageTests {
  private static func outcome(_ parameters: String) async throws -> TuneOutcome {
    let yaml = """
      level: x
      budget: {games: 2000}
      parameters: \(parameters)
      targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.08}]
      verify: {games: 200, seed: 7}
      """
    return try await TuneRun(Tuning.plan(yaml, [Tuning.variants(Tuning.bubbles)])).outcome()
  }

  /// One number is drawn large: the number along, the target, the path and a mark per point.
  @Test func oneNumberHasOneLargePicture() async throws {
    let outcome = try await Self.outcome("[{path: shots, int: [3, 20]}]")
    let pictures = TuneChart.all(outcome)
    #expect(pictures.count == 1)
    // A phone has a small one in its place.
    let both = try #require(pictures.first).components(separatedBy: "<div class=\"less\">")
    #expect(both.count == 2 && both[1].contains("width=\"312\""))
    let picture = both[0]
    #expect(picture.contains("width=\"702\""))
    #expect(picture.contains(">shots</text>"))
    #expect(picture.contains(">pass_rate of casual</text>"))
    for kind in ["wanted", "way"] {
      #expect(picture.ranges(of: "class=\"\(kind)\"").count == 1, "\(kind)")
    }
    // The start stands twice where nothing better was found.
    let marks = picture.ranges(of: "class=\"dot\"").count
    #expect(marks == outcome.points.count + (outcome.best == 0 ? 1 : 0))
    // Both axes have ticks, those of a share in percent.
    #expect(picture.ranges(of: "%</text>").count >= 3)
  }

  /// Several numbers are small pictures of one size, one for each.
  @Test func severalNumbersAreSmallMultiples() async throws {
    let outcome = try await Self.outcome(
      "[{path: shots, int: [3, 20]}, {path: preview, int: [1, 3]}]")
    let pictures = TuneChart.all(outcome)
    #expect(pictures.count == 2)
    #expect(pictures.allSatisfy { $0.contains("width=\"312\"") })
    #expect(pictures[0].contains(">shots</text>") && pictures[1].contains(">preview</text>"))
  }

  /// The page begins with what was changed and what that does.
  @Test func thePageSaysWhatWasChanged() async throws {
    let outcome = try await Self.outcome("[{path: shots, int: [3, 20]}]")
    let page = TunePage.render(outcome)
    let lead = try #require(page.split(separator: "\n").first { $0.contains("class=\"lead\"") })
    #expect(
      lead.contains(outcome.changes[0].before == outcome.changes[0].after ? "Nothing" : "shots"))
    let reached = try #require(outcome.reached.first)
    #expect(lead.contains(TuneText.interval(reached.verified, of: reached.figure)))
    #expect(lead.contains("the target is"))
    #expect(!page.contains("Pareto"), "one target has no trade-offs")
    for unclear in ["whole range", "NaN", "inf"] {
      #expect(TuneChart.all(outcome).allSatisfy { !$0.contains(unclear) }, "\(unclear)")
    }
  }
}
