import Foundation
import Testing

@testable import SimHarness

/// Players of files as a user names them.
@Suite struct PlayerFileCommandTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "players"), withIntermediateDirectories: false)
      try Program.write(player, to: "players/alice.yml", in: folder)
      try body(folder)
    }
  }

  private static let player = """
    format: playtest-player
    game: bubble-blast
    summary: careful, mostly
    mix:
      - {agent: "casual", weight: 2}
      - {agent: "random", weight: 1}

    """

  @Test func aMistypedNameIsSuggested() throws {
    try Self.inFolder { folder in
      let result = try Program.shell("playtest run good.json --agents alise", in: folder)
      #expect(result.code == 64)
      let line = result.errors
      #expect(
        line.hasPrefix("playtest: unknown agent 'alise'; did you mean 'alice'? known: random, "))
      #expect(line.contains(", alice; searched: scripts/agents, players"), "\(line)")
      try FileManager.default.removeItem(at: folder.appending(path: "players"))
      let none = try Program.shell("playtest run good.json --agents alise", in: folder)
      #expect(none.errors.contains("; searched: scripts/agents, players (not found)"))
    }
  }

  /// A path plays as the name does: the same games, in a run whose replays need no file.
  @Test func aPathPlaysAsTheName() throws {
    try Self.inFolder { folder in
      var cells: [String] = []
      for (agent, run) in [("alice", "a"), ("players/alice.yml", "b")] {
        let result = try Program.run(
          ["run", "good.json", "--agents", agent, "--games", "20", "--quiet", "--out", run],
          in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let made = try Program.shell("playtest report \(run) --format csv", in: folder)
        #expect(made.code == 0, "\(made.errors)")
        cells.append(
          try Program.text(of: "\(run)/games.csv", in: folder)
            .replacing(",\(agent),", with: ",X,"))
      }
      #expect(cells[0] == cells[1])
      try FileManager.default.removeItem(at: folder.appending(path: "players"))
      let explained = try Program.shell("playtest explain b --games 10 --quiet", in: folder)
      #expect(explained.code == 0, "\(explained.errors)")
    }
  }

  @Test(arguments: [
    Program.Failure(
      66, "playtest run good.json --agents players/bob.yml", "players/bob.yml: no such file"),
    Program.Failure(
      65, "playtest run good.json --agents good.yaml",
      "good.yaml:1: $.format: expected \"playtest-player\": this is not a player file"),
    Program.Failure(
      64, "playtest run good.json --agents players/alice.yml:share=1",
      "agent 'players/alice.yml:share=1': players/alice.yml takes no parameters; leave them out"),
    Program.Failure(
      65, "playtest run good.json --agents nested.yml",
      "nested.yml:1: 'players/alice.yml' cannot be mixed; name a preset or STRATEGY@EXECUTION"),
  ])
  func aPathThatIsNotAPlayerIsNamed(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      try Program.write("format: x\n", to: "good.yaml", in: folder)
      try Program.write(
        Self.player.replacing("\"random\"", with: "\"players/alice.yml\""), to: "nested.yml",
        in: folder)
      try failure.check(in: folder)
    }
  }

  /// Listed with the other agents; one that cannot be read is reported, and one that another agent
  /// hides is not listed.
  @Test func playersAreListed() throws {
    try Self.inFolder { folder in
      try Program.write(Self.player, to: "players/casual.yml", in: folder)
      let list = try Program.shell("playtest list agents --json", in: folder)
      #expect(list.code == 0, "\(list.errors)")
      let items =
        try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]] ?? []
      #expect(items.filter { $0["name"] as? String == "casual" }.count == 1)
      let alice = try #require(items.first { $0["name"] as? String == "alice" })
      #expect(alice["games"] as? [String] == ["bubble-blast"])
      #expect(alice["summary"] as? String == "careful, mostly")
      #expect(alice["file"] as? String == "players/alice.yml")
      #expect(alice["builtIn"] as? Bool == false)
      let other = try Program.shell("playtest list agents peggle", in: folder)
      #expect(other.code == 0 && !other.output.contains("alice"))
      try Program.write("format: x\n", to: "players/bad.yml", in: folder)
      let broken = try Program.shell("playtest list agents", in: folder)
      #expect(broken.code == 65 && broken.output.contains("careful, mostly"))
      #expect(
        broken.errors
          == "playtest: players/bad.yml:1: $.format: expected \"playtest-player\": this is not a player file\n"
      )
    }
  }
}
