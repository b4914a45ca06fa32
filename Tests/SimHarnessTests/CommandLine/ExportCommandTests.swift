import Foundation
import Testing

/// `playtest export`, as it is called in a shell.
@Suite struct ExportCommandTests {
  /// Two levels whose names a shell and a table must quote.
  private static func inRun(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        Program.goodLevel.replacingOccurrences(of: "\"Good\"", with: "\"=1,\\\"x\\\"\""),
        to: "other.json", in: folder)
      let run = try Program.shell(
        "playtest run good.json other.json --agents random,casual --games 40 --out r --quiet",
        in: folder)
      #expect(run.code == 0, "\(run.errors)")
      try body(folder)
    }
  }

  @Test func filesAndStdoutHoldTheSame() throws {
    try Self.inRun { folder in
      let file = try Program.shell("playtest export r --moves", in: folder)
      #expect(file.code == 0 && file.output == "r/moves.csv\n" && file.errors.isEmpty)
      let csv = try Program.text(of: "r/moves.csv", in: folder)
      #expect(csv.hasPrefix("level,agent,game,turn,angle,swap,score_before,bubbles,"))
      #expect(csv.contains("\n\"'=1,\"\"x\"\"\",casual,39,1,"))
      let piped = try Program.shell("playtest export r --moves --out - --jobs 1", in: folder)
      #expect(piped.code == 0 && piped.output == csv)
      let json = try Program.shell(
        "playtest export r --moves --format ndjson --out m && wc -l <m", in: folder)
      #expect(json.output.hasPrefix("m\n"))
      #expect(json.output.hasSuffix("\(csv.split(separator: "\n").count - 1)\n"))
      // A run that takes the folder's place leaves no moves of the other behind.
      let again = try Program.shell(
        "playtest run good.json --games 8 --out r --quiet --force", in: folder)
      #expect(again.code == 0)
      #expect(!(try Program.files(in: folder)).contains("r/moves.csv"))
    }
  }

  /// A pipe, a device and a link that the user names stay what they are.
  @Test func whatIsNoPlainFileIsWrittenTo() throws {
    try Self.inRun { folder in
      let piped = try Program.shell(
        """
        playtest export r --moves --out file
        mkfifo pipe; cat pipe > read & playtest export r --moves --out pipe; wait; test -p pipe
        cmp file read && ln -s file link && echo old > file
        playtest export r --moves --out link; test -L link && cmp file read
        playtest export r --moves --out /dev/stdout | sed -n '1s/,.*//p'
        echo old > log; playtest export r --moves --out /dev/stdout >> log; head -1 log
        playtest export r --moves --out /dev/stdout > log; cmp file log
        """, in: folder)
      #expect(piped.output == "file\npipe\nlink\nlevel\nold\n" && piped.errors.isEmpty)
    }
  }

  /// Nothing of another run is replaced, nor what a link of a run's folder leads to.
  @Test func onlyTheRunsOwnTableIsReplaced() throws {
    try Self.inRun { folder in
      let made = try Program.shell(
        """
        playtest export r --moves > /dev/null; cp -r r s; echo mine > s/moves.csv
        playtest export r --moves --out s/moves.csv; cat s/moves.csv
        rm r/moves.csv; ln -s ../good.json r/moves.csv
        playtest export r --moves --out ./r/moves.csv; test ! -L r/moves.csv
        """, in: folder)
      #expect(made.output == "mine\n./r/moves.csv\n" && made.code == 0)
      #expect(made.errors.contains("--out s/moves.csv: this is a file of a run; name another one"))
      #expect(try Program.text(of: "good.json", in: folder).hasPrefix("{"))
    }
  }

  @Test func gamesAreChosen() throws {
    try Self.inRun { folder in
      let some = try Program.shell(
        "playtest export r --moves --level Good --agent casual --games 3..4 --out - | "
          + "cut -d, -f1-3 | sort -u", in: folder)
      #expect(some.output == "Good,casual,3\nGood,casual,4\nlevel,agent,game\n")
      let one = try Program.shell(
        "playtest export r --moves --games 39 --out - | cut -d, -f1-3 | sort -u | wc -l",
        in: folder)
      #expect(one.output == "5\n", "four cells and the head; the hostile name is cut")
    }
  }

  @Test func mistakesAreReported() throws {
    try Self.inRun { folder in
      for failure in [
        Program.Failure(64, "playtest export r", "say what to export: --moves writes one row per"),
        Program.Failure(64, "playtest export r --moves --format xml", "unknown format 'xml'"),
        Program.Failure(
          64, "playtest export r --moves --level God",
          "r: unknown level 'God'; did you mean 'Good'?"),
        Program.Failure(64, "playtest export r --moves --agent x", "r: unknown agent 'x'"),
        Program.Failure(64, "playtest export r --moves --games 4..3", "--games: '4..3' is no"),
        Program.Failure(64, "playtest export r --moves --games 1...3", "--games: '1...3' is no"),
        Program.Failure(64, "playtest export r --moves --games 1..", "--games: '1..' is no"),
        Program.Failure(64, "playtest export r --moves --games -1", ""),
        Program.Failure(
          64, "playtest export r --moves --games 40..50",
          "r: no game 40; games are 0 to 39"),
        Program.Failure(
          64, "playtest replay r --level Good --agent casual --index 40",
          "r: no game 40; games are 0 to 39"),
        Program.Failure(66, "playtest export none --moves", "none: no run.json found"),
        Program.Failure(73, "playtest export r --moves --out no/x", "no/x: cannot write: "),
        Program.Failure(
          65, "truncate -s 5000 r/results.sqlite; playtest export r --moves",
          "r/results.sqlite: "),
      ] {
        try failure.check(in: folder)
      }
      #expect(!(try Program.files(in: folder)).contains { $0.contains("moves") })
    }
  }

  /// A game that a script's fault ended has rows up to the fault.
  @Test func faultedGamesEndAtTheFault() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        """
        local agent = { name = "bad", games = { "bubble-blast" }, summary = "Fails." }
        function agent.choose(turn)
          if turn.index == 2 then error("enough") end
          return 9
        end
        return agent

        """, to: "bad.lua", in: folder)
      let run = try Program.shell(
        "playtest run good.json --agents ./bad.lua --games 5 --out r --quiet >/dev/null;"
          + "playtest export r --moves --out - | grep -o '^Good,[^,]*,[0-9]*,[0-9]*\\|,faulted,.*'",
        in: folder)
      let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("Good") }
      #expect(lines.count == 5, "\(run.output)\(run.errors)")
      #expect(run.output.components(separatedBy: ",faulted,,").count == 6)
    }
  }
}
