import Foundation
import Testing

@testable import EngineGames
@testable import SimHarness

/// Engines that do what they must not: each costs what it should, is named with what is wrong, and
/// leaves no process.
@Suite struct BrokenEnginesTests {
  /// A fault of the fixture, and how its first game ends.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: String
    let end: GameEnd
    let message: String
    var testDescription: String { fault }

    init(_ fault: String, _ message: String, end: GameEnd = .faulted) {
      self.fault = fault
      self.end = end
      self.message = message
    }
  }

  static let games: [Case] = [
    Case("exit", "engine steps ended with exit code 3 at move 5; its log ends with: the lights"),
    Case("signal", "engine steps ended by signal 11 at move 5"),
    Case("late", "engine steps did not answer within 0.3 s at move 3", end: .inconclusive),
    Case("failed", "engine steps, at move 3: failed: division by zero"),
    Case("refuses", "engine steps, at move 3: it refuses a move that it offered: not today"),
    Case(
      "memory", "engine steps was ended: it used more memory than 200 MiB at move 3",
      end: .inconclusive),
    Case("out-of-range", "at move 2: it offers a move whose steps is 7, and its range is 1 to 3"),
    Case("many-moves", "at move 2: it offers 200000 moves, and a position can have at most"),
    Case("big-score", "at move 2: the score must be a whole number from -10^15 to 10^15, found 1"),
    Case(
      "half-score", "at move 2: the score must be a whole number from -10^15 to 10^15, found 1.5"),
    Case("nan", "it is not JSON: column"),
    Case("no-move", "at move 2: it offers no move and does not say how the game ends"),
    Case("odd-event", "at move 2: unknown event 'cart'; did you mean 'card'?"),
    Case("odd-end", "at move 2: the end must be \"won\", \"lost\", \"ended\" or null"),
    Case(
      "odd-reason", "at move 2: unknown reason 'pure'; known: poor, very poor"),
    Case(
      "many-reasons",
      "at move 2: the reason must be a string, one of \"reasons\" in hello, found an array"),
    Case("two-numbers", "at move 2: a move of the game has 1 number, and it offers a move with 2"),
    Case(
      "no-figures", "`figures` must return a number for each declared metric; walked is missing"),
    Case("two-lines", "engine steps wrote more than one line for a request"),
    Case("no-line-end", "in the middle of a line"),
    Case("huge", "engine steps wrote a line of more than 16 MiB"),
    Case("no-json", "it is not JSON: column 2"),
    Case(
      "wrong-id",
      "\"id\" must be that of the request, found one that is 40 larger; an engine answers each"),
    Case("no-results", "\"r\" is missing"),
    Case("odd-results", "\"r\" must be a list, found null"),
    Case("odd-moves", "at move 2: \"moves\" must be a list of moves, found an object"),
    Case(
      "long-words",
      "its log ends with: \(String(repeating: "x", count: 200))…"),
    Case("few-results", "\"r\" must have one answer per operation, and has none"),
    Case(
      "mark", "at the start of a game: it begins with a byte order mark; write UTF-8 without one"),
    Case(
      "bad-byte", "at the start of a game: it is not UTF-8; it begins \"{\\\"id\\\":...,\\\"r\\\""),
    Case("noise", "engine steps wrote more than one line for a request"),
    Case("deep", "it is not JSON: column"),
    Case("random", "engine steps is not deterministic: "),
    Case("holds", "engine steps ended with exit code 4 at move 3"),
    Case("odd-hash", "\"hash\" must be a list of one or two strings of 16 hexadecimal digits"),
  ]

  @Test(arguments: games) func aFaultInAGame(_ broken: Case) async throws {
    let marker = "marker-\(UUID().uuidString)"
    try await EngineFixture.project(
      text: EngineFixture.file("steps", fault: broken.fault).replacing(
        "\"\(broken.fault)\"]",
        with:
          "\"\(broken.fault)\", \"\(marker)\"], \"answer\": \(broken.fault == "late" ? 0.3 : 9), \"memory\": \"200 MiB\""
      )
    ) { engines, _ in
      let plan = try EngineFixture.plan(engines, games: 1, level: ", \"size\": 40")
      // What makes the level ready asks too; the game is what counts.
      let row = try #require(try await EngineFixture.rows(plan).first)
      #expect(row.result.end == broken.end)
      #expect(row.result.fault?.contains(broken.message) == true, "\(row.result.fault ?? "none")")
    }
    #expect(EngineFixture.isGone(marker))
  }

  static let starts: [Case] = [
    Case("exit-at-once", "ended with exit code 4 at its start; its log ends with: no licence"),
    Case("silent", "engine steps did not answer within 0.2 s at its start"),
    Case("version", "it supports version 2 of the protocol, and this playtest 1"),
    Case("no-hidden", "\"hidden\" is missing: say \"none\""),
    Case(
      "odd-hidden",
      "\"hidden\" must be \"none\" (nothing is hidden from players, and nothing is drawn) or"
        + " \"imagine\", found an array"),
    Case("odd-version", "\"version\" of \"engine\" must be a string, found 7; write \"7\""),
    Case("null-version", "\"version\" of \"engine\" must be a string, found null"),
    Case(
      "odd-engine",
      "\"engine\" must be an object such as {\"name\": \"nerve\", \"version\": \"1\"}, found \"steps\""
    ),
    Case("null-engine", "\"version\": \"1\"}, found null"),
    Case(
      "no-moves",
      "`move` is missing: the numbers of a move, such as \"move\": [[\"from\", 0, 10], [\"to\", 0, 11]]"
    ),
    Case("bare-moves", "`move`: each number is [name, min, max], such as \"move\": [[\"from\""),
    Case(
      "for-two",
      "`players` can only be 1, as an engine's game has one player; leave it out, and let the engine"
        + " move for the others"),
    Case("for-two", "`own` is for two-player games in Lua, and an engine's game has one player"),
    Case("bad-move", "`move`: steps: min and max must be whole numbers"),
  ]

  @Test(arguments: starts) func aFaultAtTheStart(_ broken: Case) async throws {
    let marker = "marker-\(UUID().uuidString)"
    try await EngineFixture.project(
      text: EngineFixture.file("steps", fault: broken.fault).replacing(
        "\"\(broken.fault)\"]",
        with: "\"\(broken.fault)\", \"\(marker)\"]"
          + (broken.fault == "silent" ? ", \"start\": 0.2" : ""))
    ) { engines, _ in
      let fault = #expect(throws: ScriptFault.self) { try engines.game(named: "steps") }
      #expect(fault?.message.contains(broken.message) == true, "\(fault?.message ?? "none")")
    }
    #expect(EngineFixture.isGone(marker))
  }

  /// A child that stays, also in a session of its own, and a process that does not end are killed.
  @Test(arguments: ["child", "away", "daemon", "stays"]) func nothingIsLeft(_ fault: String)
    async throws
  {
    let marker = "marker-\(UUID().uuidString)"
    try await EngineFixture.project(
      text: EngineFixture.file("steps", fault: fault).replacing(
        "\"\(fault)\"]", with: "\"\(fault)\", \"\(marker)\"]")
    ) { engines, _ in
      let rows = try await EngineFixture.rows(try EngineFixture.plan(engines, games: 2))
      #expect(rows.allSatisfy { $0.result.fault == nil })
      #expect(!EngineFixture.processes(marker).isEmpty)
    }
    #expect(EngineFixture.isGone(marker))
  }

  /// What an engine leaves behind when it dies is found as it still has the engine's streams.
  @Test func nothingIsLeftOfADeadEngine() async throws {
    let marker = "marker-\(UUID().uuidString)"
    try await EngineFixture.project(
      text: EngineFixture.file("steps", fault: "leaves").replacing(
        "\"leaves\"]", with: "\"leaves\", \"\(marker)\"]")
    ) { engines, _ in
      let rows = try await EngineFixture.rows(try EngineFixture.plan(engines, games: 2))
      #expect(rows.allSatisfy { $0.result.end == .faulted })
    }
    #expect(EngineFixture.isGone(marker))
  }

  @Test func aLongLogStopsNothing() async throws {
    try await EngineFixture.project(fault: "log") { engines, _ in
      let rows = try await EngineFixture.rows(try EngineFixture.plan(engines, games: 2))
      #expect(rows.count == 2 && rows.allSatisfy { $0.result.fault == nil })
    }
  }

  /// One game is lost with each death, and three in a row end the cell.
  @Test func deathsCostTheirGameAndEndTheCell() async throws {
    let whole = try await EngineFixture.project { engines, _ in
      try await EngineFixture.rows(try EngineFixture.plan(engines, games: 30))
    }
    let third = try await EngineFixture.project(fault: "third") { engines, _ in
      try await EngineFixture.rows(try EngineFixture.plan(engines, games: 30))
    }
    #expect(third.count == 30)
    let lost = third.filter { $0.result.end == .faulted }
    #expect((5...15).contains(lost.count))
    for (row, expected) in zip(third, whole) where row.result.fault == nil {
      #expect(row == expected)
    }
    let all = try await EngineFixture.project(fault: "exit") { engines, _ in
      try await EngineFixture.rows(
        try EngineFixture.plan(engines, games: 10, level: ", \"size\": 40"))
    }
    #expect(
      all.map(\.result.end) == Array(repeating: .faulted, count: 3)
        + Array(repeating: .inconclusive, count: 7))
    #expect(
      all[9].result.fault == "not played: the engine died in 3 consecutive games")
    let many = try await EngineFixture.project(fault: "twentieth") { engines, _ in
      try await EngineFixture.rows(try EngineFixture.plan(engines, games: 50))
    }
    #expect(many.count { $0.result.end == .faulted } == 20)
    #expect(many.last?.result.fault == "not played: the engine died in 20 games")
  }

  /// What is wrong with an answer is said without its number, which depends on the games before.
  @Test func faultsAreTheSameAtAnyNumberOfJobs() async throws {
    var all: [[GameRow]] = []
    for jobs in [1, 2, 4] {
      all.append(
        try await EngineFixture.project(fault: "some-nan") { engines, _ in
          try await EngineFixture.rows(try EngineFixture.plan(engines, games: 60), jobs: jobs)
        })
    }
    #expect((4...15).contains(all[0].count { $0.result.fault?.contains("not JSON") == true }))
    #expect(all[0] == all[1] && all[0] == all[2])
  }

  /// Deaths count in the order of the games, whichever worker comes to them first.
  @Test func deathsAreTheSameAtAnyNumberOfJobs() async throws {
    var all: [[GameRow]] = []
    for jobs in [1, 2, 4, 4] {
      all.append(
        try await EngineFixture.project(fault: "half") { engines, _ in
          try await EngineFixture.rows(try EngineFixture.plan(engines, games: 80), jobs: jobs)
        })
    }
    #expect(all[0].count == 80)
    #expect(all[0].contains { $0.result.end == .faulted })
    let first = try #require(all[0].first { $0.result.end == .inconclusive })
    #expect(first.result.fault == "not played: the engine died in 3 consecutive games")
    #expect(all[0][first.result.index...].allSatisfy { $0.result.end == .inconclusive })
    for rows in all.dropFirst() { #expect(rows == all[0]) }
  }

  /// The game that a process starts as its 52nd differs; game 50 is, and is played again.
  @Test func theAuditFindsWhatIsRarelyRandom() async throws {
    let rows = try await EngineFixture.project(fault: "rarely-random") { engines, _ in
      try await EngineFixture.rows(try EngineFixture.plan(engines, games: 60))
    }
    let odd = rows.filter { $0.result.fault != nil }
    #expect(odd.map(\.result.index) == [50])
    let fault = odd.first?.result.fault ?? ""
    #expect(fault.contains("engine steps is not deterministic"), "\(fault)")
    #expect(fault.contains("; in another process score"), "\(fault)")
  }

  /// Each of 13 to 40 moves takes a sixth of the time for an answer: all of them in one line would be
  /// too late, though none was in play.
  @Test func theAuditGivesEachMoveItsTime() async throws {
    let text = EngineFixture.file("steps", fault: "slow").replacing(
      "\"slow\"]", with: "\"slow\"], \"answer\": 0.3")
    let row = try await EngineFixture.project(text: text) { engines, _ in
      let plan = try EngineFixture.plan(engines, games: 1, level: ", \"size\": 40")
      return try #require(try await EngineFixture.rows(plan).first)
    }
    #expect(row.result.fault == nil, "\(row.result.fault ?? "")")
    #expect(row.result.moves >= 13)
  }

  /// Many moves are sent at once to an engine that is quick and says little; few to one that is slow
  /// or says much, and never more than twice as many as before.
  @Test func theAuditSendsAsMuchAsIsAnsweredInTime() {
    var quick = EngineAudit.FrameSize(answer: 10)
    var sizes: [Int] = []
    for _ in 0..<8 {
      sizes.append(quick.moves)
      quick.adapt(seconds: 0.001 * Double(quick.moves), bytes: 200 * quick.moves, of: quick.moves)
    }
    #expect(sizes == [1, 2, 4, 8, 16, 32, 64, 64])
    #expect(quick.limit == 70)
    var slow = quick
    slow.adapt(seconds: 0.5 * 64, bytes: 200 * 64, of: 64)
    #expect(slow.moves == 2)
    #expect(slow.limit == 20)
    slow.adapt(seconds: 18, bytes: 400, of: 2)
    #expect(slow.moves == 1)
    var large = quick
    large.adapt(seconds: 0.064, bytes: 64 << 18, of: 64)
    #expect(large.moves == 8)
    large.adapt(seconds: 0.008, bytes: 8 << 20, of: 8)
    #expect(large.moves == 2)
  }
}
