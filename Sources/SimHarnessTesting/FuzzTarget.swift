import SimHarness

/// A reader of strangers' bytes, to be given any bytes at all.
///
/// A trap, a hang, or a property that does not hold is a finding; an error is none.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case level, suite, tune, record, script
  case frozenBubble = "frozen-bubble"

  /// Gives the bytes to the reader.
  /// - Returns: what property does not hold, in words; nil: all is well.
  public func finding(_ bytes: [UInt8]) -> String? {
    do {
      switch self {
      case .level: return try level(bytes)
      case .suite: _ = try Suite(reading: bytes, file: "suite.yml")
      case .tune: _ = try TuneFile(reading: bytes, file: "tune.yml")
      case .record: return try record(bytes)
      case .script: ScriptTrial(bytes).run()
      case .frozenBubble: return try frozenBubble(bytes)
      }
      return nil
    } catch let issues as FileIssues {
      return Self.finding(in: issues)
    } catch {
      return nil
    }
  }

  /// What a user reads of a refused file is at most 21 printable lines.
  private static func finding(in issues: FileIssues) -> String? {
    guard !issues.lines.isEmpty, issues.lines.count <= FileIssues.mostShown + 1 else {
      return "\(issues.lines.count) lines of complaints"
    }
    return issues.lines.first { SafeText.escaped($0, limit: .max) != $0 }
      .map { "a complaint that is not printable: \(SafeText.escaped($0))" }
  }

  // MARK: Targets

  private static let library = ScriptLibrary(folder: nil)

  /// A level that was read is written and read as itself, and can be begun or says why not.
  private func level(_ bytes: [UInt8]) throws -> String? {
    let file = try LevelFile.read(bytes, file: "level.json", catalog: Self.library)
    let again = try? LevelFile.read(
      Array(file.text.utf8), file: "level.json", catalog: Self.library)
    if again != file { return "a level that was written is not read as itself" }
    _ = file.picture(catalog: Self.library)
    guard let entry = GameRegistry.game(named: file.header.game.rawValue) else { return nil }
    let level = try entry.ready(file, Self.library, .none)
    _ = try entry.replay(request(level, entry: entry, moves: []))
    return nil
  }

  /// The moves of a record are read, written as themselves, and played again.
  private func record(_ bytes: [UInt8]) throws -> String? {
    let found: (GameEntry, PlayableLevel, [UInt8]) = try JSONReader.read(
      bytes, file: "record.json"
    ) { cursor in
      guard let fields = cursor.object(fields: ["level", "moves"]),
        let levelField = fields.required("level"), let movesField = fields.required("moves"),
        let file = LevelFile.decode(levelField, catalog: Self.library),
        let entry = GameRegistry.game(named: file.header.game.rawValue)
      else { return nil }
      guard let level = try? entry.ready(file, Self.library, .none) else {
        levelField.report("this cannot be played")
        return nil
      }
      return entry.decodeMoves(level, movesField).map { (entry, level, $0) }
    }
    let (entry, level, moves) = found
    guard entry.encodeMoves(level, moves) != nil else {
      return "moves that were read cannot be written"
    }
    _ = try entry.replay(request(level, entry: entry, moves: moves))
    return nil
  }

  private func request(
    _ level: PlayableLevel, entry: GameEntry, moves: [UInt8]
  ) -> ReplayRequest {
    let host = ScriptHost(limits: ScriptTrial.limits, interfaces: entry.interfaces)
    return ReplayRequest(level: level, seed: 1, index: 0, moves: moves, scripts: host) { step in
      if step.turn < 3 { _ = (step.trace(), step.picture(), step.account()) }
    }
  }

  /// Levels that were read are written and read as themselves.
  private func frozenBubble(_ bytes: [UInt8]) throws -> String? {
    let levels = try FrozenBubbleText.levels(bytes, file: "levels")
    let text = try FrozenBubbleText.text(of: levels)
    let again = try? FrozenBubbleText.levels(Array(text.utf8), file: "levels")
    return again == levels ? nil : "levels that were written are not read as themselves"
  }
}
