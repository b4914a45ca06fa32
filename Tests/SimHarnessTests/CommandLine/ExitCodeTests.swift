import Foundation
import Testing

@testable import SimHarness

/// The exit codes of commands that cannot write, are not read, or are stopped.
@Suite struct ExitCodeTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try body(folder)
    }
  }

  // MARK: Folders in use

  @Test func aSecondStudioCannotWrite() throws {
    try Self.inFolder { folder in
      try Program.Failure(
        73,
        "mkdir -p w/.playtest; exec 9>w/.playtest/lock; flock 9; playtest studio w --no-open",
        "\(folder.resolvingSymlinksInPath().path)/w: another studio is using this folder"
      ).check(in: folder)
    }
  }

  /// What has the name of the lock and is no file is named, not the folder.
  @Test func aFolderInThePlaceOfTheLockIsNamed() throws {
    try Self.inFolder { folder in
      try Program.Failure(
        73, "mkdir -p r/.lock; playtest run good.json --agents random --games 2 --out r --quiet",
        "r/.lock: cannot write: a folder with this name exists; remove it"
      ).check(in: folder)
    }
  }

  // MARK: Input that cannot be read

  /// A run's folder that is closed is not taken for one without a run.
  @Test(arguments: ["report r", "compare r r", "merge r --out q"])
  func aClosedFolderIsSaidToBeClosed(_ command: String) throws {
    try Self.inFolder { folder in
      // Everything can be read by root.
      let user = getuid() == 0 ? "setpriv --reuid=61300 --clear-groups" : ""
      let result = try Program.shell(
        "mkdir r; chmod 0 r; \(user) '\(Program.file.path)' \(command); code=$?; chmod 755 r;"
          + " exit $code", in: folder)
      #expect(result.code == 65)
      #expect(
        result.complaints
          == ["playtest: r: cannot read the folder: permission denied; allow reading it"])
    }
  }

  // MARK: Signals

  /// A run that is stopped keeps what it played, says so, and is as readable as a whole one.
  ///
  /// A terminal that closes may say so twice.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aStoppedRunKeepsWhatItPlayed(signal: Int32, code: Int32) throws {
    try Self.inFolder { folder in
      let games = 1_000_000
      let run = try Program.Running(
        Program.file,
        [
          "run", "good.json", "--agents", "random", "--games", "\(games)", "--jobs", "2", "--out",
          "r", "--quiet",
        ], in: folder)
      let log = folder.appending(path: "r/results.sqlite-wal").path
      // The first games are written when the log holds more than the tables' definitions.
      while run.process.isRunning, Self.size(of: log) < 100_000 { usleep(10_000) }
      kill(run.process.processIdentifier, signal)
      if signal == SIGHUP {
        usleep(10_000)
        kill(run.process.processIdentifier, signal)
      }
      let result = run.result()
      #expect(run.process.terminationReason == .exit)
      #expect(result.code == code)
      #expect(
        result.errors
          == "playtest: interrupted: the report covers only the games played so far\n")
      #expect(
        try Program.files(in: folder.appending(path: "r")) == [
          "report.html", "report.md", "results.sqlite", "run.json", "summary.json", "timing.json",
        ])
      #expect(try Program.text(of: "r/run.json", in: folder).contains(#""partial": true"#))
      let summary = try Program.text(of: "r/summary.json", in: folder)
      let played = try #require(Self.number(behind: #""games":"#, in: summary))
      #expect(played > 0 && played < games)
      for report in ["r/report.md", "r/report.html"] {
        let text = try Program.text(of: report, in: folder)
        #expect(text.contains("The run was interrupted: "), "\(report)")
      }
      let again = try Program.run(["report", "r", "--format", "json"], in: folder)
      #expect(again.code == 0, "\(again.errors)")
      #expect(try Program.text(of: "r/summary.json", in: folder) == summary)
      let replay = try Program.run(
        ["replay", "r", "--level", "Good", "--agent", "random", "--index", "0", "--verify"],
        in: folder)
      #expect(replay.code == 0, "\(replay.errors)")
    }
  }

  private static func size(of path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  private static func number(behind label: String, in text: String) -> Int? {
    text.range(of: label).flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
  }

  // MARK: Output that cannot be written

  private typealias Failure = Program.Failure

  private static let full = "stdout: cannot write: no space left"
  private static let closed = "stdout: cannot write: bad file descriptor"
  private static let run = "playtest run good.json --games 2 --agents random --out r"

  /// Files that are made from a run fail as the run itself does where the disk is full.
  @Test func anExportToAFullDiskIsReported() throws {
    try Self.inFolder { folder in
      let made = try Program.shell(
        "playtest run good.json --games 60 --agents random --out r --quiet", in: folder)
      try #require(made.code == 0)
      try Failure(
        74, "ulimit -f 1; playtest export r --moves --out moves.csv",
        "moves.csv: cannot write: file too large; free some space or name another file"
      ).check(in: folder)
    }
  }

  /// A file that the system refuses to read.
  @Test(arguments: ["level show", "check", "import"])
  func aFileThatCannotBeReadSaysWhy(_ command: String) throws {
    try Self.inFolder { folder in
      let result = try Program.shell("playtest \(command) /proc/self/mem", in: folder)
      #expect(
        result.complaints == [
          "playtest: /proc/self/mem: cannot read the file: input/output error"
        ])
    }
  }

  @Test(arguments: [
    Failure(74, "playtest list agents > /dev/full", full),
    Failure(74, "playtest --help > /dev/full", full),
    Failure(74, "playtest --version > /dev/full", full),
    Failure(74, "playtest level show good.json > /dev/full", full),
    Failure(74, "\(run) > /dev/full", full),
    Failure(74, "\(run) --json --quiet > /dev/full", full),
    Failure(
      74,
      #"echo '{"id":1,"hello":{"versions":[1]}}' | playtest engine serve --game tiles > /dev/full"#,
      full),
    Failure(74, "playtest list agents >&-", closed),
    Failure(74, "playtest help run >&-", closed),
    Failure(74, "\(run) --json --quiet <&- >&-", closed),
    Failure(
      73, "playtest run good.json --out good.json", "good.json: cannot write: this is a file"),
    Failure(
      73, "playtest run good.json --out good.json/r",
      "good.json/r: cannot write: a part of the path is a file"),
    Failure(
      73, "playtest level convert good.json --to json --out /proc/none/x.json",
      "/proc/none/x.json: cannot write: cannot create the folder: no such folder; name another"),
    Failure(
      73, "playtest level convert good.json --to json --out good.json",
      "good.json: the file already exists; replace it with --force"),
    Failure(
      73, "playtest level new Fresh --out good.json/x.json", "good.json/x.json: cannot write: "),
    Failure(
      73, "playtest new bubble mine --scripts /proc/none",
      "/proc/none/bubbles: cannot create the folder: no such folder; choose another folder"),
  ])
  func unwritableOutputIsReported(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      try failure.check(in: folder)
      #expect(try Program.text(of: "good.json", in: folder) == Program.goodLevel)
    }
  }

  /// With no room for the store the run ends, and what it wrote before is a run that can be read.
  @Test func aStoreThatIsFullEndsTheRun() throws {
    try Self.inFolder { folder in
      // ThreadSanitizer keeps a file larger than this limit in TMPDIR, where there is one.
      let result = try Program.shell(
        "ulimit -f 200; TMPDIR=/proc/none playtest run good.json --agents random"
          + " --games 1000000 --jobs 1 --out r --quiet", in: folder)
      #expect(result.code == 74)
      #expect(result.complaints.count == 1, "\(result.errors)")
      #expect(result.errors.hasPrefix("playtest: r/results.sqlite: "))
      #expect(result.errors.hasSuffix("free some space or choose another --out\n"))
      #expect(try Program.files(in: folder).contains("r/report.html") == false)
      let report = try Program.run(["report", "r"], in: folder)
      #expect(report.code == 0, "\(report.errors)")
      #expect(try Program.text(of: "r/run.json", in: folder).contains(#""partial": true"#))
      #expect(try Program.text(of: "r/report.md", in: folder).contains("random"))
    }
  }

  /// What is written whole or not at all leaves nothing, and does not say that it kept games.
  @Test func anImportWithoutRoomLeavesNothing() throws {
    try Self.inFolder { folder in
      let rows = (0..<20_000).map { "L\($0 % 5),p\($0 % 7),\($0 / 35),\($0 % 2)" }
      try Program.write(
        "level,player,game,passed\n" + rows.joined(separator: "\n"), to: "rows.csv", in: folder)
      let result = try Program.shell(
        "ulimit -f 200; TMPDIR=/proc/none playtest import rows.csv --out r --quiet", in: folder)
      #expect(result.code == 74)
      #expect(result.complaints.count == 1, "\(result.errors)")
      #expect(result.errors.hasPrefix("playtest: r: cannot write: "), "\(result.errors)")
      #expect(
        result.errors.hasSuffix(
          "; nothing was written; free some space or choose another --out\n"), "\(result.errors)")
      #expect(!(try Program.files(in: folder)).contains { $0.hasPrefix("r") && $0 != "rows.csv" })
    }
  }

  /// A benchmark that has nowhere to write says so.
  @Test func aBenchmarkNeedsATemporaryFolder() throws {
    try Self.inFolder { folder in
      let result = try Program.shell(
        "TMPDIR=/proc/none playtest bench --rounds 1 --filter store/rows", in: folder)
      #expect(result.code == 73)
      #expect(result.output.isEmpty)
      #expect(
        result.complaints == [
          "playtest: /proc/none: store/rows cannot write here; set TMPDIR to a folder with free space"
        ])
    }
  }

  // MARK: Output that nobody reads

  /// The reader has gone before the program writes its first byte.
  @Test(arguments: [
    "playtest list agents", "playtest --help", "playtest level show good.json",
    "\(run) --json --quiet", "\(run)", "playtest bench --help",
  ])
  func aReaderThatHasGoneIsNoError(_ line: String) throws {
    try Self.inFolder { folder in
      let result = try Program.shell("exec 3> >(true); wait $!; \(line) >&3", in: folder)
      #expect(result.code == 0)
      #expect(result.errors.isEmpty, "\(result.errors)")
      if line.hasPrefix(Self.run) {
        #expect(try Program.run(["report", "r"], in: folder).code == 0)
        #expect(try Program.text(of: "r/run.json", in: folder).contains(#""partial": false"#))
      }
    }
  }

  @Test func readersOfABeginningAreServed() throws {
    try Self.inFolder { folder in
      let end = #"; echo "${PIPESTATUS[0]}""#
      let list = try Program.shell("playtest list agents | head -n 1" + end, in: folder)
      #expect(list.output.hasPrefix("random "))
      #expect(list.output.hasSuffix("\n0\n"))
      #expect(list.errors.isEmpty)
      let run = try Program.shell("\(Self.run) --json --quiet | head -c 10" + end, in: folder)
      #expect(run.output == #"{"format":0"# + "\n")
      #expect(run.errors.isEmpty)
    }
  }

  /// A gate or fault decides the exit code even if nobody reads the summary.
  @Test func aFaultIsReportedWhenNobodyReadsTheOutput() throws {
    try Self.inFolder { folder in
      try Program.write(
        "local agent = { name = \"Broken\", summary = \"Fails.\", games = { \"bubble-blast\" } }\n"
          + "function agent.choose(turn) error(\"no move\") end\nreturn agent\n",
        to: "broken.lua", in: folder)
      let line = "playtest run good.json --agents broken.lua --games 2 --out r --json"
      for line in [line, "exec 3> >(true); wait $!; \(line) --force >&3"] {
        let result = try Program.shell(line, in: folder)
        #expect(result.code == 1)
        #expect(
          result.errors.contains("2 games ended because a script failed"), "\(result.errors)")
      }
    }
  }
}
