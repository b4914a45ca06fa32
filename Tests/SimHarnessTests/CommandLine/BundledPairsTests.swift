import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame

/// The suites in `suites/ab`: pairs that differ in one number, compared game by game.
@Suite struct BundledPairsTests {
  private struct Comparison: Decodable {
    struct Cell: Decodable {
      struct Difference: Decodable {
        var value: Double
      }

      var paired: Bool
      var difference: Difference
      var widthRatio: Double
    }

    var cells: [Cell]
  }

  /// The interval of a change is at most 0.7 times as wide as on different games.
  @Test(arguments: ["garland", "honeycomb", "two-towers"])
  func aPairedIntervalIsNarrower(_ name: String) throws {
    try Program.inFolder { folder in
      for side in ["before", "after"] {
        let run = try Program.run(
          [
            "run", "suites/ab/\(name)-\(side).yml", "--games", "150", "--out",
            folder.appending(path: side).path, "--quiet",
          ], in: URL(filePath: ProjectFolder.path(".")))
        #expect(run.code == 0, "\(run.errors)")
      }
      let result = try Program.run(["compare", "before", "after", "--json"], in: folder)
      let comparison = try JSONDecoder().decode(Comparison.self, from: Data(result.output.utf8))
      let cell = try #require(comparison.cells.first)
      #expect(cell.paired && cell.difference.value < 0, "two shots fewer")
      #expect((0.1...0.7).contains(cell.widthRatio))
    }
  }
}
