import BubbleBlastGame
import SimHarness

/// The boards, streams and checksum of the Bubble Blast benchmarks, shared with the C reference
/// and the peers in Benchmarks/, which play the same games.
public enum BubbleBench {
  /// A variant of the benchmark's board.
  public enum Board: Sendable {
    /// 12 columns, 14 rows, the top 9 full of four colours, 50 shots.
    case plain
    /// The same board with the four specials added.
    case specials
    /// Like the plain board in another size: the same share of the rows is filled from the top.
    case sized(columns: Int, rows: Int)
  }

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The streams of game `game`, as the C reference keys them.
  public static func streams(game: Int) -> GameStreams {
    func key(_ purpose: UInt64) -> StreamKey {
      StreamKey(rawValue: StreamKey.mix(UInt64(game) &* golden &+ purpose))
    }
    return GameStreams(deal: key(2), rules: key(4), scripts: key(5), agents: key(3))
  }

  /// The levels of games 0..<`games`, which share their rules.
  ///
  /// `kinds` are the four specials, for `.specials`.
  public static func levels(
    games: Int, board: Board, kinds: [BubbleKind] = []
  ) -> [BubbleLevel] {
    var rules = BubbleRules()
    rules.rows = 14
    rules.shots = 50
    var full = 9
    if case .sized(let columns, let rows) = board {
      rules.columns = columns
      rules.rows = rows
      full = rows * 9 / 14
    }
    let family = BubbleLevel(
      name: "bench", rules: rules, kinds: kinds, grid: [],
      spawn: BubbleSpawn(weights: [1, 1, 1, 1, 0, 0, 0, 0]))
    return (0..<games).map { game in
      BubbleLevel(
        name: "bench", setup: family.setup,
        grid: grid(game: game, columns: rules.columns, full: full, board, kinds: kinds.count))
    }
  }

  /// The bubbles that game `game` begins with.
  private static func grid(
    game: Int, columns: Int, full: Int, _ board: Board, kinds: Int
  ) -> [(cell: Cell, bubble: BubbleContent)] {
    var random = SeededRandom(
      key: StreamKey(rawValue: StreamKey.mix(UInt64(game) &* golden &+ 1)))
    var places = SeededRandom(
      key: StreamKey(rawValue: StreamKey.mix(UInt64(game) &* golden &+ 6)))
    var grid: [(cell: Cell, bubble: BubbleContent)] = []
    for row in 0..<full {
      for column in 0..<(columns - row % 2) {
        let colour = BubbleColour.standard[random.below(4)]
        var bubble = BubbleContent.colour(colour)
        if case .specials = board, kinds > 0, places.below(12) == 0 {
          bubble = .kind(places.below(kinds))
        }
        grid.append((Cell(row: row, column: column), bubble))
      }
    }
    return grid
  }

  /// Counts shots and events, and folds the final boards into the reference's checksum.
  public struct Counter<Mask: CellMask>: Observer {
    public typealias State = BubbleState<Mask>
    public var shots = 0
    public var events = 0
    /// FNV-1a over words: score, shots, then the rows' bits for each of the four colours.
    public private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    @inlinable
    public mutating func eventDidOccur(_ event: BubbleEvent<Mask>) { events &+= 1 }

    @inlinable
    public mutating func moveDidApply(_ move: BubbleMove, state: borrowing BubbleState<Mask>) {
      shots &+= 1
    }

    public mutating func gameDidEnd(
      _ state: borrowing BubbleState<Mask>, end: GameEnd, moves: Int
    ) {
      fold(UInt64(truncatingIfNeeded: state.score))
      fold(UInt64(truncatingIfNeeded: moves))
      let board = state.view.board
      let last = state.view.setup.rules.rows
      guard board.occupied.isNarrow else {
        for row in 0...last {
          for colour in BubbleColour.standard {
            fold(UInt64(truncatingIfNeeded: board[colour][row]))
          }
        }
        return
      }
      for first in stride(from: 0, through: last, by: 4) {
        let blue = board[.blue].word(first)
        let red = board[.red].word(first)
        let orange = board[.orange].word(first)
        let green = board[.green].word(first)
        for place in 0...min(3, last &- first) {
          let shift = UInt64(truncatingIfNeeded: 16 &* place)
          fold((blue &>> shift) & 0xFFFF)
          fold((red &>> shift) & 0xFFFF)
          fold((orange &>> shift) & 0xFFFF)
          fold((green &>> shift) & 0xFFFF)
        }
      }
    }

    private mutating func fold(_ word: UInt64) {
      checksum = (checksum ^ word) &* 0x100_0000_01B3
    }
  }
}
