import Foundation
import Testing

/// Commands that do not show what scripts print in their games say so, and what does.
@Suite struct UnshownPrintsTests {
  private static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Loud","shots":6,
    "legend":{"m":"loud"},"grid":["RRBB.m......","RRB........"]}
    """
  private static let bubble = """
    local loud = { name = "loud", glyph = "m", summary = "Says something." }
    function loud.on_turn(board, cell) print("turn", board.turn) end
    return loud
    """
  private static let suite = """
    name: s
    levels: [loud.json]
    agents: [casual]
    games: 8
    gates: [{require: "pass_rate(casual) >= 0"}]
    """

  /// A level whose bubble prints, a suite of it, and a run.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      // The folder's scripts are a link to the project's.
      let files = FileManager.default
      try files.removeItem(at: folder.appending(path: "scripts"))
      try files.createDirectory(
        at: folder.appending(path: "scripts/bubbles"), withIntermediateDirectories: true)
      try Program.write(bubble, to: "scripts/bubbles/loud.lua", in: folder)
      try Program.write(level, to: "loud.json", in: folder)
      try Program.write(suite, to: "s.yml", in: folder)
      let run = try Program.shell(
        "playtest run loud.json --agents casual --games 4 --out r --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      try body(folder)
    }
  }

  @Test(arguments: [
    ("check s.yml", "`check` does not show; `playtest run s.yml` logs them"),
    (
      "explain r --games 10",
      "`explain` does not show; `playtest replay r` shows a game with them"
    ),
    (
      "study r --games 1 --turns 1 --rollouts 1 --luck-games 0 --restricted-games 0",
      "`study` does not show; `playtest replay r` shows a game with them"
    ),
    (
      "tune loud.json --vary shots=2...12 --aim 'pass_rate(casual) in 0...1' --games 100",
      "`tune` does not show; `playtest run loud.json` logs them"
    ),
    (
      "generate --like loud.json --count 1 --keep 'pass_rate(casual) in 0...1' --games 8 --out g",
      "`generate` does not show; `playtest run g` logs them"
    ),
  ])
  func commandsSaySo(_ line: String, _ message: String) throws {
    try Self.inFolder { folder in
      let result = try Program.shell("playtest \(line)", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let said = "playtest: scripts printed lines, which \(message)\n"
      #expect(result.errors.components(separatedBy: said).count == 2, "\(result.errors)")
      let quiet = try Program.shell("rm -rf Reports g; playtest \(line) --quiet", in: folder)
      #expect(quiet.errors == "", "\(quiet.errors)")
    }
  }

  @Test func scriptsThatPrintNothingAreNotMentioned() throws {
    try Self.inFolder { folder in
      try Program.write(
        Self.bubble.replacing("print(", with: "tostring("), to: "scripts/bubbles/loud.lua",
        in: folder)
      let result = try Program.shell("playtest check s.yml", in: folder)
      #expect(result.code == 0 && !result.errors.contains("printed"), "\(result.errors)")
    }
  }

  @Test func playSaysItWhenThePlayerLeaves() throws {
    try Self.inFolder { folder in
      let terminal = try TerminalProgram(["play", "loud.json"], in: folder, showsErrors: true)
      #expect(terminal.shows("Loud"))
      terminal.type(" ")
      #expect(terminal.shows("5"))
      terminal.type("qy")
      let (code, output, _) = terminal.end()
      #expect(code == 0)
      let text = output.split { $0.isNewline || $0 == " " }.joined(separator: " ")
      #expect(
        text.contains(
          "scripts printed lines, which `play` does not show; `playtest replay RECORD`"),
        "\(text)")
    }
  }
}
