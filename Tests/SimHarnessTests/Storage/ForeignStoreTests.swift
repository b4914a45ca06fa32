import Foundation
import GRDB
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// A store, or one row of it, that was taken from another run is named and refused.
@Suite struct ForeignStoreTests {
  /// What another run differs in from `SmallRuns.plan()`.
  enum Other: String, CaseIterable, Sendable {
    case seed, level, rules, agents, maxMoves, program

    func plan() throws -> RunPlan {
      switch self {
      case .seed: return try SmallRuns.plan(seed: 6)
      case .agents: return try SmallRuns.plan(agents: ["novice", "random"])
      case .maxMoves:
        var plan = try SmallRuns.plan()
        plan.maxMoves = 19
        return plan
      case .level, .rules:
        let (old, new) =
          self == .level ? ("\"Small\"", "\"Other\"") : ("\"shots\":3", "\"shots\":4")
        let text = SmallRuns.level.replacingOccurrences(of: old, with: new)
        let library = ScriptLibrary(folder: nil)
        let file = try LevelFile.read(Array(text.utf8), file: "small.json", catalog: library)
        var plan = try SmallRuns.plan()
        plan.levels = [try BubbleBlast.entry.ready(file, library, .none)]
        return plan
      case .program: return try SmallRuns.plan()
      }
    }

    /// What the message says of it.
    var words: String {
      switch self {
      case .seed: "it has seed 6, not 5"
      case .level: "it has other levels"
      case .rules: "it has another version of the level Small"
      case .agents: "it has the agents novice,random, not random,novice"
      case .maxMoves: "it has --max-moves 19, not 20"
      case .program: "it has playtest 0.0.1, not \(ProgramVersion.current)"
      }
    }
  }

  /// Records a run of a plan; of another version where the case says so.
  private static func record(_ other: Other, in path: String) async throws {
    let plan = try other.plan()
    try await SmallRuns.record(plan, in: path)
    guard other == .program else { return }
    // The same games as an older program would have stored them.
    var header = RunStore.Header(plan)
    header.identity.program = "0.0.1"
    let rows = try SmallRuns.store(in: path)
    let store = try RunStore.create(at: "\(path)/older", header: header)
    for cell in header.cells.indices {
      var games: [GameRow] = []
      try rows.forEachGame(ofCell: cell, records: true) { games.append($0) }
      try store.add(games, cell: cell)
    }
    try store.close()
    let files = FileManager.default
    try files.removeItem(atPath: "\(path)/results.sqlite")
    try files.moveItem(atPath: "\(path)/older", toPath: "\(path)/results.sqlite")
  }

  @Test(arguments: Other.allCases)
  func aStoreOfAnotherRunIsRefused(other: Other) async throws {
    try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a")
      try await Self.record(other, in: "\(root)/b")
      let (mine, foreign) = ("\(root)/a/results.sqlite", "\(root)/b/results.sqlite")
      try FileManager.default.removeItem(atPath: mine)
      try FileManager.default.copyItem(atPath: foreign, toPath: mine)
      let expected = StorageError.foreign(
        mine,
        "this file belongs to another run than run.json: \(other.words);"
          + " \(RunStore.restoration)")
      #expect(throws: expected) { try SmallRuns.store(in: "\(root)/a") }
      await #expect(throws: expected) {
        try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a", resuming: true)
      }
      #expect(
        FileManager.default.contentsEqual(atPath: mine, andPath: foreign),
        "a refused resume changes nothing")
    }
  }

  /// One row of another run, whose fields and hash are those that run wrote.
  @Test(arguments: Other.allCases)
  func aRowOfAnotherRunIsRefused(other: Other) async throws {
    try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a")
      try await Self.record(other, in: "\(root)/b")
      let mine = "\(root)/a/results.sqlite"
      try await SmallRuns.sql(
        mine, "ATTACH '\(root)/b/results.sqlite' AS b",
        "REPLACE INTO games SELECT * FROM b.games WHERE id = \(RowNumber.of(3, cell: 1))")
      let expected = StorageError.foreign(
        mine, "game 3 of novice on Small belongs to another run; \(RunStore.restoration)")
      #expect(throws: expected) {
        try RunFolder(path: "\(root)/a").summary(games: .bundled)
      }
      #expect(throws: expected) { try SmallRuns.store(in: "\(root)/a").game(3, ofCell: 1) }
      await #expect(throws: expected) {
        try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a", resuming: true)
      }
    }
  }

  /// A row that was moved within its own run is no row of that game; a resume plays the game again.
  @Test func aRowOfAnotherGameIsDamaged() async throws {
    try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a")
      let whole = try SmallRuns.result(in: "\(root)/a")
      try await SmallRuns.sql(
        "\(root)/a/results.sqlite", "DELETE FROM games WHERE id = 4",
        "UPDATE games SET id = 4 WHERE id = 3")
      #expect(throws: StorageError.self) { try SmallRuns.result(in: "\(root)/a") }
      try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a", resuming: true)
      #expect(try SmallRuns.result(in: "\(root)/a") == whole)
    }
  }

  /// More games, another part, another title: still the same run's rows.
  @Test func whatLegitimatelyDiffersIsNoPartOfTheIdentity() throws {
    let plan = try SmallRuns.plan()
    var other = try SmallRuns.plan(games: 600)
    other.title = "another"
    other.shard = RunShard("2/3")
    other.thresholds.tooHard = 0.5
    #expect(plan.identity == other.identity && plan.identity.digest == other.identity.digest)
    let digests = try Other.allCases.filter { $0 != .program }.map { try $0.plan().identity.digest }
    #expect(Set(digests + [plan.identity.digest]).count == digests.count + 1)
  }

  /// Own, foreign and damaged are distinguished whatever the content.
  @Test func bindingsTellRunsApart() {
    var random = SeededRandom(key: StreamKey(rawValue: 7))
    for _ in 0..<1000 {
      let (content, run, other) = (random.next(), random.next(), random.next())
      let (mine, theirs) = (RunBinding(run: run), RunBinding(run: other))
      #expect(mine.verdict(mine.bound(content), of: content) == .own)
      #expect(mine.verdict(theirs.bound(content), of: content) == .foreign)
      let bit = UInt64(1) << UInt64(random.below(64))
      #expect(mine.verdict(mine.bound(content) ^ bit, of: content) == .damaged)
      #expect(mine.verdict(mine.bound(content), of: content ^ bit) == .damaged)
    }
  }

  /// A study of another run is refused.
  @Test func aStudyOfAnotherRunIsRefused() async throws {
    try await SmallRuns.inOwnFolder { root in
      try await SmallRuns.record(try SmallRuns.plan(), in: "\(root)/a")
      let folder = RunFolder(path: "\(root)/a")
      let own = try SmallRuns.plan().identity.text
      try folder.write(StudyResults(run: own, effort: .init(), cells: []).text, to: .study)
      _ = try folder.summary(games: .bundled)
      let other = try SmallRuns.plan(seed: 6).identity.text
      try folder.write(StudyResults(run: other, effort: .init(), cells: []).text, to: .study)
      #expect(
        throws: StorageError.foreign(
          "\(root)/a/study.json",
          "this study belongs to another run than run.json; write it again with `playtest study`")
      ) { try folder.summary(games: .bundled) }
    }
  }
}
