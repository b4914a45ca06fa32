import Foundation
import Testing

/// Runs of a game in Lua that are killed and resumed, and records of their games.
@Suite struct OpenRecordTests {
  private static func shell(_ line: String, in folder: URL) throws -> String {
    let result = try Program.shell(line, in: folder)
    #expect(result.code == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// A folder with a small game and a level of it; its scripts are its own, not the project's.
  private static func withGame(
    _ text: String = Open.small(), _ body: (URL) throws -> Void
  ) throws {
    try Program.inFolder { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "scripts"))
      try FileManager.default.createDirectory(
        at: folder.appending(path: "scripts/games"), withIntermediateDirectories: true)
      try Program.write(text, to: "scripts/games/small.lua", in: folder)
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"small","name":"S"}"#, to: "s.json",
        in: folder)
      try body(folder)
    }
  }

  /// A run that is killed as soon as it has stored something, and resumed, gives the same bytes.
  @Test func aKilledRunIsResumed() throws {
    try Self.withGame { folder in
      let run = "run s.json --agents random,greedy --games 600 --quiet"
      _ = try Self.shell("playtest \(run) --jobs 1 --out whole", in: folder)
      let killed = try Program.Running(
        Program.file, "\(run) --jobs 1 --out r".split(separator: " ").map(String.init), in: folder)
      let log = folder.appending(path: "r/results.sqlite-wal").path
      while killed.process.isRunning {
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        if let size, size > 0 { break }
        usleep(1_000)
      }
      kill(killed.process.processIdentifier, SIGKILL)
      _ = killed.result()
      _ = try Self.shell("playtest \(run) --jobs 2 --out r --resume", in: folder)
      let games = "playtest export --moves --out - --quiet"
      let whole = try Self.shell("\(games) whole", in: folder)
      #expect(whole.split(separator: "\n").count > 2400)
      #expect(try Self.shell("\(games) r", in: folder) == whole)
      for file in ["summary.json", "report.md"] {
        let text = try Program.text(of: "whole/\(file)", in: folder)
          .replacing("whole", with: "r")
        #expect(try Program.text(of: "r/\(file)", in: folder) == text, "\(file)")
      }
    }
  }

  /// Every game is played again to the state whose hash was stored; its record names the moves.
  @Test func everyGameIsReplayed() throws {
    try Self.withGame { folder in
      _ = try Self.shell(
        "playtest run s.json --agents random,greedy --games 4 --jobs 1 --out r --quiet", in: folder)
      for agent in ["random", "greedy"] {
        for index in 0..<4 {
          let replayed = try Self.shell(
            "playtest replay r --agent \(agent) --index \(index) --verify", in: folder)
          #expect(replayed.contains("verified: "), "\(replayed)")
        }
      }
      let record = try Self.shell(
        "playtest replay r --agent random --index 1 --record", in: folder)
      #expect(record.contains("\"step\": "))
    }
  }

  /// A record with a move that is not allowed there is refused with the number of the move.
  @Test func anIllegalMoveOfARecordIsRefused() throws {
    // A step of 3 is never offered, though a move may have that number.
    let text = Open.small("function game.moves(s, offer) offer(1) offer(2) end")
    try Self.withGame(text) { folder in
      let head = """
        {"format": "playtest-record", "version": 1, "game": "small", "level":
          {"format": "playtest-level", "version": 1, "game": "small", "name": "S"},
          "seed": 1, "index": 0, "moves": [{"step": 1}, {"step": 2},
        """
      for (move, message) in [
        (#"{"step": 3}"#, "record.json: move 3: illegal move: there is no move step 3"),
        (
          #"{"step": 4}"#,
          "record.json:3: $.moves[2].step: expected a whole number from 1 to 3, found 4"
        ),
        (#"{"stop": 1}"#, "record.json:3: $.moves[2].stop: unknown field 'stop'; did you mean"),
      ] {
        try Program.write("\(head) \(move)]}", to: "record.json", in: folder)
        let result = try Program.shell("playtest replay record.json", in: folder)
        #expect(result.code != 0)
        #expect(result.errors.contains(message), "\(result.errors)")
      }
    }
  }
}
