import Foundation
import TestSupport
import Testing

@testable import Lab
@testable import SimHarness

/// A tune's log: lines that were changed, or come from another tune, are named.
@Suite struct TuneLogTests {
  private static let key = TuneLog.Key(level: "0a", id: "Small", player: 0, seed: 3)

  private static func game(_ score: Int) -> TrialGame {
    TrialGame(
      end: .capped, score: score, moves: 2, metrics: [1, nil], lossReason: "a \"b\"", isDraw: true)
  }

  /// A log with two lines of two games each, as text.
  private static func log(_ digest: String, in folder: String, score: Int = 7) throws -> String {
    let log = TuneLog(path: "\(folder)/tune.jsonl", digest: digest)
    try log.begin()
    try log.add([game(score), game(score + 1)], first: 0, of: key)
    try log.add([game(score + 2), game(score + 3)], first: 2, of: key)
    return try String(contentsOfFile: log.path, encoding: .utf8)
  }

  @Test func whatWasWrittenIsRead() throws {
    try SmallRuns.inFolder { folder in
      _ = try Self.log("a", in: folder)
      let read = try TuneLog(path: "\(folder)/tune.jsonl", digest: "a").read()
      #expect(read[Self.key] == [7, 8, 9, 10].map(Self.game))
    }
  }

  /// A log of an earlier version, which lacks why games were lost, is refused as a whole.
  @Test func aLogOfAnEarlierVersionIsRefused() throws {
    try SmallRuns.inFolder { folder in
      let path = "\(folder)/tune.jsonl"
      let text = try Self.log("a", in: folder)
      let earlier = text.replacing("\"version\":3", with: "\"version\":2")
      #expect(earlier != text)
      try earlier.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: TuneError.otherLog(path)) { try TuneLog(path: path, digest: "a").read() }
    }
  }

  /// What is no log is neither read nor waited for.
  @Test func aFileThatIsNotALogIsReported() throws {
    try SmallRuns.inFolder { folder in
      let log = TuneLog(path: "\(folder)/tune.jsonl", digest: "a")
      #expect(try log.read().isEmpty)
      try OddFiles.sparse(at: log.path)
      #expect(
        throws: TuneError.damagedLog(
          log.path, line: 1,
          reason: "the file has 3221225472 bytes, more than the maximum of 1073741824")
      ) { try log.read() }
      try FileManager.default.removeItem(atPath: log.path)
      try OddFiles.pipe(at: log.path)
      #expect(
        throws: TuneError.damagedLog(log.path, line: 1, reason: "this is a pipe, not a file")
      ) { try log.read() }
    }
  }

  /// A line of another tune with the same level, player and seed.
  @Test func aLineOfAnotherTuneIsNamed() throws {
    try SmallRuns.inFolder { folder in
      let other = try Self.log("b", in: folder, score: 50).split(separator: "\n")
      var own = try Self.log("a", in: folder).split(separator: "\n")
      own[2] = other[2]
      let path = "\(folder)/tune.jsonl"
      try (own.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      #expect(
        throws: TuneError.damagedLog(
          path, line: 3, reason: "this line belongs to another tuning run")
      ) { try TuneLog(path: path, digest: "a").read() }
      #expect(throws: TuneError.otherLog(path)) { try TuneLog(path: path, digest: "b").read() }
    }
  }

  /// Any changed byte of a line is found.
  @Test func aChangedLineIsNamed() throws {
    try SmallRuns.inFolder { folder in
      let text = Array(try Self.log("a", in: folder).utf8)
      let path = "\(folder)/tune.jsonl"
      let start = try #require(text.firstIndex(of: UInt8(ascii: "\n"))) + 1
      for place in start..<text.count where text[place] != UInt8(ascii: "\n") {
        var changed = text
        changed[place] ^= 2
        try Data(changed).write(to: URL(filePath: path))
        #expect(throws: TuneError.self, "byte \(place)") {
          try TuneLog(path: path, digest: "a").read()
        }
      }
    }
  }

  /// A forced tune is made beside; one of another plan is not gone on with.
  @Test func aForcedTuneIsMadeBeside() throws {
    try SmallRuns.inFolder { root in
      let path = "\(root)/t"
      let plan = try Tuning.plan(
        """
        level: x
        budget: {games: 6000}
        parameters: [{path: shots, int: [2, 4]}]
        targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}]
        """, [try Tuning.variants(Tuning.bubbles)])
      let folder = TuneFolder(path: path)
      #expect(try folder.beginReplacement().location == path, "there is nothing to replace")
      _ = try folder.open(digest: "old", resume: false)
      try folder.write("old", to: .result)
      let new = try folder.beginReplacement()
      #expect(new.isReplacement)
      #expect(folder.unfinishedReplacement(of: plan) == nil, "nothing was played yet")
      let log = try new.open(digest: plan.digest, resume: false).log
      try log.add([Self.game(1)], first: 0, of: Self.key)
      #expect(folder.unfinishedReplacement(of: plan)?.location == new.location)
      var other = plan
      other.seed = 77
      #expect(folder.unfinishedReplacement(of: other) == nil)
      #expect(try String(contentsOfFile: "\(path)/tune.json", encoding: .utf8) == "old")
      try new.write("new", to: .result)
      #expect(try !new.takePlace().isReplacement)
      #expect(try String(contentsOfFile: "\(path)/tune.json", encoding: .utf8) == "new")
      #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["t"])
    }
  }
}
