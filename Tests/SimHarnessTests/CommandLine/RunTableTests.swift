import Foundation
import Testing

/// What `run` prints at its end, and what `--quiet` leaves of it.
@Suite struct RunTableTests {
  private static let run = [
    "run", "builtin:bubble-pop", "--games", "20", "--agents", "random", "--seed", "3", "--out", "r",
    "--force",
  ]

  /// Classic and Drift have no goal, so a pass rate would say nothing.
  @Test func levelsWithoutAGoalShowTheirScore() throws {
    try Program.inFolder { folder in
      let lines = try Program.run(Self.run, in: folder).output.split(separator: "\n")
      #expect(
        lines.prefix(4) == [
          "level       random              flags",
          "Classic     244 [229, 258]",
          "Demolition  65.0% [40.8, 84.6]",
          "Drift       200 [187, 216]",
        ])
      #expect(lines.dropFirst(4).first?.hasPrefix("pass rate in %, mean score with its") == true)
    }
  }

  @Test func quietSilencesTheProgressAlone() throws {
    try Program.inFolder { folder in
      var outputs: [String] = []
      for option in [[], ["--quiet"]] {
        let ended = try Program.run(Self.run + option, in: folder)
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        outputs.append(ended.output.replacing(#/games in .*/#, with: "games"))
      }
      #expect(outputs[0] == outputs[1])
      #expect(outputs[1].contains("next:\n"))

      let long = ["run", "builtin:bubble-blast", "--games", "400", "--agents", "random"]
      for option in [[], ["--quiet"]] {
        let terminal = try TerminalProgram(
          long + ["--out", "long", "--force"] + option, in: folder, showsErrors: true)
        let (code, output, _) = terminal.end()
        #expect(code == 0)
        #expect(output.contains(#/\d of 4800 games \(\d+%\)/#) == option.isEmpty, "\(output)")
      }

      let wrong = try Program.run(["run", "none.json", "--quiet"], in: folder)
      #expect(wrong.code == 66 && wrong.errors.hasPrefix("playtest: none.json: no such file"))
    }
  }
}
