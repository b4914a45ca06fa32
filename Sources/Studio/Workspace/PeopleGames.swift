import SimHarness

/// Where the games that people play in the studio are kept.
public protocol PeopleGames: Sendable {
  /// The name of a person who gives none.
  var usualName: String { get }

  /// The index of the next game that a person has not played, and the level's highest score.
  /// - Throws: Why neither is known, and games of the level cannot be kept.
  func next(of seat: PersonSeat) throws -> (index: Int, highest: Int?)

  /// Keeps a game that is over or was left.
  /// - Throws: Why it cannot be kept.
  func keep(_ played: PlayedGame, of seat: PersonSeat, index: Int) throws -> KeptGame
}

/// A person at a level.
public struct PersonSeat: Sendable {
  public let game: GameEntry
  public let level: PlayableLevel
  public let seed: UInt64
  public let name: String
  /// The simulated player at the same table; nil if there is none.
  public let opponent: String?

  public init(
    game: GameEntry, level: PlayableLevel, seed: UInt64, name: String, opponent: String? = nil
  ) {
    self.game = game
    self.level = level
    self.seed = seed
    self.name = name
    self.opponent = opponent
  }

  /// How far the next game's index is: games at a two-player table come in pairs on one deal, of
  /// which a person plays one.
  var step: Int { opponent == nil ? 1 : 2 }
}

/// A person's game that was kept.
public struct KeptGame: Sendable, Equatable {
  /// Where, and whether it set a high score; one line.
  public let words: String
  /// The level's high scores.
  public let standings: [Standing]

  public init(words: String, standings: [Standing]) {
    self.words = words
    self.standings = standings
  }
}
