import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The table of metrics in `docs/numbers.md` is that of the program; `PLAYTEST_UPDATE_GOLDEN=1`
/// writes it again.
@Suite struct MetricTableTests {
  private static let start = "<!-- metrics: written by MetricTableTests -->\n"
  private static let end = "<!-- end of metrics -->\n"

  private var table: String {
    var text = "\n| metric | game | unit | source | interval | meaning |\n"
    text += "| :--- | :--- | :--- | :--- | :--- | :--- |\n"
    func add(_ metrics: [MetricDefinition], _ game: String) {
      for metric in metrics {
        text += "| `\(metric.name)` | \(game) | \(metric.unit) | \(metric.source.rawValue) |"
        text += " \(metric.interval) | \(metric.summary) |\n"
      }
    }
    add(MetricCatalog.general, "all")
    for game in GameRegistry.bundled.games { add(game.metrics, game.name) }
    return text + "\n"
  }

  @Test func theDocumentHasTheTable() throws {
    let file = Oracle.root.appending(path: "docs/numbers.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: Self.start))
    let end = try #require(text.range(of: Self.end))
    let between = start.upperBound..<end.lowerBound
    if Golden.isUpdating {
      try text.replacingCharacters(in: between, with: table)
        .write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[between] == table, "write it again with PLAYTEST_UPDATE_GOLDEN=1")
    }
  }
}
