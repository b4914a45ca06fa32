/// Where a two-player game stands, and from which seat it is seen.
///
/// A seat is 1, player 1 of the rules, or 2.
struct OpenTable: Hashable, Sendable {
  /// The seat that moves; 0 in a single-player game.
  var turn: UInt8 = 0
  /// The points of seat 1 and of seat 2.
  var first = 0
  var second = 0
  /// How seat 1 stands; `ended` is a draw.
  var ending = RulesCall.Ending.none
  /// The seat from which score and outcome are given: that of the player who was named first, or of
  /// the player who imagines.
  var seat: UInt8 = 1
  /// Whether moves say which player makes them, so that the seats are known.
  var isSeated = false
  /// The seat that views are made for; 0 for the one that moves.
  var viewer: UInt8 = 0

  static func other(than seat: UInt8) -> UInt8 { 3 - seat }

  /// The points of a seat.
  func score(of seat: UInt8) -> Int { seat == 2 ? second : first }

  /// The outcome as a seat sees it.
  func outcome(of seat: UInt8) -> Outcome? { Self.outcome(ending, of: seat) }

  static func outcome(_ ending: RulesCall.Ending, of seat: UInt8) -> Outcome? {
    switch ending {
    case .none: nil
    case .won: seat == 2 ? .lost : .won
    case .lost: seat == 2 ? .won : .lost
    case .ended: .ended
    }
  }

  /// Seats the players by the first move that says who makes it.
  ///
  /// - Throws: `MoveError.illegal` where it is not that player's turn.
  mutating func seat(_ move: OpenMove) throws(MoveError) {
    guard move.player > 0 else { return }
    guard turn > 0 else { throw .illegal("this game has one player") }
    let first = move.player == 1 ? turn : Self.other(than: turn)
    guard !isSeated || first == seat else {
      throw .illegal("it is not player \(move.player)'s turn")
    }
    seat = first
    isSeated = true
  }
}
