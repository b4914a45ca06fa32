/// A game that was played, to its end or not, as its record keeps it.
public struct PlayedGame: Sendable, Equatable {
  /// A score above the highest one of the level: the event `high_score_passed`.
  public struct Passed: Sendable, Hashable {
    /// The number of the move that did it.
    public let turn: Int
    public let score: Int
    /// The highest score before.
    public let highest: Int

    public init(turn: Int, score: Int, highest: Int) {
      self.turn = turn
      self.score = score
      self.highest = highest
    }
  }

  /// The moves, encoded.
  public let moves: [UInt8]
  public let moveCount: Int
  /// nil if the game stopped before its end.
  public let outcome: Outcome?
  public let score: Int
  /// The points of a second player at the table; nil for a single player.
  public let secondScore: Int?
  public let hash: UInt64
  /// How often a hint was asked for.
  public let hints: Int
  public let passed: Passed?
  /// What failed, where a script ended the game.
  public let fault: String?
}

/// A line of the high scores beside a finished game.
public struct Standing: Sendable, Hashable {
  public let player: String
  public let score: Int
  /// Whether this game set it.
  public let isNew: Bool

  public init(player: String, score: Int, isNew: Bool) {
    self.player = player
    self.score = score
    self.isNew = isNew
  }
}
