import SimHarness

/// A game that a person plays in a tab.
struct OpenGame {
  let session: PlaySession
  let tab: Int
  let seat: PersonSeat
  let index: Int
  /// Whether it is over and was kept.
  var isKept = false

  /// Whether it is a game of the same person on the same deals.
  func hasDeals(of other: PersonSeat) -> Bool {
    seat.name == other.name && seat.opponent == other.opponent && seat.seed == other.seed
      && seat.level.id == other.level.id
      && seat.game.name == other.game.name
  }
}
