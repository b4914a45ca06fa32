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

  /// A game that a fault ended has rows up to the move that failed, and the other games have all of
  /// theirs.
  @Test func aFaultEndsTheRowsOfItsGame() throws {
    let text = Open.small(
      "local apply = game.apply\n    function game.apply(s, move, random, emit)\n"
        + "      if s.place > 3 and random(3) == 1 then error(\"boom\") end\n"
        + "      apply(s, move, random, emit)\n    end")
    try Self.withGame(text) { folder in
      _ = try Self.shell(
        "playtest run s.json --agents random --games 20 --out r --quiet --allow-faults", in: folder)
      let rows = try Self.shell("playtest export r --moves --out - --quiet", in: folder)
        .split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
      var lengths: [Int: Int] = [:]
      for row in rows { lengths[Int(row[2]) ?? -1, default: 0] += 1 }
      let store = try SmallRuns.store(in: folder.appending(path: "r").path)
      var faults = 0
      try store.forEachGame(ofCell: 0) { row in
        #expect(lengths[row.result.index] == row.result.moves)
        if row.result.end == .faulted { faults += 1 }
      }
      #expect(faults > 3 && faults < 20 && lengths.count == 20)
      #expect(rows.contains { $0.contains("faulted") })
      #expect(
        try Self.shell("playtest export r --moves --out - --quiet --jobs 3", in: folder)
          .split(separator: "\n").count == rows.count + 1)
    }
  }

  /// A move of two players has the points of the one who made it, whatever the other one lost.
  @Test(arguments: ["random", "random:greedy"])
  func pointsAreThoseOfTheMover(_ agents: String) throws {
    let text = """
      local game = { name = "small", move = { { "step", 1, 3 } }, players = 2 }
      function game.setup(s) s.scores, s.turn, s.place = { 0, 0 }, 1, 0 end
      function game.moves(s, offer) for step = 1, 3 do offer(step) end end
      function game.apply(s, move)
        s.scores[s.turn] = s.scores[s.turn] + move.step
        s.scores[3 - s.turn] = s.scores[3 - s.turn] - move.step
        s.turn, s.place = 3 - s.turn, s.place + 1
      end
      function game.outcome(s) if s.place == 6 then return "draw" end end
      return game
      """
    try Self.withGame(text) { folder in
      _ = try Self.shell(
        "playtest run s.json --agents \(agents) --games 4 --out r --quiet", in: folder)
      let lines = try Self.shell("playtest export r --moves --out - --quiet", in: folder)
        .split(separator: "\n")
      let head = lines[0].split(separator: ",")
      let step = try #require(head.firstIndex(of: "move_step"))
      let points = try #require(head.firstIndex(of: "points"))
      #expect(lines.count == 25)
      for line in lines.dropFirst() {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells[points] == cells[step], "\(line)")
      }
    }
  }

  /// As in the other games, the last turn says how the game ended; moves are in the game's words.
  @Test(arguments: [
    ("crates/02-two-by-two", "casual", "turn 8: push 2,4 up, pushed, placed, WON, score "),
    ("tiles/02-classic-128", "casual", ", WON, score "),
    ("patience/02-four-piles", "casual", ": turn over a card, LOST (stuck), score "),
    ("pishti/02-six-cards", "casual", ", player 1 WON, score "),
    ("pishti/02-six-cards", "casual:skilled", "turn 48: B: play "),
    ("pishti/02-six-cards", "casual:skilled", ", A WON, score "),
  ])
  func aReplaySaysHowTheGameEnded(_ level: String, _ agent: String, _ words: String) throws {
    try Program.inFolder { folder in
      _ = try Self.shell(
        "playtest run builtin:\(level) --agents \(agent) --games 1 --jobs 1 --out r --quiet",
        in: folder)
      let lines = try Self.shell("playtest replay r", in: folder).split(separator: "\n")
      let last = try #require(lines.last { $0.hasPrefix("turn ") })
      #expect(last.contains(words), "\(last)")
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
