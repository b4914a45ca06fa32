import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import PlaytestCommands
@testable import SimHarness

/// Games that people played beside the agents of a run.
@Suite struct PeopleRecordsTests {
  private static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Tiny","shots":3,
     "grid":["RRBB........","RRB........"]}
    """

  /// The record of a game of three shots, or fewer.
  private func record(
    player: String = "Ann", index: Int = 0, shots: Int = 3, text: String = level
  ) throws -> String {
    let level = try Terminals.level(text: text)
    let session = try Terminals.session(level, index: index)
    for shot in 0..<shots {
      // The second blank skips the flight.
      session.type("\u{1B}[D  ", at: Double(shot))
    }
    let game = RecordedGameFile(
      played: session.played, entry: try #require(GameRegistry.bundled.game(named: level.game)),
      level: level, seed: 1, index: index, player: player)
    return game.text
  }

  /// Runs with these records; gives the run's complaints and the summary's cells.
  private func run(
    _ records: [String: String], _ options: String = "", in folder: URL
  ) throws -> (result: Program.Result, cells: [[String: Any]]) {
    try Program.write(Self.level, to: "tiny.json", in: folder)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "people"), withIntermediateDirectories: true)
    for (name, text) in records { try Program.write(text, to: "people/\(name)", in: folder) }
    let result = try Program.shell(
      "playtest run tiny.json --agents random,greedy --games 5 --people people --quiet --json"
        + " --force --out run \(options)", in: folder)
    guard result.code == 0,
      let summary = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        as? [String: Any]
    else { return (result, []) }
    return (result, summary["cells"] as? [[String: Any]] ?? [])
  }

  /// An index is a number of a file, and the number behind it is said in advice.
  @Test func extremeIndicesAreReported() throws {
    try Program.inFolder { folder in
      let record = try record()
      func with(_ index: String) -> String {
        record.replacingOccurrences(of: #""index": 0"#, with: #""index": \#(index)"#)
      }
      let (result, _) = try run(
        ["Ann-1.json": with("9223372036854775807"), "Ann-2.json": with("9223372036854775806")],
        in: folder)
      #expect(result.code == 65)
      #expect(result.errors.contains("from 0 to 9223372036854775806"), "\(result.errors)")
      #expect(result.errors.contains("pass --games 9223372036854775807"), "\(result.errors)")
    }
  }

  /// What lies among the records and is no file is not waited for.
  @Test func pipesAndHugeFilesAreNotCounted() throws {
    try Program.inFolder { folder in
      try OddFiles.pipe(at: folder.appending(path: "people/a.json").path)
      try OddFiles.sparse(at: folder.appending(path: "people/b.json").path)
      let (result, _) = try run(["Ann-1.json": try record()], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors.contains("a.json: this is a pipe, not a file"), "\(result.errors)")
      #expect(result.errors.contains("b.json: the file is larger than 64 MiB"), "\(result.errors)")
    }
  }

  @Test func aPersonIsAPlayerOfTheRun() throws {
    try Program.inFolder { folder in
      let (result, cells) = try run(
        [
          "Ann-1.json": try record(), "Ann-2.json": try record(index: 3),
          "Bo-1.json": try record(player: "Bo"),
        ], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors.isEmpty)
      #expect(cells.map { $0["agent"] as? String } == ["random", "greedy", "Ann", "Bo"])
      #expect(cells.map { $0["games"] as? Int } == [5, 5, 2, 1])
      // Metrics are calculated as for any player.
      let metrics = try #require(cells[2]["metrics"] as? [String: Any])
      #expect(Set(metrics.keys).isSuperset(of: BubbleBlast.entry.metrics.map(\.name)))
      // The game can be looked at like an agent's.
      let replay = try Program.run(
        ["replay", "run", "--level", "Tiny", "--agent", "Ann", "--index", "3", "--verify"],
        in: folder)
      #expect(replay.code == 0, "\(replay.errors)")
      #expect(replay.output.hasPrefix("verified: 3 moves"))
      let report = try Program.text(of: "run/report.md", in: folder)
      #expect(report.contains("Ann"))
    }
  }

  @Test func theNumberOfWorkersChangesNothing() throws {
    try Program.inFolder { folder in
      let records = ["a.json": try record(), "b.json": try record(index: 4)]
      let one = try run(records, "--jobs 1", in: folder)
      let three = try run(records, "--jobs 3", in: folder)
      #expect(one.result.code == 0)
      #expect(one.result.output == three.result.output)
    }
  }

  @Test func whatDoesNotVerifyIsRefused() throws {
    try Program.inFolder { folder in
      let good = try record()
      let score = good.replacingOccurrences(of: "\"score\": ", with: "\"score\": 1")
      let (result, cells) = try run(
        [
          "a-good.json": good, "b-score.json": score, "c-twice.json": good,
          "d-index.json": try record(index: 5),
          "e-left.json": try record(index: 1, shots: 1),
          "f-agent.json": try record(player: "greedy"),
          "g-seed.json": try record(index: 2)
            .replacingOccurrences(of: "\"seed\": 1,", with: "\"seed\": 2,"),
          "h-other.json": try record(
            text: Self.level.replacingOccurrences(of: "RRBB", with: "RBBR")),
          "i-broken.json": "{\"format\": 1}",
          "j-nobody.json": good.replacingOccurrences(of: "\"player\"", with: "\"agent\""),
        ], in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(cells.map { $0["games"] as? Int } == [5, 5, 1])
      let reasons = [
        "people/b-score.json: not counted: the replay differs: score ",
        "people/c-twice.json: not counted: game 0 by 'Ann' is already counted",
        "people/d-index.json: not counted: it is game 5, this run has 0 to 4; pass --games 6",
        "people/e-left.json: not counted: it was not finished",
        "people/f-agent.json: not counted: the player 'greedy' has the same name as an agent of this run",
        "people/g-seed.json: not counted: it was played with seed 2, this run has 1; pass --seed 2",
        "people/i-broken.json:1: ",
        "people/j-nobody.json: not counted: it was not played by a person: it has no player",
        "not counted: 1 record of other levels",
      ]
      #expect(result.complaints.count == reasons.count, "\(result.errors)")
      for (complaint, reason) in zip(result.complaints, reasons) {
        #expect(complaint.hasPrefix("playtest: \(reason)"), "\(complaint)")
      }
    }
  }

  @Test func withoutAnyGameThatCountsThereIsNoRun() throws {
    try Program.inFolder { folder in
      try Program.write(Self.level, to: "tiny.json", in: folder)
      try Program.write("{}", to: "none.json", in: folder)
      let none = try Program.shell("playtest run tiny.json --people none.json", in: folder)
      #expect(none.code == 65)
      #expect(none.complaints.last?.hasPrefix("playtest: --people: no game can be counted") == true)
      let missing = try Program.shell("playtest run tiny.json --people gone", in: folder)
      #expect(missing.code == 66)
      #expect(missing.errors == "playtest: gone: no such file or folder\n")
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Reports").path))
    }
  }
}
