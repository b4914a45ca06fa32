import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// Peggle on the command line: scripts from templates, lists, a game from record to frames.
@Suite struct PeggleCommandTests {
  @Test(arguments: ["peg", "mode", "master"])
  func aNewScriptRunsAsItIs(_ kind: String) throws {
    try Program.inFolder { folder in
      let made = try Program.run(["new", kind, "mine", "--scripts", "own"], in: folder)
      try #require(made.code == 0, "\(made.errors)")
      let path = "own/\(kind)s/mine.lua"
      #expect(made.output.hasPrefix("wrote \(path)\n"))
      let check = try Program.run(["script", "check", path], in: folder)
      #expect(check.code == 0, "\(check.errors)")
      #expect(check.output.hasPrefix("ok: \(kind) mine: "))
      let list = try Program.run(["list", "\(kind)s", "--scripts", "own"], in: folder)
      #expect(list.code == 0)
      #expect(list.output.contains("mine "))
    }
  }

  @Test func theListsNameWhatIsThere() throws {
    try Program.inFolder { folder in
      for (kind, names) in [
        ("pegs", ["blue", "ghost", "green", "kaboom", "orange", "purple", "red", "spooky"]),
        ("modes", ["classic", "dodge", "score", "streak"]),
        ("masters", ["morty", "rick", "twin"]),
      ] {
        let lines = try Program.run(["list", kind], in: folder).output.split(separator: "\n")
        #expect(
          lines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != " " } }.suffix(names.count)
            == names.map { $0[...] })
      }
    }
  }

  @Test func aRecordIsReplayedInFrames() throws {
    try Program.inFolder { folder in
      let level = ProjectFolder.path("levels/peggle/01-garden-gate.json")
      let text = try String(contentsOfFile: level, encoding: .utf8)
      let record = """
        {"format": "playtest-record", "version": 1, "game": "peggle", "level": \(text),
         "seed": 1, "moves": [{"tap": [400, 300]}, {"angle": 1.0}]}
        """
      try Data(record.utf8).write(to: folder.appending(path: "game.json"))
      let frames = try Program.run(["replay", "game.json", "--frames"], in: folder)
      #expect(frames.code == 0, "\(frames.errors)")
      let lines = frames.output.split(separator: "\n")
      #expect(lines.first == #"{"frame":0,"balls":[[400,50]],"bucket":400}"#)
      #expect(lines.count { $0.hasPrefix(#"{"frame":0,"balls":[[400,50]],"bucket":"#) } == 2)
      #expect(lines.allSatisfy { $0.hasPrefix("{\"frame\":") })
      let pictures = try Program.run(["replay", "game.json"], in: folder)
      #expect(pictures.output.contains("turn 2: 57.3 degrees"))
      let illegal = record.replacingOccurrences(of: "[400, 300]", with: "[400, 50]")
      try Data(illegal.utf8).write(to: folder.appending(path: "bad.json"))
      let refused = try Program.run(["replay", "bad.json"], in: folder)
      #expect(refused.code == 65)
      #expect(
        refused.errors
          == "playtest: bad.json: move 1: illegal move: the tap must be below the cannon, at y"
          + " above 50\n")
    }
  }

  @Test func framesAreForGamesThatHaveThem() throws {
    try Program.inFolder { folder in
      let level = ProjectFolder.path("levels/bubble-blast/01-first-steps.json")
      let text = try String(contentsOfFile: level, encoding: .utf8)
      let record = """
        {"format": "playtest-record", "version": 1, "game": "bubble-blast", "level": \(text),
         "seed": 1, "moves": []}
        """
      try Data(record.utf8).write(to: folder.appending(path: "game.json"))
      let frames = try Program.run(["replay", "game.json", "--frames"], in: folder)
      #expect(frames.code == 64)
      #expect(frames.errors.contains("bubble-blast has no physics steps"))
    }
  }
}
