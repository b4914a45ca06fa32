import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// One short game of every registered game, kept as people see it and as its trace.
///
/// The level `Golden/Playthroughs/GAME.json` is written by hand, with all of the game's rules that
/// fit into a short game; what is played on it lies beside it.
@Suite struct PlaythroughTests {
  private static let folder = "\(Golden.folder)/Playthroughs"
  private static let agent = "casual"
  private static let seed = 1

  @Test(arguments: GameRegistry.bundled.games.map(\.name))
  func isThatOfTheGoldenFiles(_ game: String) throws {
    let level = Oracle.root.appending(path: "\(Self.folder)/\(game).json").path
    guard FileManager.default.fileExists(atPath: level) else {
      Issue.record("\(level): there is no level to play; write a small one")
      return
    }
    try Program.inFolder { folder in
      let run = try Program.run(
        [
          "run", level, "--agents", Self.agent, "--games", "1", "--seed", "\(Self.seed)", "--out",
          "r", "--quiet",
        ], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let replay = [
        "replay", "r", "--level", "Playthrough", "--agent", Self.agent, "--index", "0",
      ]
      let pictures = try Program.run(replay, in: folder)
      try #require(pictures.code == 0, "\(pictures.errors)")
      try Golden.expect(pictures.output, at: "\(Self.folder)/\(game).txt")
      let trace = try Program.run(replay + ["--trace"], in: folder)
      try #require(trace.code == 0, "\(trace.errors)")
      try Golden.expect(trace.output, at: "\(Self.folder)/\(game).ndjson")
      #expect(try Program.run(replay + ["--verify"], in: folder).code == 0)
    }
  }

  @Test func noGoldenFileIsLeftOver() throws {
    try Golden.expectOnly(
      GameRegistry.bundled.games.flatMap { game in
        ["json", "ndjson", "txt"].map { "\(game.name).\($0)" }
      }, in: "Playthroughs")
  }

  /// The level shows what it is there for.
  @Test func bubblePopsGameHoldsRunsBombsAndClocks() throws {
    if Golden.isUpdating { return }
    let trace = try Program.text(of: "\(Self.folder)/bubble-pop.ndjson", in: Oracle.root)
    for sign in [
      #""type":"popped""#, #""combo":true"#, #""type":"missed""#, #""reason":"refresh""#,
      #""reason":"script""#, #""type":"timeAdded""#, #""type":"scored""#, #""type":"ended""#,
    ] {
      #expect(trace.contains(sign), "\(sign)")
    }
  }

  /// The level shows what it is there for.
  @Test func bubbleBlastsGameHoldsSpecialsSwapsAndDescents() throws {
    if Golden.isUpdating { return }
    let trace = try Program.text(of: "\(Self.folder)/bubble-blast.ndjson", in: Oracle.root)
    for sign in [
      #""type":"matched""#, #""type":"fell""#, #""type":"descended""#, #""type":"swapped""#,
      #""type":"activated","kind":"bomb""#, #""type":"activated","kind":"lightning""#,
      #""type":"activated","kind":"star""#, #""type":"removed","kind":"crate""#,
    ] {
      #expect(trace.contains(sign), "\(sign)")
    }
  }

  @Test func pegglesGameHoldsPowersAndTheBucket() throws {
    if Golden.isUpdating { return }
    let trace = try Program.text(of: "\(Self.folder)/peggle.ndjson", in: Oracle.root)
    for sign in [
      #""type":"peg_hit""#, #""type":"pegs_removed""#, #""type":"ball_added""#,
      #""type":"bucket""#, #""type":"board_turned""#, #""type":"exploded""#, #""type":"thrown""#,
      #""type":"reentered""#, #""type":"multiplier""#, #""type":"shot_ended""#,
    ] {
      #expect(trace.contains(sign), "\(sign)")
    }
  }
}
