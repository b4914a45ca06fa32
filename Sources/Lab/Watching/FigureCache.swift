import SimHarness

/// Games that have been played, kept until their memory is needed for newer ones, so that undo,
/// redo and another version show their final figures at once.
public struct FigureCache: Sendable {
  /// What decides how a player's games of a level go.
  public struct Key: Hashable, Sendable {
    fileprivate let content: String
    private let seed: UInt64
    private let maxMoves: Int

    /// The key of a player of a plan of one level.
    public init(_ plan: RunPlan, player: Int) {
      content =
        plan.levels.first.map { level in
          WatchLedger.content(of: level, players: [plan.players[player]], modules: plan.modules)
        } ?? ""
      seed = plan.seed
      maxMoves = plan.maxMoves
    }
  }

  private struct Entry: Sendable {
    var rows: [GameRow]
    var bytes: Int
    /// Rises with each use.
    var used: Int
  }

  /// The most bytes of all rows together.
  public let maxBytes: Int
  /// About as many bytes as the rows need.
  public private(set) var bytes = 0
  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// The keys in the order of their uses; of a key's uses only the last one counts.
  private var order: [(used: Int, key: Key)] = []
  /// The place of the first of them that has not been looked at.
  private var oldest = 0

  /// About as many bytes as an entry needs beside its rows and its key's text.
  private static let entryBytes = 400

  public init(maxBytes: Int = 64 << 20) { self.maxBytes = maxBytes }

  /// The games of a plan's players that are known, from the first one on.
  public mutating func games(of plan: RunPlan) -> LiveGames {
    LiveGames(
      rows: plan.players.indices.map { player in
        let key = Key(plan, player: player)
        guard let entry = entries[key] else { return [] }
        use(key)
        return Array(entry.rows.prefix(plan.games))
      })
  }

  /// Keeps games of a plan's players, where there are more than are kept already.
  ///
  /// Those of a player in whose games scripts failed are not kept: some of these faults are of the
  /// machine, such as one that is too slow.
  public mutating func keep(_ games: LiveGames, of plan: RunPlan) {
    for (player, rows) in games.rows.prefix(plan.players.count).enumerated() {
      let key = Key(plan, player: player)
      guard !rows.isEmpty, rows.count > entries[key]?.rows.count ?? 0,
        !rows.contains(where: { $0.result.end == .faulted || $0.result.end == .inconclusive })
      else { continue }
      let size = rows.reduce(Self.entryBytes + 2 * key.content.utf8.count) {
        $0 + Self.bytes(of: $1)
      }
      bytes += size - (entries[key]?.bytes ?? 0)
      entries[key] = Entry(rows: rows, bytes: size, used: 0)
      use(key)
    }
    while bytes > maxBytes, oldest < order.count {
      let (used, key) = order[oldest]
      oldest += 1
      guard let entry = entries[key], entry.used == used else { continue }
      bytes -= entry.bytes
      entries[key] = nil
    }
  }

  /// Notes that a key is used now.
  private mutating func use(_ key: Key) {
    uses += 1
    entries[key]?.used = uses
    order.append((uses, key))
    guard order.count > 4 * entries.count + 1_000 else { return }
    order = order[oldest...].filter { entries[$0.key]?.used == $0.used }
    oldest = 0
  }

  /// About as many bytes as a row needs: itself, its metrics, its moves and the heads of both.
  private static func bytes(of row: GameRow) -> Int {
    MemoryLayout<GameRow>.size + 64 + row.metrics.count * MemoryLayout<Int64?>.stride
      + row.record.count
  }
}
