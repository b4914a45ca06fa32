import Foundation
import Testing

/// `level edit` from the shell: the board it prints, and what later commands undo.
@Suite struct LevelEditCommandTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "a.json", in: folder)
      try body(folder)
    }
  }

  private static func edit(_ words: String, in folder: URL) throws -> Program.Result {
    try Program.run(["level", "edit"] + words.split(separator: " ").map(String.init), in: folder)
  }

  @Test func printsTheBoardWithRulers() throws {
    try Self.inFolder { folder in
      let edit = try Self.edit("a.json rectangle 2,0..3,2=green", in: folder)
      #expect(edit.code == 0, "\(edit.errors)")
      let lines = edit.output.split(separator: "\n").map(String.init)
      #expect(lines.prefix(2) == ["green in 6 cells", "saved a.json"])
      #expect(lines.contains("   2  G G G . . . . . . . . ."))
      #expect(lines.contains("   3   G G G . . . . . . . ."))
      let quiet = try Self.edit("a.json --quiet fill 0,5=red", in: folder)
      #expect(quiet.output == "red in 1 cell\nsaved a.json\n")
      let status = try Self.edit("a.json status", in: folder)
      #expect(status.output.split(separator: "\n").count == 1, "\(status.output)")
      let show = try Program.run(["level", "show", "a.json"], in: folder)
      #expect(show.output.contains("column in even rows\n"))
    }
  }

  /// Fields that a game's `check` compares may be named in any order.
  @Test func fieldsThatFitOnlyTogetherAreSetInAnyOrder() throws {
    try Program.inFolder { outer in
      let folder = outer.appending(path: "own")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "scripts/games"), withIntermediateDirectories: true)
      try Program.write(
        """
        local game = {
          name = "deal", summary = "cards", move = { { "take", 1, 1 } },
          fields = {
            { name = "cards", kind = "whole", min = 1, max = 50, default = 20 },
            { name = "hand", kind = "whole", min = 1, max = 50, default = 10 },
          },
        }
        function game.check(level)
          if level.hand > level.cards then return "hand", "there are not enough cards" end
        end
        function game.setup(s) s.taken, s.score = 0, 0 end
        function game.moves(s, offer) offer(1) end
        function game.apply(s) s.taken = s.taken + 1 end
        function game.outcome(s) if s.taken == s.level.hand then return "ended" end end
        return game
        """, to: "scripts/games/deal.lua", in: folder)
      let text = #"{"format":"playtest-level","version":1,"game":"deal","name":"D"}"#
      try Program.write(text, to: "d.json", in: folder)
      try Program.write(
        "name: s\nlevels: [d.json]\nwith:\n  cards: 4\n  hand: 3\n", to: "s.yml", in: folder)
      let edited = try Self.edit("d.json --quiet set cards=4 set hand=3", in: folder)
      #expect(edited.code == 0, "\(edited.errors)")
      #expect(try Program.text(of: "d.json", in: folder).contains("\"hand\": 3"))
      try Program.write(text, to: "d.json", in: folder)
      let run = try Program.shell(
        "playtest run s.yml --agents random --games 2 --quiet --out r", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      // What fits in no order is said as it is found.
      let failed = try Self.edit("d.json --quiet set cards=4 set hand=5", in: folder)
      #expect(failed.code == 65)
      #expect(failed.errors.contains("there are not enough cards"), "\(failed.errors)")
      let tuned = try Program.shell(
        "playtest tune d.json --vary hand=1...30 --aim 'score(random) in 0...1'", in: folder)
      #expect(tuned.code == 64)
      #expect(
        tuned.errors.hasSuffix(
          "there are not enough cards (with hand=30); name a range both ends of which are levels\n"
        ), "\(tuned.errors)")
    }
  }

  /// Levels are written by several commands; each says what the system said.
  @Test(arguments: [
    "level edit a.json --quiet set shots=30", "level edit a.json --undo --quiet",
    "level edit a.json --quiet set name=Other",
  ])
  func aLevelThatCannotBeWrittenSaysWhy(_ command: String) throws {
    try Self.inFolder { folder in
      _ = try Self.edit("a.json --quiet set shots=20", in: folder)
      let text = try Program.text(of: "a.json", in: folder)
      let full = try Program.shell("ulimit -f 0; playtest \(command)", in: folder)
      #expect(full.code == 74)
      #expect(full.complaints.count == 1)
      #expect(
        full.errors.hasPrefix(
          "playtest: a.json: cannot write: file too large; check the folder's permissions and the"
            + " free space"), "\(full.errors)")
      #expect(try Program.text(of: "a.json", in: folder) == text)
    }
  }

  /// A name is said as it is written on a command line.
  @Test func anUndoneNameIsSaidAsItIsWritten() throws {
    try Self.inFolder { folder in
      let undo = try Program.shell(
        "playtest level edit a.json 'set name=Hello World' --quiet >/dev/null &&"
          + " playtest level edit a.json --undo --quiet", in: folder)
      #expect(undo.output == "undone: set name=Hello World (0 more to undo, 1 to redo)\n")
    }
  }

  @Test func undoAndRedoLastAcrossCommands() throws {
    try Self.inFolder { folder in
      func text() throws -> String { try Program.text(of: "a.json", in: folder) }
      let original = try text()
      _ = try Self.edit("a.json fill 0,5=red fill 0,6=red", in: folder)
      let first = try text()
      _ = try Self.edit("a.json set shots=30", in: folder)
      let second = try text()
      let undo = try Self.edit("a.json --undo", in: folder)
      #expect(undo.code == 0)
      #expect(undo.output.hasPrefix("undone: set shots=30 (1 more to undo, 1 to redo)\n"))
      #expect(undo.output.contains("column in even rows"), "the board is printed")
      #expect(try text() == first)
      #expect(
        try Self.edit("a.json --undo --quiet", in: folder).output
          == "undone: 2 cells red (0 more to undo, 2 to redo)\n")
      // The very bytes that were there, however they were written.
      #expect(try text() == original)
      let end = try Self.edit("a.json --undo", in: folder)
      #expect(end.code == 65 && end.complaints == ["playtest: a.json: nothing to undo"])
      _ = try Self.edit("a.json --redo --quiet", in: folder)
      #expect(
        try Self.edit("a.json --redo --quiet", in: folder).output
          == "redone: set shots=30 (2 more to undo, 0 to redo)\n")
      #expect(try text() == second)
      let redo = try Self.edit("a.json --redo", in: folder)
      #expect(redo.complaints == ["playtest: a.json: nothing to redo"])
    }
  }

  @Test func losesNothingThatAnotherProgramWrote() throws {
    try Self.inFolder { folder in
      func text() throws -> String { try Program.text(of: "a.json", in: folder) }
      _ = try Self.edit("a.json fill 0,5=red", in: folder)
      let edited = try text()
      try Program.write("no level {", to: "a.json", in: folder)
      let undo = try Self.edit("a.json --undo", in: folder)
      #expect(
        undo.output.hasPrefix(
          "undid changes that another program made to the file since the last edit; "
            + "--redo brings them back (1 more to undo, 1 to redo)\n"), "\(undo)")
      #expect(try text() == edited)
      _ = try Self.edit("a.json --redo", in: folder)
      #expect(try text() == "no level {")
    }
  }

  @Test func aDeletedLevelTakesItsHistoryAlong() throws {
    try Self.inFolder { folder in
      _ = try Self.edit("a.json fill 0,5=red", in: folder)
      #expect(try Program.files(in: folder).contains(".level-history/a.json"))
      let delete = try Program.run(["level", "delete", "Good", "--levels", "."], in: folder)
      #expect(delete.code == 0, "\(delete.errors)")
      #expect(!(try Program.files(in: folder).contains(".level-history/a.json")))
    }
  }

  private static let refusals = [
    Program.Failure(
      65, "playtest level edit a.json undo",
      "a.json: nothing to undo on this command line; --undo undoes earlier commands"),
    Program.Failure(
      65, "playtest level edit a.json --redo", "a.json: nothing to redo"),
    Program.Failure(
      65, "playtest level edit a.json set 'bubbles[*].points=1'",
      "a.json: bubbles[*].points: unknown field 'bubbles'; known: "),
    Program.Failure(
      66, "playtest level edit b.json --undo", "b.json: no such file"),
    Program.Failure(66, "playtest level edit b.json status", "b.json: no such file"),
    Program.Failure(
      64, "playtest level edit builtin:bubble-blast/01-first-steps set shots=9",
      "builtin:bubble-blast/01-first-steps: only files can be edited; make a copy: "
        + "playtest level convert builtin:bubble-blast/01-first-steps --to json --out FILE.json"),
  ]

  @Test(arguments: refusals)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      try failure.check(in: folder)
      #expect(try Program.text(of: "a.json", in: folder) == Program.goodLevel)
    }
  }

  /// An operation of other games names them, those in Lua included.
  @Test func namesTheGamesThatHaveAnOperation() throws {
    try Self.inFolder { folder in
      _ = try Program.shell("playtest level new P --game peggle --out p.json", in: folder)
      let result = try Self.edit("p.json fill 0,0=red", in: folder)
      #expect(
        result.errors.hasPrefix(
          "playtest: p.json: 'fill' works only on levels of bubble-blast, crates and match-three;"
            + " operations on this level: add, "), "\(result.errors)")
    }
  }

  /// What is wrong until the next operation is done is done in one command.
  @Test func anUnfinishedLevelNeedsAnotherOperation() throws {
    try Self.inFolder { folder in
      _ = try Program.shell("playtest level new C --game crates --out c.json", in: folder)
      let result = try Self.edit("c.json fill 1,2=crate", in: folder)
      #expect(
        result.complaints == [
          "playtest: c.json: this level is not finished, so it is not saved: map: has 2 crates and"
            + " fewer marks, 1; give all operations that it needs in one command"
        ], "\(result.errors)")
      let both = try Self.edit("c.json fill 1,2=crate fill 1,4=mark", in: folder)
      #expect(both.code == 0, "\(both.errors)")
    }
  }

  @Test func operationsAndStepsExcludeEachOther() throws {
    try Self.inFolder { folder in
      for (words, complaint) in [
        ("a.json", "name at least one operation, or pass --undo or --redo"),
        ("a.json --undo --redo", "--undo and --redo stand alone; give one of them at a time"),
        ("a.json --undo --undo", "--undo and --redo stand alone; give one of them at a time"),
        (
          "a.json --undo fill 0,0=red",
          "--undo and --redo stand alone; leave out the operations, or make them a command of their"
            + " own"
        ),
        (
          "a.json shots=30",
          "'shots=30' is no operation; to change the field shots, write set shots=30"
        ),
      ] {
        let result = try Self.edit(words, in: folder)
        #expect(result.code == 64 && result.errors.contains(complaint), "\(result.errors)")
      }
    }
  }
}
