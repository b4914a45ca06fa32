/// Looks one move ahead in any game: each offered move is played on an imagined copy.
///
/// Prefers a win to everything, everything to a loss, and else the move that scores most.
public struct PlainLookahead<State: GameState>: Lookahead {
  /// The value of a win, and the cost of a loss, compared with any score.
  private static var decisive: Int { 1 << 40 }

  public init() {}

  public mutating func distinctMoves(_ turn: borrowing Turn<State>) -> [Int] {
    Array(0..<turn.moveCount)
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    var copy = turn.imagine(in: &imagination)
    try copy.play(turn.move(at: index), imaginedIn: &imagination)
    var foresight = Foresight()
    foresight.score = copy.score - turn.score
    foresight.wins = copy.outcome == .won
    foresight.loses = copy.outcome == .lost
    foresight.greedyValue =
      foresight.score + (foresight.wins ? Self.decisive : 0)
      - (foresight.loses ? Self.decisive : 0)
    return foresight
  }
}

/// How many of the rules' random numbers a game has drawn: what a state keeps of chance.
///
/// Equal states draw equal numbers; an imagined state draws from another place of the stream, so
/// that it says nothing about the future.
public struct ChanceCounter: Hashable, Sendable {
  private var draws: UInt64 = 0
  private var offset: UInt64 = 0

  public init() {}

  /// A whole number, uniform in 0..<`bound`; `bound` is at least 1.
  public mutating func below(_ bound: Int, in context: borrowing GameContext) -> Int {
    var random = SeededRandom(key: context.streams.rules, count: offset &+ draws)
    draws &+= 1
    return random.below(bound)
  }

  /// A number from 0 to below 1.
  public mutating func uniform(in context: borrowing GameContext) -> Double {
    var random = SeededRandom(key: context.streams.rules, count: offset &+ draws)
    draws &+= 1
    return random.uniform()
  }

  /// The counter of an imagined copy.
  public func imagined(in imagination: inout GameContext) -> ChanceCounter {
    var copy = self
    copy.offset = imagination.nextImaginedOffset()
    copy.draws = 0
    return copy
  }

  public func hash(into digest: inout StableDigest) {
    digest.combine(draws)
    digest.combine(offset)
  }
}
