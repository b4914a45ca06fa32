import Foundation
import Testing

/// Games in Lua in a scripts folder of another name: suites find them, and the commands that the
/// program suggests work as they are written.
@Suite struct OpenFolderTests {
  private static let fields = """
    fields = { { name = "goalpost", kind = "whole", min = 1, max = 30, default = 12 } },
    """
  private static let outcome = """
    function game.outcome(s)
      if s.place > 5 then return s.score >= s.level.goalpost and "won" or "lost" end
    end
    function game.generate(random)
      if random:chance(0.3) then error("half of it") end
      return { format = "playtest-level", version = 1, game = "small", name = "n",
        goalpost = random:int(6, 8) }
    end
    """

  private static func inProject(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "my own/games"), withIntermediateDirectories: true)
      try Program.write(
        Open.small(outcome, fields: fields), to: "my own/games/small.lua", in: folder)
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"small","name":"S","goalpost":7}"#,
        to: "s.json", in: folder)
      try body(folder)
    }
  }

  /// The suggested commands of an output: the lines below `next:` that are no comment.
  private static func suggested(_ output: String) -> [String] {
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.drop { $0 != "next:" }.filter { $0.hasPrefix("playtest ") }
  }

  @Test func aSuiteSetsTheFieldsOfItsOwnGame() throws {
    try Self.inProject { folder in
      try Program.write(
        """
        name: w
        levels: [s.json]
        agents: [random]
        games: 20
        scripts: my own
        with: {goalpost: 1}
        gates:
          - {require: "pass_rate(random) >= 0.8"}
        """, to: "w.yml", in: folder)
      for command in ["run w.yml --out r --quiet", "check w.yml --quiet"] {
        let result = try Program.shell("playtest \(command)", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        let rate = command.hasPrefix("run") ? "100.0 [83.2, 100.0]" : "1.000 [0.832, 1.000]"
        #expect(result.output.contains(rate), "\(result.output)")
      }
      let misspelled = try Program.shell(
        "sed -i s/goalpost/goalpots/ w.yml && playtest run w.yml --out other", in: folder)
      #expect(misspelled.errors.contains("did you mean 'goalpost'?"), "\(misspelled.errors)")
    }
  }

  /// Each command is run as it was printed; `play` needs a terminal, and says so after it has found
  /// the level.
  @Test func suggestedCommandsNameTheFolder() throws {
    try Self.inProject { folder in
      let scripts = "--scripts 'my own' --quiet"
      for line in [
        "run s.json --agents random,greedy --games 40 --out r \(scripts)",
        "generate small --count 2 --out g \(scripts)",
        "tune s.json --vary goalpost=6...9 --aim 'pass_rate(random) in 0...1' --games 400 --out t"
          + " \(scripts)",
        "explain r --player random --games 100 --band 0...0.2 --quiet",
      ] {
        let result = try Program.shell("playtest \(line)", in: folder)
        #expect(result.code == 0, "\(line): \(result.errors)")
        let commands = Self.suggested(result.output)
        #expect(commands.count == (line.hasPrefix("tune") ? 1 : 2), "\(result.output)")
        for command in commands where !command.hasPrefix("playtest report ") {
          let isNamed = command.contains("--scripts 'my own'") || command.contains("explain")
          #expect(isNamed, "\(command)")
          // A search takes long, and an explanation is run here anyhow.
          let isLong = ["tune", "explain"].contains { command.hasPrefix("playtest \($0) ") }
          guard !isLong else { continue }
          let next = try Program.shell(command, in: folder)
          // Without a terminal nobody can play.
          let isPlay = command.hasPrefix("playtest play")
          #expect(next.code == (isPlay ? 64 : 0), "\(command): \(next.errors)")
          #expect(!isPlay || next.errors.contains("terminal"), "\(next.errors)")
        }
      }
      let manifest = try Program.text(of: "r/run.json", in: folder)
      let packed = manifest.filter { !$0.isWhitespace }
      #expect(packed.contains(#""folders":{"scripts":"myown"}"#), "\(manifest)")
    }
  }

  /// All candidates are accounted for, and what was wrong with the first one is said.
  @Test func generateSaysWhatBecameOfAllCandidates() throws {
    try Self.inProject { folder in
      let result = try Program.shell(
        "playtest generate small --count 1 --seed 3 --out g --scripts 'my own' --quiet", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let output = result.output.replacing("\n", with: " ")
      let numbers = try #require(
        output.firstMatch(of: /of (\d+) candidates dropped: (.*?) first problem: (.*?) next:/),
        "\(result.output)")
      let dropped = numbers.2.matches(of: /\d+/).compactMap { Int($0.0) }.reduce(0, +)
      #expect(Int(numbers.1) == 1 + dropped, "\(result.output)")
      #expect(numbers.2.contains("not needed") && numbers.3.contains("half of it"))
    }
  }

  @Test func aGameOfTheProgramIsNotReplaced() throws {
    try Self.inProject { folder in
      let new = try Program.shell("playtest new game set", in: folder)
      #expect(new.code == 64)
      #expect(new.errors.contains("the program's own game 'set' cannot be replaced"))
      try Program.write(
        Open.small().replacing("\"small\"", with: "\"set\""), to: "my own/games/set.lua",
        in: folder)
      let list = try Program.shell("playtest list games --scripts 'my own'", in: folder)
      #expect(list.output.contains("hides my own/games/set.lua"), "\(list.output)")
    }
  }
}
