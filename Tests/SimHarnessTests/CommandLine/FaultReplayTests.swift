import Foundation
import Testing

@testable import SimHarness

/// Games that ended by a script's fault are replayed to that fault.
@Suite struct FaultReplayTests {
  private static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Bad","shots":12,
    "legend":{"b":"bad"},"grid":["RRBBb.......","RRB........"]}
    """
  private static let bubble = """
    local bad = { name = "bad", glyph = "b", summary = "Fails." }
    function bad.on_neighbour_removed(board, cell, removed)
      error("boom")
    end
    return bad
    """
  private static let agent = """
    local agent = { name = "lost", summary = "Fails.", games = { "bubble-blast" } }
    function agent.choose(turn)
      error("no idea")
    end
    return agent
    """

  private static func inFolder(_ body: (URL, Int) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.removeItem(at: folder.appending(path: "scripts"))
      for name in ["bubbles", "agents"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: "scripts/\(name)"), withIntermediateDirectories: true)
      }
      try Program.write(level, to: "bad.json", in: folder)
      try Program.write(bubble, to: "scripts/bubbles/bad.lua", in: folder)
      try Program.write(agent, to: "scripts/agents/lost.lua", in: folder)
      let run = try Program.shell(
        "playtest run bad.json --agents random,lost --games 20 --out r --quiet --allow-faults",
        in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let store = try SmallRuns.store(in: folder.appending(path: "r").path)
      var index: Int?
      try store.forEachGame(ofCell: 0) { row in
        if row.result.end == .faulted, index == nil { index = row.result.index }
      }
      try body(folder, try #require(index))
    }
  }

  @Test func aBubblesFaultIsShown() throws {
    try Self.inFolder { folder, index in
      let replay = "playtest replay r --level Bad --agent random --index \(index)"
      let text = try Program.shell(replay, in: folder)
      #expect(text.code == 0, "\(text.errors)")
      let last = try #require(text.output.split(separator: "\n").last)
      #expect(
        last.contains("SCRIPT FAULT (on_neighbour_removed of bad at row 0, column 4): ")
          && last.hasSuffix("bubbles/bad.lua:3: boom"), "\(last)")
      let trace = try Program.shell("\(replay) --trace", in: folder)
      let line = try #require(trace.output.split(separator: "\n").last)
      #expect(
        line.contains(
          #""fault":{"kind":"error","in":"on_neighbour_removed of bad at row 0, column 4""#)
          && line.contains("boom"), "\(line)")
      let verified = try Program.shell("\(replay) --verify", in: folder)
      #expect(verified.code == 0, "\(verified.errors)")
      #expect(verified.output.contains(", then the recorded fault"))
    }
  }

  @Test func anAgentsFaultIsShown() throws {
    try Self.inFolder { folder, _ in
      let replay = "playtest replay r --level Bad --agent lost --index 0"
      let text = try Program.shell(replay, in: folder)
      #expect(
        text.output.hasSuffix(
          "turn 1: SCRIPT FAULT (the agent lost, move 1): agents/lost.lua:3: no idea\n"),
        "\(text.output) \(text.errors)")
      let verified = try Program.shell("\(replay) --verify", in: folder)
      #expect(verified.code == 0 && verified.output.contains("then the recorded fault"))
    }
  }

  /// The record of such a game ends in the fault too, unless the script has changed.
  @Test func aRecordHasItsFault() throws {
    try Self.inFolder { folder, index in
      let record = try Program.shell(
        "playtest replay r --level Bad --agent random --index \(index) --record > g.json"
          + " && playtest replay g.json --verify", in: folder)
      #expect(record.code == 0, "\(record.errors)")
      #expect(record.output.contains("then the recorded fault"))
      let text = try Program.text(of: "g.json", in: folder)
      try Program.write(
        text.replacingOccurrences(of: "boom", with: "bang"), to: "other.json", in: folder)
      let other = try Program.shell("playtest replay other.json --verify", in: folder)
      #expect(other.code == 1)
      #expect(other.errors.contains(#"boom", recorded "#) && other.errors.contains("bang"))
    }
  }
}
