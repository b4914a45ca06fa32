/// Where a game stands.
public enum HandStage: String, Sendable, Hashable {
  /// A timed game waits for its player to press space or Enter.
  case ready
  case playing
  case over
}

/// How a person's game has ended.
public struct HandEnding: Sendable, Hashable {
  /// As the person sees it: at a table of two, who has won, whatever the level's goal.
  public let outcome: Outcome
  /// A sentence with the points.
  public let words: String

  public init(outcome: Outcome, words: String) {
    self.outcome = outcome
    self.words = words
  }
}

/// What is shown of a person's game beside its board, and on it before a move.
public struct HandStatus: Sendable, Equatable {
  public let stage: HandStage
  public let score: Int
  /// The highest score of the level before this game.
  public let highest: Int?
  public let hints: Int
  /// Seconds of the game's clock.
  public let seconds: Double
  /// What the last input has led to.
  public let message: String
  /// How the game has ended; nil while it goes on, and where a fault ended it.
  public let ending: HandEnding?
  public let facts: [HandFact]
  public let keys: [KeyHelp]
  public let offers: [HandOffer]
  public let labels: [HandLabel]
  public let motion: HandMotion?
  public let preview: HandPreview
  /// The board as text, for games without films.
  public let picture: String?
  /// Whether another deal may be asked for at any time.
  public let canDealAgain: Bool
}
