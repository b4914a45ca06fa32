import FoundationEssentials
import SimHarness

/// Where a person's games are kept: a file each, `PLAYER-N.json`, counted from 1.
struct PlayRecords {
  /// The folder of everything that people played, with one folder per game and below it one per
  /// level.
  static let folder = "Reports/played"

  private let folder: String
  private let entry: GameEntry
  private let level: PlayableLevel
  private let seed: UInt64
  private let player: String
  /// Who else sits at the table; nil for a single player.
  private let opponent: String?
  /// The index of the first game; the next ones follow.
  private let firstIndex: Int
  /// Tables for two play pairs of games on one deal, so a person plays every second one.
  private let step: Int

  init(
    folder: String?, game: GameEntry, level: PlayableLevel, seed: UInt64, player: String,
    opponent: String?, firstIndex: Int?
  ) {
    self.folder =
      folder ?? "\(Self.folder)/\(game.name)/\(FileName.safe(level.name, otherwise: "level"))"
    entry = game
    self.level = level
    self.seed = seed
    self.player = player
    self.opponent = opponent
    step = opponent == nil ? 1 : 2
    let played =
      Self.nextNumber(in: self.folder, player: FileName.safe(player, otherwise: "player")) - 1
    self.firstIndex = firstIndex ?? played * step
  }

  /// Makes the folder; `advice` says what to do where that is not possible.
  func makeFolder(advice: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        RunFolder.isFull(error) ? .inputOutput : .cannotWrite,
        "\(folder): cannot create the folder: \(RunFolder.reason(error)); \(advice)")
    }
    if let obstacle = AtomicFile.obstacle(toWriteIn: folder) {
      throw CommandFailure(.cannotWrite, "\(folder): cannot write: \(obstacle); \(advice)")
    }
  }

  /// The index of a game, counted from 0 in the order in which they are played.
  func index(ofGame number: Int) -> Int {
    let (index, isTooLarge) = firstIndex.addingReportingOverflow(step * number)
    let last = RecordedGameFile.indices.upperBound
    return isTooLarge ? last : min(index, last)
  }

  /// Writes the record of a game; gives a line that says so.
  func keep(_ played: PlayedGame, number: Int) throws -> String {
    let index = index(ofGame: number)
    let name = "\(SafeText.escaped(level.name)), game \(index)"
    guard played.moveCount > 0 || played.outcome != nil else {
      return "\(name): left before the first move; nothing was saved"
    }
    let record = RecordedGameFile(
      played: played, entry: entry, level: level, seed: seed, index: index, player: player,
      opponent: opponent)
    let file = FileName.safe(player, otherwise: "player")
    let path = "\(folder)/\(file)-\(Self.nextNumber(in: folder, player: file)).json"
    try Workspace.write(record.text, to: path, replacing: false)
    let moves = "\(played.moveCount) move\(played.moveCount == 1 ? "" : "s")"
    var line = name
    if let outcome = played.outcome {
      line += ": \(outcome.rawValue) with \(points(of: played)), \(moves)"
    } else {
      line += ": unfinished after \(moves), \(points(of: played))"
      if let fault = played.fault { line += " (\(SafeText.escaped(fault, limit: 300)))" }
    }
    if played.hints > 0 { line += ", \(played.hints) hint\(played.hints == 1 ? "" : "s")" }
    return "\(line); record: \(path)"
  }

  private func points(of played: PlayedGame) -> String {
    let points = HandText.points(played.score)
    guard let second = played.secondScore, let opponent else { return points }
    return "\(points) to \(second) of \(SafeText.escaped(opponent))"
  }

  /// The number of the player's next record.
  private static func nextNumber(in folder: String, player: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return FileNumbers(in: names, start: "\(player)-", end: ".json").next
  }
}
