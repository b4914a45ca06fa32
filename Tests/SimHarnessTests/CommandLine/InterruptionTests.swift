import Foundation
import TestSupport
import Testing

@testable import TextFormats

/// Ctrl-C, SIGTERM and SIGHUP in every command, whatever it is at.
@Suite struct InterruptionTests {
  /// A level that needs a special which none of a folder's slow scripts turns out to be.
  private static let slowLevel = Program.goodLevel.replacingOccurrences(
    of: #""grid""#, with: #""legend":{"z":"zz"},"grid""#
  ).replacingOccurrences(of: "RRB....", with: "RRz....")

  /// Calls `body` with a folder whose scripts in `slow` use all that loading may, and with a run in
  /// `r`.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(slowLevel, to: "slow.json", in: folder)
      try Program.write(
        "name: s\nlevels: [slow.json]\nagents: [random]\nscripts: slow\n", to: "s.yml", in: folder)
      try Program.write("level,attempts,passes\nGood,9,3\n", to: "people.csv", in: folder)
      for kind in ["bubbles", "agents"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: "slow/\(kind)"), withIntermediateDirectories: true)
        for number in 10..<40 {
          try Program.write(
            "-- zz\nfor i = 1, 49000000 do end", to: "slow/\(kind)/s\(number).lua", in: folder)
        }
      }
      let played = try Program.run(
        ["run", "good.json", "--agents", "random", "--games", "2000", "--out", "r", "--quiet"],
        in: folder)
      try #require(played.code == 0)
      try body(folder)
    }
  }

  /// Waits until a process has a handler for Ctrl-C, as the system reports; false if it ended.
  private static func isListening(_ process: Process) -> Bool {
    while process.isRunning {
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let caught = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = caught.flatMap {
        UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
      }
      if let mask, mask >> UInt64(SIGALRM - 1) & 1 != 0 { return true }
      usleep(2_000)
    }
    return false
  }

  private static func end(
    _ words: String, by signal: Int32, in folder: URL
  ) throws -> Program.Result {
    let running = try Program.Running(
      Program.file, words.split(separator: " ").map(String.init), in: folder)
    if isListening(running.process) { kill(running.process.processIdentifier, signal) }
    return running.result()
  }

  /// A command that is loading slow scripts ends by one signal, with one line.
  @Test(arguments: [
    "run slow.json --scripts slow", "run s.yml", "check s.yml",
    "calibrate people.csv --levels slow.json --scripts slow",
    "list agents --scripts slow", "list bubbles --scripts slow",
    "level validate slow.json --scripts slow", "level show slow.json --scripts slow",
  ])
  func loadingEndsByOneSignal(words: String) throws {
    try Self.inFolder { folder in
      for (signal, code, word) in [
        (SIGINT, 130, "interrupted"), (SIGTERM, 143, "terminated"), (SIGHUP, 129, "terminated"),
      ] {
        let result = try Self.end(words, by: signal, in: folder)
        #expect(result.code == Int32(code), "\(result.errors)")
        #expect(result.complaints == ["playtest: \(word)"])
        #expect(result.output.isEmpty)
      }
    }
  }

  /// So does a command that reads a run, unless it was done by then.
  @Test(arguments: [
    "report r", "report r --format csv,junit,vega", "compare r r", "population r",
    "study r", "explain r --level Good", "merge r --out all", "replay r --level Good --index 1",
    "bench --signature", "script check scripts/bubbles/crate.lua",
  ])
  func readingEndsByOneSignal(words: String) throws {
    try Self.inFolder { folder in
      let whole = try Program.files(in: folder)
      let result = try Self.end(words, by: SIGINT, in: folder)
      #expect([130, 0, 65].contains(result.code), "\(result.code): \(result.errors)")
      #expect(try Program.files(in: folder).allSatisfy { !$0.contains(".part") }, "\(whole)")
    }
  }

  /// What `nohup` has started goes on when its terminal ends.
  @Test func anIgnoredHangUpIsIgnored() throws {
    try Self.inFolder { folder in
      let result = try Program.shell(
        "trap '' HUP; playtest run good.json --agents random --games 60000 --out n --quiet > /dev/null &"
          + " for i in 1 2 3 4 5 6; do sleep 0.05; kill -HUP $! || true; done; wait $!; echo $?",
        in: folder)
      #expect(result.output == "0\n", "\(result.errors)")
    }
  }

  /// A command that looks at signals between games does not wait for a game that is long.
  @Test func aLongGameIsGivenUp() throws {
    try Self.inFolder { folder in
      try Program.write(
        """
        name: long
        levels: [\(Oracle.root.path)/levels/peggle/01-garden-gate.json]
        agents: ["oracle:iterations=100000"]
        gates: [{levels: "*", require: "pass_rate(oracle:iterations=100000) >= 0"}]
        """, to: "long.yml", in: folder)
      let running = try Program.Running(Program.file, ["check", "long.yml", "--quiet"], in: folder)
      while running.process.isRunning, Self.ticks(of: running.process) < 100 { usleep(20_000) }
      kill(running.process.processIdentifier, SIGINT)
      let result = running.result()
      #expect(result.code == 130)
      #expect(result.complaints == ["playtest: interrupted: no gate was decided"])
    }
  }

  /// A command whose work is all at the end says that nothing of it was written.
  @Test(arguments: [
    "explain r --games 1000000 --quiet",
    "calibrate four.csv --levels levels --games 1000000 --quiet",
  ])
  func whatWasNotWrittenIsReported(words: String) throws {
    try Self.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "levels"), withIntermediateDirectories: false)
      var results = "level,attempts,passes\n"
      for place in 0..<4 {
        try Program.write(
          Program.goodLevel.replacing("\"Good\"", with: "\"L\(place)\""),
          to: "levels/\(place).json", in: folder)
        results += "L\(place),9,3\n"
      }
      try Program.write(results, to: "four.csv", in: folder)
      let before = try Program.files(in: folder)
      let running = try Program.Running(
        Program.file, words.split(separator: " ").map(String.init), in: folder)
      while running.process.isRunning, Self.ticks(of: running.process) < 150 { usleep(20_000) }
      kill(running.process.processIdentifier, SIGINT)
      let result = running.result()
      #expect(result.code == 130)
      #expect(result.complaints == ["playtest: interrupted: nothing was written"])
      #expect(try Program.files(in: folder) == before)
    }
  }

  /// A study that is complete still reads all games of the run for its reports; a signal ends that.
  @Test func aCompleteStudyEndsWhileItsReportsAreWritten() throws {
    try Self.inFolder { folder in
      let running = try Program.Running(
        Program.file,
        ["study", "r", "--games", "1", "--turns", "1", "--rollouts", "1", "--luck-games", "0"]
          + ["--restricted-games", "0", "--quiet"], in: folder)
      while running.process.isRunning, try !Program.files(in: folder).contains("r/study.json") {
        usleep(1_000)
      }
      kill(running.process.processIdentifier, SIGTERM)
      let result = running.result()
      #expect(result.code == 143, "\(result.errors)")
      #expect(
        result.errors.hasPrefix("playtest: interrupted: the study is complete, "),
        "\(result.errors)")
    }
  }

  /// A command that had found nothing yet leaves no empty folder.
  @Test func nothingFoundLeavesNothing() throws {
    try Self.inFolder { folder in
      let before = try Program.files(in: folder)
      let running = try Program.Running(
        Program.file,
        ["generate", "mosaic", "--keep", "pass_rate(casual) in 0.4...0.6", "--games", "1000000"]
          + ["--quiet"], in: folder)
      while running.process.isRunning, Self.ticks(of: running.process) < 100 { usleep(20_000) }
      kill(running.process.processIdentifier, SIGINT)
      let result = running.result()
      #expect(result.code == 130 && result.output.isEmpty, "\(result.output)")
      #expect(
        result.complaints == [
          "playtest: interrupted: no level was found yet, so nothing was written"
        ])
      #expect(try Program.files(in: folder) == before)
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "levels").path))
    }
  }

  /// What was found is where the message says, and an earlier set stays as it is.
  @Test func whatIsFoundIsWhereTheMessageSays() throws {
    try Self.inFolder { folder in
      func interrupted(_ options: [String]) throws -> (output: String, complaint: String) {
        let running = try Program.Running(
          Program.file, ["generate", "mosaic", "--count", "100000", "--quiet"] + options, in: folder
        )
        while running.process.isRunning, Self.ticks(of: running.process) < 100 { usleep(20_000) }
        kill(running.process.processIdentifier, SIGINT)
        let result = running.result()
        #expect(result.code == 130 && result.complaints.count == 1)
        return (result.output, result.complaints.first ?? "")
      }
      func levels(in place: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: place).path)
          .count
      }
      let said = "playtest: interrupted: what was found so far is kept:"
      let first = try interrupted(["--out", "set"])
      let count = try levels(in: "set")
      let found = ReportNumber.plain(count, "level")
      #expect(count > 0 && first.complaint == "\(said) \(found) in set", "\(first.complaint)")
      #expect(first.output.contains("\(found) in set, of "))
      // The staged folder has an absolute path.
      let second = try interrupted(["--out", "set", "--force"])
      let more = ReportNumber.plain(try levels(in: ".set.new"), "level")
      #expect(second.complaint.hasPrefix("\(said) \(more) in /"), "\(second.complaint)")
      #expect(second.complaint.hasSuffix("/.set.new; set is unchanged"), "\(second.complaint)")
      #expect(second.output.contains("\(more) in /") && second.output.contains("/.set.new, of "))
      #expect(try levels(in: "set") == count)
    }
  }

  /// The processor time that a process has used, in hundredths of a second.
  private static func ticks(of process: Process) -> Int {
    let path = "/proc/\(process.processIdentifier)/stat"
    let fields = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 14 ? Int(fields[13]) ?? 0 : 0
  }

  /// The signals are honoured by a program that was started with them ignored, as a shell's
  /// background jobs are.
  @Test func ignoredSignalsAreHonoured() throws {
    try Self.inFolder { folder in
      let running = try Program.Running(
        URL(filePath: "/bin/bash"),
        ["-c", "trap '' INT TERM; exec '\(Program.file.path)' run slow.json --scripts slow"],
        in: folder)
      try #require(Self.isListening(running.process))
      kill(running.process.processIdentifier, SIGINT)
      #expect(running.result().code == 130)
    }
  }

  /// A file that was being written beside its place is removed.
  @Test func noUnfinishedFileStays() throws {
    try Self.inFolder { folder in
      let running = try Program.Running(
        Program.file, ["report", "r", "--format", "csv"], in: folder)
      func unfinished() throws -> [String] {
        try Program.files(in: folder).filter { $0.contains(".part") }
      }
      while running.process.isRunning, try unfinished().isEmpty { usleep(2_000) }
      kill(running.process.processIdentifier, SIGTERM)
      let code = running.result().code
      // The file may have been complete by then.
      #expect(code == 143 || code == 0)
      #expect(try unfinished().isEmpty)
    }
  }
}
