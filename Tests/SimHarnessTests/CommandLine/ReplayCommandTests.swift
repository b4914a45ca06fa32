import Foundation
import Testing

@testable import SimHarness

/// `replay` of a record that says something else than what is played.
@Suite struct ReplayCommandTests {
  /// Calls `body` with a folder that has the record of a game that was won, `game.json`, and its
  /// text.
  private static func inFolder(_ body: (URL, String) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let made = try Program.shell(
        "playtest run good.json --games 1 --agents greedy --out r --quiet > /dev/null"
          + " && playtest replay r --record > game.json", in: folder)
      try #require(made.code == 0, "\(made.errors)")
      let text = try Program.text(of: "game.json", in: folder)
      try #require(text.contains("\"outcome\": \"won\""))
      try body(folder, text)
    }
  }

  @Test(arguments: ["\"capped\"", "null"])
  func aStoppedGameHasNoOutcome(outcome: String) throws {
    try Self.inFolder { folder, text in
      try Program.write(
        text.replacing("\"outcome\": \"won\"", with: "\"outcome\": \(outcome)"), to: "other.json",
        in: folder)
      try Program.Failure(
        1, "playtest replay other.json --verify",
        "other.json: the replay differs: outcome won, recorded none (stopped before its end)"
      ).check(in: folder)
    }
  }

  /// A level of another game would be played by other rules than the record says.
  @Test(arguments: ["peggle", "tiles"]) func theGameIsThatOfTheLevel(game: String) throws {
    try Self.inFolder { folder, text in
      let place = try #require(text.range(of: "\"game\": \"bubble-blast\""))
      try Program.write(
        text.replacingCharacters(in: place, with: "\"game\": \"\(game)\""), to: "other.json",
        in: folder)
      let result = try Program.shell("playtest replay other.json --verify", in: folder)
      #expect(result.code == 65)
      #expect(
        result.errors.hasSuffix(
          ": $.level: this is a level of 'bubble-blast', and the game of the record is '\(game)';"
            + " they must be the same\n"), "\(result.errors)")
    }
  }

  /// A hash of a script that the level does not have would verify nothing.
  @Test func aScriptThatTheGameDoesNotHaveIsNamed() throws {
    try Self.inFolder { folder, text in
      try Program.write(
        text.replacing("\"end\":", with: "\"scripts\": {\"bomb\": \"0000\"},\n\"end\":"),
        to: "other.json", in: folder)
      let result = try Program.shell("playtest replay other.json --verify", in: folder)
      #expect(result.code == 65)
      #expect(
        result.errors.hasSuffix(": $.scripts: unknown script 'bomb' of this game; known: none\n"),
        "\(result.errors)")
    }
  }

  @Test func aSeedThatIsTooLargeHasItsRange() throws {
    try Self.inFolder { folder, text in
      try Program.write(
        text.replacing("\"seed\": 1", with: "\"seed\": 18446744073709551616"), to: "other.json",
        in: folder)
      let result = try Program.shell("playtest replay other.json --verify", in: folder)
      #expect(result.code == 65)
      #expect(
        result.errors.hasSuffix(
          ": $.seed: expected a whole number from 0 to 18446744073709551615, found"
            + " 1.8446744073709552e+19\n"), "\(result.errors)")
    }
  }

  /// What would be left out without a word.
  @Test(arguments: [
    Program.Failure(
      64, "playtest replay game.json --record --verify",
      "--record prints the record alone; leave out --trace, --frames and --verify; see playtest"),
    Program.Failure(
      64, "playtest replay game.json --index 3",
      "game.json: this is a file of one game; leave out --index, which is for a run"),
    Program.Failure(
      64, "playtest replay game.json --level Good --agent greedy",
      "game.json: this is a file of one game; leave out --level, which is for a run"),
  ])
  func optionsWithoutEffectAreRefused(_ failure: Program.Failure) throws {
    try Self.inFolder { folder, _ in try failure.check(in: folder) }
  }
}
