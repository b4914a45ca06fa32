import Foundation
import TestSupport
import Testing

/// `playtest population`: what of a run it walks through.
@Suite struct PopulationCommandTests {
  @Test func levelsThatAreNotRatedAreNamed() throws {
    try Program.inFolder { folder in
      let run = try Program.shell(
        "playtest run builtin:bubble-pop --agents random,casual --games 4 --out r --quiet",
        in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let text = try Program.shell("playtest population r", in: folder)
      #expect(
        text.output.hasSuffix(
          "not rated: 'Classic' has no goal or no games\nnot rated: 'Drift' has no goal or no games\n"
        ),
        "\(text.output)")
      #expect(text.errors.isEmpty)
      let json = try Program.shell("playtest population r --json", in: folder)
      #expect(json.output.contains("\n  \"unrated\": [\"Classic\", \"Drift\"]\n"), "\(json.output)")
    }
  }
}
