import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// Games that are shared libraries, as a user meets them.
///
/// The libraries are built here, with cc.
@Suite struct LibraryEngineTests {
  /// The numbers of `walk.c`'s faults.
  private enum Fault: Int {
    case none, segv, abort, exits, recurses, writesBehind, illegal, score, worth, end, noMoves
    case manyMoves, range, event, manyEvents, large, segvSometimes, countsStarts, countsMoves
    case startScore, reasonPlace, countsReasons, negativeEvent, eventAbove, eventBelow, belowRange
    case widestEvents
  }

  private static let hasCompiler =
    Oracle.isRequired
    || FileManager.default.fileExists(
      atPath: "/usr/bin/cc")

  /// Calls `body` with a folder that has the engine `walk`, built with these definitions.
  private static func inFolder(
    _ definitions: String = "", isolate: Bool = false, _ body: (URL) throws -> Void
  ) throws {
    try Program.inFolder { folder in
      try build(definitions, in: folder)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "engines"), withIntermediateDirectories: false)
      try writeEngine(isolate: isolate, in: folder)
      try body(folder)
    }
  }

  private static func build(_ definitions: String, in folder: URL) throws {
    let source = Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/Engines/walk.c").path
    let header = Oracle.root.appending(path: "integrations/engines/c").path
    let built = try Program.shell(
      "cc -std=c11 -Wall -Wextra -Werror -O1 -fPIC -shared -I'\(header)' \(definitions) '\(source)'"
        + " -o walk.so", in: folder)
    #expect(built.code == 0, "\(built.errors)")
  }

  private static func writeEngine(isolate: Bool, in folder: URL) throws {
    try Program.write(
      """
      {"format":"playtest-engine","version":1,"name":"walk","library":"walk.so"\
      \(isolate ? ",\"isolate\":true" : "")}
      """, to: "engines/walk.json", in: folder)
  }

  private static func writeLevel(
    _ fault: Fault = .none, length: Int = 10, in folder: URL
  ) throws {
    try Program.write(
      """
      {"format":"playtest-level","version":1,"game":"walk","name":"W","length":\(length),\
      "fault":\(fault.rawValue)}
      """, to: "w.json", in: folder)
  }

  /// The rows of a run, without what names its files.
  private static func rows(of run: String, in folder: URL) throws -> String {
    let result = try Program.shell(
      "playtest report \(run) --format csv > /dev/null && cat \(run)/games.csv", in: folder)
    #expect(result.code == 0, "\(result.errors)")
    return result.output
  }

  /// The reasons of the lost games of some rows, each once.
  private static func reasons(_ rows: String) throws -> [String] {
    let lines = rows.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let end = try #require(lines.first?.firstIndex(of: "end"))
    let reason = try #require(lines.first?.firstIndex(of: "reason"))
    return Set(lines.filter { $0[end] == "lost" }.map { $0[reason] }).sorted()
  }

  @Test(.enabled(if: hasCompiler)) func itPlaysAlikeInThisProcessAndInAnother() throws {
    try Self.inFolder { folder in
      try Self.writeLevel(in: folder)
      let words = "w.json --agents random,greedy,expert --games 40 --quiet --out"
      let first = try Program.shell("playtest run \(words) a --jobs 1", in: folder)
      #expect(first.code == 0, "\(first.errors)")
      let second = try Program.shell("playtest run \(words) b --jobs 2", in: folder)
      #expect(second.code == 0, "\(second.errors)")
      try Self.writeEngine(isolate: true, in: folder)
      let third = try Program.shell("playtest run \(words) c", in: folder)
      #expect(third.code == 0, "\(third.errors)")
      let rows = try Self.rows(of: "a", in: folder)
      #expect(rows.contains(",place,") || rows.contains(",place\n"))
      #expect(rows.split(separator: "\n").count == 121)
      #expect(try Self.rows(of: "b", in: folder) == rows)
      #expect(try Self.rows(of: "c", in: folder) == rows)
      #expect(try Self.reasons(rows) == ["", "late", "very late"])
      let replay = try Program.shell(
        "playtest replay a --agent greedy --index 3 --verify", in: folder)
      #expect(replay.code == 0, "\(replay.errors)")
      // Why a game was lost is asked of the library again, and of no game that was won.
      var lasts: [String: [Substring]] = [:]
      for agent in ["random", "expert"] {
        for index in 0..<4 {
          let both = try ["a", "c"].map { run in
            let replay = try Program.shell(
              "playtest replay \(run) --agent \(agent) --index \(index)", in: folder)
            return try #require(replay.output.split(separator: "\n").last { $0.hasPrefix("turn ") })
          }
          #expect(both[0] == both[1])
          lasts[agent, default: []].append(both[0])
        }
      }
      #expect(lasts["random"]?.allSatisfy { $0.contains(" LOST") } == true, "\(lasts)")
      #expect(lasts["random"]?.contains { $0.contains(" LOST (late),") } == true, "\(lasts)")
      #expect(lasts["expert"]?.allSatisfy { $0.contains(" WON,") } == true, "\(lasts)")
    }
  }

  /// What is wrong with a library is one line.
  @Test(
    .enabled(if: hasCompiler),
    arguments: [
      ("-DNAME=other", "has no function `playtest_engine`"),
      ("-DABI=2", "is of version 2 of the interface, and this playtest has version 1"),
      ("-DMOVES=NULL", "has no `moves` in its table"),
      ("-DREASON=NULL", "declares reasons and has no function `reason`; add it"),
      ("'-DSIZE=offsetof(pt_engine,reason)'", "declares reasons and has no function `reason`"),
      ("-DSIZE=40", "has a table of 40 bytes, and this playtest's has 128"),
      ("'-DGAME=\"{\"'", "declares no JSON object in `game`"),
      ("'-DGAME=\"{}\"'", "hello: \"hidden\" is missing"),
      ("'-DGAME=\"{\\\"hidden\\\":\\\"none\\\"}\"'", "`move` is missing"),
    ]) func aWrongLibraryIsRefused(definitions: String, message: String) throws
  {
    try Self.inFolder(definitions) { folder in
      try Self.writeLevel(in: folder)
      let result = try Program.shell("playtest run w.json --games 1 --quiet", in: folder)
      #expect(result.code == 65, "\(result.errors)")
      #expect(result.complaints.count == 1, "\(result.errors)")
      #expect(result.errors.contains("engine walk") && result.errors.contains(message))
    }
  }

  /// A library that was built before games said why they are lost goes on playing, and one that says
  /// it without having declared it, in this process and in another.
  @Test(
    .enabled(if: hasCompiler), arguments: [false, true],
    ["'-DSIZE=offsetof(pt_engine,reason)' -DREASONS=", "-DREASONS="]
  ) func aLibraryWithoutReasonsPlays(isolate: Bool, definitions: String) throws {
    let rows = try [definitions, ""].map { definitions in
      var rows = ""
      try Self.inFolder(definitions, isolate: isolate) { folder in
        try Self.writeLevel(in: folder)
        let result = try Program.shell(
          "playtest run w.json --agents random --games 20 --quiet --out r", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        rows = try Self.rows(of: "r", in: folder)
      }
      return rows
    }
    #expect(try Self.reasons(rows[0]) == [""])
    #expect(try Self.reasons(rows[1]).contains("very late"))
    #expect(rows[1].replacing(",very late,", with: ",,").replacing(",late,", with: ",,") == rows[0])
  }

  @Test(.enabled(if: hasCompiler)) func aLevelThatItRefusesIsNamed() throws {
    try Self.inFolder { folder in
      try Self.writeLevel(length: 13, in: folder)
      let result = try Program.shell("playtest level validate w.json", in: folder)
      #expect(result.code == 65)
      #expect(result.errors.contains("length") && result.errors.contains("13 brings bad luck"))
      try Self.writeLevel(.large, in: folder)
      let large = try Program.shell("playtest level validate w.json", in: folder)
      #expect(large.code == 65)
      #expect(large.errors.contains("its states have 65537 bytes, and they may have 1 to 65536"))
      try FileManager.default.removeItem(at: folder.appending(path: "walk.so"))
      let missing = try Program.shell("playtest run w.json --quiet", in: folder)
      #expect(missing.code == 65)
      #expect(missing.complaints.count == 1 && missing.errors.contains("walk.so"))
    }
  }

  /// Broken rules end their games, each with a line; the process goes on.
  @Test(.enabled(if: hasCompiler)) func brokenRulesAreFaultsOfTheirGames() throws {
    try Self.inFolder { folder in
      let faults: [(Fault, String)] = [
        (.writesBehind, "at move 3: it wrote beyond the 24 bytes of its state"),
        (.illegal, "at move 3: it refuses a move that it offered"),
        (.score, "at move 2: the score must be from -10^15 to 10^15, and is 9223372036854775807"),
        (.worth, "the worth is not a finite number"),
        (.end, "`end` must be 0 to 3, and is 9"),
        (.noMoves, "it offers no move and does not say how the game ends"),
        (.manyMoves, "it offers 1073741824 moves"),
        (.range, "it offers a move whose number 2 is 5"),
        (.belowRange, "it offers a move whose step is -1, and its range is 0 to 2"),
        (.event, "it reported event 7 with 1; it declares 1 event, and"),
        (.negativeEvent, "it reported event -1 with 2;"),
        (.eventAbove, "it reported event 0 with 1000000000000001;"),
        (.eventBelow, "it reported event 0 with -9223372036854775808;"),
        (.manyEvents, "it reported more than 65536 events"),
        (
          .reasonPlace,
          "at the end of a game, after move 8: `reason` must be a place among the 2 that are declared,"
            + " from 0, or -1, and is 2"
        ),
      ]
      for (fault, message) in faults {
        try Self.writeLevel(fault, length: 20, in: folder)
        let result = try Program.shell(
          "playtest run w.json --agents random --games 2 --quiet --force --out r > /dev/null",
          in: folder)
        #expect(result.code == 1, "\(fault): \(result.errors)")
        #expect(result.errors.contains(message), "\(fault): \(result.errors)")
      }
    }
  }

  /// A value of an event may be as large as a score.
  @Test(.enabled(if: hasCompiler)) func theLargestValuesOfEventsAreTaken() throws {
    try Self.inFolder { folder in
      try Self.writeLevel(.widestEvents, length: 20, in: folder)
      let result = try Program.shell(
        "playtest run w.json --agents random --games 2 --quiet --out r > /dev/null", in: folder)
      #expect(result.code == 0, "\(result.errors)")
    }
  }

  /// What is wrong with the start is not said of the first move, in this process or in another.
  @Test(.enabled(if: hasCompiler), arguments: [false, true])
  func aFaultAtTheStartIsSaidSo(isolate: Bool) throws {
    try Self.inFolder(isolate: isolate) { folder in
      try Self.writeLevel(.startScore, in: folder)
      let result = try Program.shell(
        "playtest run w.json --agents random --games 2 --quiet --out r > /dev/null", in: folder)
      #expect(result.code == 1)
      #expect(
        result.errors.contains(
          "engine walk, at the start of a game: the score must be "
            + (isolate ? "a whole number " : "") + "from -10^15 to 10^15, "), "\(result.errors)")
    }
  }

  /// What the library says of a refused move is said once.
  @Test(.enabled(if: hasCompiler), arguments: [false, true])
  func aRefusedMoveIsSaidOnce(isolate: Bool) throws {
    try Self.inFolder(isolate: isolate) { folder in
      try Self.writeLevel(.illegal, length: 20, in: folder)
      let result = try Program.shell(
        "playtest run w.json --agents random --games 2 --quiet --out r > /dev/null", in: folder)
      #expect(
        result.complaints == [
          "playtest: 2 games ended because an engine failed, such as game 0 of random on W: engine walk, at move 3: it"
            + " refuses a move that it offered; fix the engine, or pass --allow-faults"
        ], "\(result.errors)")
    }
  }

  /// Every 50th game is played again, in this process and without notice of players' looks ahead.
  @Test(.enabled(if: hasCompiler)) func theAuditFindsWhatDiffers() throws {
    try Self.inFolder { folder in
      let cases: [(Fault, String, String)] = [
        (.countsStarts, "random", "at the start it answered score "),
        (.countsReasons, "random", "at the end its `reason` was "),
        (.countsMoves, "random", "after move 2 it answered score "),
        (.countsMoves, "expert", "after move 2 it answered score "),
      ]
      for (fault, player, message) in cases {
        try Self.writeLevel(fault, length: 20, in: folder)
        let result = try Program.shell(
          "playtest run w.json --agents \(player) --games 60 --quiet --force --out r > /dev/null",
          in: folder)
        #expect(result.code == 1, "\(fault): \(result.errors)")
        let rows = try Self.rows(of: "r", in: folder).split(separator: "\n")
        let faulted = rows.indices.filter { rows[$0].contains(",faulted,") }
        #expect(faulted == [1, 51], "\(fault): \(rows.filter { $0.contains(",faulted,") })")
        let words = "engine walk is not deterministic: \(message)"
        #expect(rows.count { $0.contains(words) } == 2, "\(rows[1])")
      }
      // Games that were not audited show another end when they are looked at.
      let replay = try Program.shell(
        "playtest replay r --agent expert --index 3 > /dev/null", in: folder)
      #expect(replay.code == 1, "\(replay.errors)")
      #expect(replay.complaints.count == 1)
      #expect(
        replay.errors.hasPrefix("playtest: r: the replay differs: score "), "\(replay.errors)")
    }
  }

  /// A crash ends the run and names the library and the game; in a process of its own it costs one.
  @Test(.enabled(if: hasCompiler)) func aCrashIsNamed() throws {
    try Self.inFolder { folder in
      let crashes: [(Fault, String)] = [
        (.segv, "crashed (signal 11, a bad address)"),
        (.abort, "crashed (signal 6, it aborted)"),
        (.exits, "ended the program by calling exit"),
        (.recurses, "crashed (signal 11, a bad address)"),
      ]
      for (fault, message) in crashes {
        try Self.writeLevel(fault, length: 20, in: folder)
        let result = try Program.shell(
          "playtest run w.json --agents random --games 2 --jobs 1 --quiet --force --out r",
          in: folder)
        #expect(result.code == 70, "\(fault): \(result.errors)")
        #expect(result.complaints.count == 1, "\(result.errors)")
        #expect(
          result.errors.hasPrefix(
            "playtest: engine walk: the library walk.so \(message) in game 0 of \"W\"; "),
          "\(result.errors)")
      }
      try Self.writeLevel(.segvSometimes, length: 20, in: folder)
      let words = "run w.json --agents random --games 60 --jobs 1 --quiet --out s"
      let crashed = try Program.shell("playtest \(words)", in: folder)
      #expect(crashed.code == 70, "\(crashed.errors)")
      try Self.writeEngine(isolate: true, in: folder)
      let resumed = try Program.shell("playtest \(words) --resume --allow-faults", in: folder)
      #expect(resumed.code == 0, "\(resumed.errors)")
      let rows = try Self.rows(of: "s", in: folder)
      let faulted = rows.split(separator: "\n").filter { $0.contains(",faulted,") }
      #expect(rows.split(separator: "\n").count == 61)
      #expect((1...25).contains(faulted.count))
      #expect(faulted.allSatisfy { $0.contains("crashed (signal 11") })
    }
  }
}
