import SimHarness

/// The simulated players that a person can have at the same table.
public protocol TableOpponents: Sendable {
  /// Whether two can play a game at one table.
  func isForTwo(_ game: GameEntry) -> Bool

  /// The player whom a seat names for a game; nobody where it names none.
  /// - Throws: Why that player cannot play it.
  func player(for seat: PersonSeat, index: Int) throws -> SecondPlayer
}
