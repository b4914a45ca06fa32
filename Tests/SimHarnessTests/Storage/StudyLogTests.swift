import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// A study that is interrupted keeps what it has, and goes on to the bytes of one that was not.
@Suite struct StudyLogTests {
  private static func effort() -> StudyResults.Effort {
    var effort = StudyResults.Effort()
    effort.games = 2
    effort.turns = 2
    effort.rollouts = 2
    effort.luckGames = 3
    effort.restrictedGames = 3
    return effort
  }

  private static func study(_ path: String, jobs: Int) throws -> RunStudy {
    try RunStudy(
      of: SmallRuns.recorded(RunFolder(path: path)), effort: effort(), jobs: jobs)
  }

  /// The numbers that a progress received.
  private final class Seen: Sendable {
    private let numbers = Mutex<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    var first: Int? { numbers.withLock { $0.first } }
  }

  @Test(arguments: [1, 2]) func aStoppedStudyContinues(jobs: Int) async throws {
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(SmallRuns.plan(agents: ["novice", "casual"]), in: path)
      let log = "\(path)/study.log"
      let whole = try await Self.study(path, jobs: 1).results(
        isCancelled: { false }, progress: { _ in })
      let total = try Self.study(path, jobs: 1).total
      #expect(whole.pieces == total)
      // Some pieces, and a line that a kill has cut off.
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == total + 1)
      let kept = lines.prefix(4).joined(separator: "\n") + "\n" + lines[4].prefix(20)
      try Data(kept.utf8).write(to: URL(filePath: log))
      let seen = Seen()
      let resumed = try await Self.study(path, jobs: jobs).results(
        isCancelled: { false }, progress: { seen.add($0) })
      #expect(seen.first == 3, "three pieces were kept")
      #expect(resumed.results == whole.results && resumed.pieces == total)
      // Cancelled at once: what is there is reported, evenly over levels and players.
      try Data((lines.prefix(4).joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: log))
      let part = try await Self.study(path, jobs: jobs).results(
        isCancelled: { true }, progress: { _ in })
      #expect(part.pieces == 3)
      #expect(part.results.cells.map(\.games.count).max() == 2)
      #expect(part.results.cells.allSatisfy { !$0.games.isEmpty })
      #expect(part.results.cells.allSatisfy { $0.repetitions.isEmpty })
      #expect(part.results.pieces < whole.results.pieces)
      // A part does not take the place of what an earlier study found, unless it has more.
      let folder = RunFolder(path: path)
      #expect(!folder.hasStudy(largerThan: part.results))
      try folder.write(whole.results.text, to: .study)
      #expect(folder.hasStudy(largerThan: part.results))
      #expect(!folder.hasStudy(largerThan: whole.results))
    }
  }

  /// Lines of another study, or ones that were changed, are played again.
  @Test func foreignAndDamagedLinesAreDropped() async throws {
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(SmallRuns.plan(agents: ["novice"]), in: path)
      let whole = try await Self.study(path, jobs: 1).results(
        isCancelled: { false }, progress: { _ in })
      let log = "\(path)/study.log"
      let text = try String(contentsOfFile: log, encoding: .utf8)
      for damaged in [
        text.replacingOccurrences(of: #""rollouts":"#, with: #""rollouts":1"#),
        text.replacingOccurrences(of: #""study":""#, with: #""study":"x"#), "", "{}\n\u{0}\n",
      ] {
        try Data(damaged.utf8).write(to: URL(filePath: log))
        let seen = Seen()
        let again = try await Self.study(path, jobs: 1).results(
          isCancelled: { false }, progress: { seen.add($0) })
        #expect(seen.first == 0)
        #expect(again.results == whole.results)
      }
    }
  }

  /// The hash of a line is no secret, so its numbers are checked as well.
  @Test func linesWithImpossibleNumbersAreDropped() throws {
    let folder = try ScratchFolder()
    let log = StudyLog(in: RunFolder(path: folder.path), of: "run", effort: Self.effort())
    for rollouts in [-1, Int.max] {
      #expect(try log.resume().isEmpty)
      var piece = StudyLog.Piece(number: 0)
      piece.rollouts = rollouts
      try log.add(piece)
    }
    #expect(try log.resume().isEmpty)
    var piece = StudyLog.Piece(number: 1)
    piece.restricted = StudyResults.Restricted(
      name: "swaps", outcomes: PairedOutcomes(both: .max, lost: 1, gained: 0, neither: 0))
    try log.add(piece)
    #expect(try log.resume().isEmpty)
    piece.restricted = nil
    try log.add(piece)
    #expect(try log.resume() == [piece])
  }

  /// What lies in the log's place and is none is neither read nor waited for, and is replaced.
  @Test func aFileThatIsNotALogIsReplaced() throws {
    let folder = try ScratchFolder()
    let log = StudyLog(in: RunFolder(path: folder.path), of: "run", effort: Self.effort())
    let path = "\(folder.path)/study.log"
    for make in [{ try OddFiles.pipe(at: $0) }, { try OddFiles.sparse(at: $0) }]
      as [(String) throws -> Void]
    {
      try? FileManager.default.removeItem(atPath: path)
      try make(path)
      #expect(try log.resume().isEmpty)
      try log.add(StudyLog.Piece(number: 2))
      #expect(try log.resume().map(\.number) == [2])
    }
  }

  @Test func thePriceIsReported() async throws {
    try await SmallRuns.inOwnFolder { path in
      try await SmallRuns.record(SmallRuns.plan(agents: ["novice"]), in: path)
      let study = try Self.study(path, jobs: 1)
      #expect(await study.seconds { false } > 0)
      #expect(await study.seconds { true } == 0)
    }
    #expect(StudyResults.Effort.standard(for: Peggle.entry).games == 3)
    var effort = StudyResults.Effort()
    #expect(StudyResults.Effort.standard(for: BubblePop.entry) == effort)
    (effort.turns, effort.rollouts) = (6, 6)
    #expect(StudyResults.Effort.standard(for: BubbleBlast.entry) == effort)
  }
}
