import SimHarness

/// Reviews levels as a player would see them, beyond the validity of their files.
public enum LevelReview {
  /// Games whose start is looked at.
  static let starts = 20

  /// Everything found in a level.
  public static func findings(
    of file: LevelFile, library: ScriptLibrary
  ) -> [LevelFinding] {
    let level: PlayableLevel
    do throws(LevelError) {
      try file.checkPlayable(catalog: library)
      guard let entry = library.games.game(named: file.header.game) else { return [] }
      level = try entry.ready(file, library, .none)
      let findings = file.findings(catalog: library)
      if findings.contains(where: { $0.severity == .error }) { return findings }
      return findings + starts(of: level, file, entry, library)
    } catch {
      return [LevelFinding(.error, message: error.description)]
    }
  }

  /// Games that are over before the first move.
  private static func starts(
    of level: PlayableLevel, _ file: LevelFile, _ entry: GameEntry, _ library: ScriptLibrary
  ) -> [LevelFinding] {
    let host = ScriptHost(interfaces: entry.interfaces, libraries: (try? library.modules()) ?? [])
    var ends: [Outcome] = []
    var positions: Set<UInt64> = []
    for index in 0..<starts {
      let request = ReplayRequest(
        level: level, seed: 1, index: index, moves: [], scripts: host, step: { _ in })
      do throws(ReplayError) {
        let start = try entry.replay(request)
        if let fault = start.fault {
          return [LevelFinding(.error, message: fault.message)]
        }
        if let outcome = start.outcome { ends.append(outcome) }
        positions.insert(start.hash)
      } catch {
        return [LevelFinding(.error, message: error.description)]
      }
    }
    guard let first = ends.first else { return [] }
    let how =
      switch first {
      case .won: "won"
      case .lost: "lost"
      default: "over"
      }
    let (field, advice) = file.content.finishedStartAdvice
    // Where the start is dealt at random, other games may not be over.
    if ends.count == starts && positions.count == 1 {
      return [
        LevelFinding(
          .error, at: .key(field),
          message: "the game is \(how) before the first move; \(advice)")
      ]
    }
    let count = ends.count == starts ? "all \(starts)" : "\(ends.count) of \(starts)"
    return [
      LevelFinding(
        .warning, at: .key(field),
        message: "\(count) games that were checked are \(how) before the first move; \(advice)")
    ]
  }
}
