import FoundationEssentials
import SimHarness

/// The log of a tune: an append-only file with a line for each batch of games played, so that a
/// killed tune can be resumed.
struct TuneLog: Sendable {
  static let format = "playtest-tune-log"
  /// Since version 3 a game has its loss reason, and whether it is a draw.
  ///
  /// Logs of earlier versions are refused, since figures that need these would be wrong.
  static let version = 3
  /// Games of one line at most.
  private static let lineGames = 500
  /// More than the games of the longest tune need.
  private static let maxBytes = 1 << 30

  let path: String
  /// The digest of the tune that the log is of.
  let digest: String

  /// What the games of a line are of.
  struct Key: Hashable, Sendable {
    /// The content hash and the id of the level.
    var level: String
    var id: String
    /// The player's place.
    var player: Int
    var seed: UInt64
  }

  /// Begins a new log.
  func begin() throws(FileWriteError) {
    let head: JSONTree = [
      "format": .string(Self.format), "version": .int(Self.version), "tune": .string(digest),
    ]
    try AtomicFile.write(JSONWriter.compact(head) + "\n", to: path, followingLinks: false)
  }

  /// What is in the log; a last line that was cut off is left out, and taken off the file.
  func read() throws -> [Key: [TrialGame]] {
    let bytes: [UInt8]
    do throws(PlainFile.Problem) {
      bytes = try PlainFile.bytes(at: path, limit: Self.maxBytes)
    } catch {
      if error == .missing { return [:] }
      throw TuneError.damagedLog(path, line: 1, reason: error.words(limit: Self.maxBytes))
    }
    var games: [Key: [TrialGame]] = [:]
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isWhole = lines.last?.isEmpty ?? true
    lines.removeLast()
    guard let head = lines.first.flatMap({ JSONParser.parse(Array($0)).value }),
      JSONTree(head).value(at: [.key("tune")]) == .string(digest),
      JSONTree(head).value(at: [.key("version")]) == .int(Self.version)
    else { throw TuneError.otherLog(path) }
    for (index, line) in lines.enumerated().dropFirst() {
      guard let own = try checked(line, number: index + 1),
        let value = JSONParser.parse(own).value,
        let (key, first, played) = Self.line(JSONTree(value))
      else {
        throw TuneError.damagedLog(path, line: index + 1, reason: "this is not a line of this log")
      }
      guard games[key, default: []].count == first else {
        throw TuneError.damagedLog(path, line: index + 1, reason: "games are missing before it")
      }
      games[key, default: []] += played
    }
    if !isWhole {
      let text = lines.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined()
      try AtomicFile.write(text, to: path, followingLinks: false)
    }
    return games
  }

  /// Adds games after the first `first`, which exist already.
  func add(_ games: [TrialGame], first: Int, of key: Key) throws(FileWriteError) {
    var text = ""
    var start = 0
    while start < games.count {
      let end = min(start + Self.lineGames, games.count)
      let tree: JSONTree = [
        "level": .string(key.level), "id": .string(key.id), "player": .int(key.player),
        "seed": .unsigned(key.seed), "first": .int(first + start),
        "games": .array(games[start..<end].map(Self.tree)),
      ]
      text += self.lines.sealed(JSONWriter.compact(tree)) + "\n"
      start = end
    }
    try lines.append(text)
  }

  // MARK: Seals

  /// The lines, bound to the tune.
  private var lines: SealedLines { SealedLines(path: path, digest: digest) }

  /// The line without its hash; nil where it has none.
  /// - Throws: That the line is of another tune, or was changed.
  private func checked(_ line: ArraySlice<UInt8>, number: Int) throws(TuneError) -> [UInt8]? {
    guard let (own, verdict) = lines.checked(line) else { return nil }
    switch verdict {
    case .own: return own
    case .foreign:
      throw .damagedLog(path, line: number, reason: "this line belongs to another tuning run")
    case .damaged:
      throw .damagedLog(path, line: number, reason: "this line was changed or damaged")
    }
  }

  // MARK: Lines

  private static let ends = GameEnd.allCases

  private static func tree(of game: TrialGame) -> JSONTree {
    let end = ends.firstIndex(of: game.end) ?? 0
    return .array(
      [
        .int(end), .int(game.score), .int(game.moves), game.lossReason.map { .string($0) } ?? .null,
        .int(game.isDraw ? 1 : 0),
      ] + game.metrics.map { $0.map { .int(Int($0)) } ?? .null })
  }

  private static func line(_ tree: JSONTree) -> (Key, Int, [TrialGame])? {
    guard case .object(let members) = tree else { return nil }
    var fields: [String: JSONTree] = [:]
    for member in members { fields[member.key] = member.value }
    guard case .string(let level)? = fields["level"], case .string(let id)? = fields["id"],
      case .int(let player)? = fields["player"], case .int(let first)? = fields["first"],
      case .array(let rows)? = fields["games"]
    else { return nil }
    let seed: UInt64
    switch fields["seed"] {
    case .int(let value): seed = UInt64(bitPattern: Int64(value))
    case .unsigned(let value): seed = value
    default: return nil
    }
    let games = rows.compactMap(game)
    guard games.count == rows.count else { return nil }
    return (Key(level: level, id: id, player: player, seed: seed), first, games)
  }

  private static func game(_ tree: JSONTree) -> TrialGame? {
    guard case .array(let numbers) = tree, numbers.count >= 5,
      case .int(let end) = numbers[0], ends.indices.contains(end),
      case .int(let score) = numbers[1], case .int(let moves) = numbers[2],
      case .int(let draw) = numbers[4]
    else { return nil }
    var lossReason: String?
    switch numbers[3] {
    case .string(let reason): lossReason = reason
    case .null: break
    default: return nil
    }
    var metrics: [Int64?] = []
    for number in numbers.dropFirst(5) {
      switch number {
      case .int(let value): metrics.append(Int64(value))
      case .null: metrics.append(nil)
      default: return nil
      }
    }
    return TrialGame(
      end: ends[end], score: score, moves: moves, metrics: metrics, lossReason: lossReason,
      isDraw: draw == 1)
  }
}
