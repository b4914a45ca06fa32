import BubbleBlastGame
import EngineGames
import Lab
import PeggleGame
import SimHarness

/// A reader of untrusted bytes, for arbitrary input.
///
/// A trap, a hang, or a property that does not hold is a finding; an error is none.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case level, suite, tune, record, script, msk
  /// A script that is a whole game.
  case game
  /// A level of a game that is a script.
  case openLevel = "open-level"
  /// Calls from a script, and what it answers.
  case calls
  case frozenBubble = "frozen-bubble"
  /// A player's file, and what people reached on levels.
  case player, people
  /// Files of a run folder.
  case manifest, study
  /// What an engine answers.
  case engine

  /// Gives the bytes to the reader.
  /// - Returns: what property does not hold, in words; nil if there is none.
  public func finding(_ bytes: [UInt8]) -> String? {
    do {
      switch self {
      case .level: return try level(bytes)
      case .suite: _ = try Suite(reading: bytes, file: "suite.yml") { _ in .bundled }
      case .tune: _ = try TuneFile(reading: bytes, file: "tune.yml")
      case .record: return try record(bytes)
      case .script: ScriptTrial(bytes).run()
      case .game: return OpenGameTrial(bytes).finding()
      case .openLevel: return try level(bytes, OpenLevelTrial.library)
      case .calls: return CallProgram(bytes).finding()
      case .frozenBubble: return try frozenBubble(bytes)
      case .msk: return try mySpriteKit(bytes)
      case .player: return try player(bytes)
      case .people:
        if let finding = try rows(bytes) { return finding }
        _ = try HumanResults(reading: bytes, file: "people.csv")
      case .manifest: _ = try RunManifest(reading: bytes, file: "run.json")
      case .study: return try study(bytes)
      case .engine: return EngineAnswers.finding(bytes)
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
    guard !issues.lines.isEmpty, issues.lines.count <= FileIssues.maxShown + 1 else {
      return "\(issues.lines.count) lines of complaints"
    }
    return issues.lines.first { SafeText.escaped($0, limit: .max) != $0 }
      .map { "a complaint that is not printable: \(SafeText.escaped($0))" }
  }

  // MARK: Targets

  private static let library = ScriptLibrary(folder: nil)

  /// Rows of a table come with as many values as it has metrics, or say what is wrong with them.
  private func rows(_ bytes: [UInt8]) throws -> String? {
    var rest = bytes
    do {
      let rows = try ImportedRows(
        reading: {
          defer { rest = [] }
          return rest
        }, file: "people.csv", request: ImportRequest())
      return rows.count == rows.levels.reduce(0, { $0 + $1.rows }) ? nil : "rows are of no level"
    } catch let issues as FileIssues {
      return Self.finding(in: issues)
    }
  }

  /// A level that was read is written and read as itself, and can be started or says why not.
  private func level(
    _ bytes: [UInt8], _ library: ScriptLibrary = Self.library
  ) throws -> String? {
    try begun(LevelFile.read(bytes, file: "level.json", catalog: library), library)
  }

  private func begun(
    _ file: LevelFile, _ library: ScriptLibrary = Self.library
  ) throws -> String? {
    let again = try? LevelFile.read(Array(file.text.utf8), file: "level.json", catalog: library)
    if again != file { return "a level that was written is not read as itself" }
    _ = file.picture(catalog: library)
    guard let entry = library.games.game(named: file.header.game) else { return nil }
    let level = try entry.ready(file, library, .none)
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
        let entry = GameRegistry.bundled.game(named: file.header.game)
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

  /// Levels of the other program are levels of this one.
  private func mySpriteKit(_ bytes: [UInt8]) throws -> String? {
    let levels = try MySpriteKitText.levels(bytes, file: "levels", catalog: Self.library)
    for level in levels.prefix(8) {
      // One that cannot be started does not prevent the others.
      if let finding = try? begun(LevelFile(level)) { return finding }
    }
    return nil
  }

  /// A player that was read is written and read as itself.
  private func player(_ bytes: [UInt8]) throws -> String? {
    let player = try PlayerFile(reading: bytes, file: "player.yml")
    let again = try? PlayerFile(reading: Array(player.text.utf8), file: "player.yml")
    return again == player ? nil : "a player that was written is not read as itself"
  }

  /// A study that was read is written and read as itself.
  private func study(_ bytes: [UInt8]) throws -> String? {
    let study = try StudyResults(reading: bytes, file: "study.json")
    let again = try? StudyResults(reading: Array(study.text.utf8), file: "study.json")
    return again == study ? nil : "a study that was written is not read as itself"
  }
}
