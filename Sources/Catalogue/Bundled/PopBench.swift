import BubblePopGame
import SimHarness

/// The level, streams and checksum of the bubble pop benchmarks: 60 seconds at the defaults.
public enum PopBench {
  /// The level of all games.
  public static let level = PopLevel(name: "bench")

  /// The streams of game `game`.
  public static func streams(game: Int) -> GameStreams {
    GameStreams(level: LevelStreams(seed: 2026, levelID: "bench"), index: game)
  }

  /// Counts moves and folds the ends of the games into a checksum.
  public struct Counter: Observer {
    public typealias State = PopState
    public private(set) var moves = 0
    public private(set) var pops = 0
    /// FNV-1a over words: score, moves, bubbles left.
    public private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    @inlinable
    public mutating func eventDidOccur(_ event: PopEvent) {
      if case .popped = event { countPop() }
    }

    @usableFromInline
    mutating func countPop() { pops &+= 1 }

    public mutating func gameDidEnd(_ state: borrowing PopState, end: GameEnd, moves: Int) {
      self.moves &+= moves
      for word in [state.score, moves, state.view.bubbles.count] {
        checksum = (checksum ^ UInt64(truncatingIfNeeded: word)) &* 0x100_0000_01B3
      }
    }
  }

  /// Plays games 0..<`games` with an agent.
  public static func play<Player: Agent<PopState>>(games: Int, with agent: Player) -> Counter {
    var runner = Runner(agent: agent, name: nil, maxMoves: 20_000)
    var counter = Counter()
    for game in 0..<games {
      _ = runner.play(
        level, index: game, streams: streams(game: game), scripts: nil, observer: &counter)
    }
    return counter
  }
}
