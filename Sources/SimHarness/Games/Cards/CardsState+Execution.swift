extension CardsState: ExecutionGame {
  public static var executionNumbers: [String] { ["memory", "search", "giveUp", "slips"] }

  /// Standard deviation of the logarithm of a search time.
  static let searchSpread = 0.5

  /// What a player with these eyes, this memory and these hands does who means to make a move.
  ///
  /// Where cards lie face up he claims the match that he finds first, or asks for cards when it
  /// takes too long; now and then one card of a hand is a wrong one.
  public static func executed(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> CardsMove {
    if turn.state.table.level.rules.isFaceDown {
      return turn.state.choosing(turn.move(of: choice), by: execution, using: &random)
    }
    var found = CardsMove.deal
    var seconds = Double.infinity
    for index in 0..<turn.state.matchCount {
      let match = turn.state.legalMove(at: index)
      let time = turn.state.searchTime(for: match, by: execution, using: &random)
      if time < seconds {
        seconds = time
        found = match
      }
    }
    if found.action == .deal || (seconds > execution.giveUp && turn.state.table.canDeal) {
      var request = CardsMove.deal
      request.thought = milliseconds(execution.giveUp)
      return request
    }
    found = turn.state.slipping(found, by: execution, using: &random)
    found.thought = milliseconds(seconds)
    return found
  }

  /// Seconds to find a match: log-normal, longer the more features differ.
  private func searchTime(
    for match: CardsMove, by execution: Execution, using random: inout SeededRandom
  ) -> Double {
    let faces = faces
    let third = match.third == CardsMove.nowhere ? CardsTable.empty : faces[Int(match.third)]
    let differing = table.level.game.differences(
      faces[Int(match.first)], faces[Int(match.second)], third)
    let exponent =
      (Double(differing) - 2.5) * 0.693_147_180_559_945_3 + Self.searchSpread * random.gaussian()
    return execution.search * DeterministicMath.exp(exponent)
  }

  private static func milliseconds(_ seconds: Double) -> Int32 {
    Int32(min((seconds * 1000).rounded(), 2_000_000_000))
  }

  /// The match, with one card in place of another where the player slips.
  private func slipping(
    _ match: CardsMove, by execution: Execution, using random: inout SeededRandom
  ) -> CardsMove {
    guard execution.slips > 0, random.uniform() < execution.slips else { return match }
    var others = table.held
    for place in match.places { others &= ~(1 &<< UInt128(truncatingIfNeeded: place)) }
    guard others != 0 else { return match }
    var places = match.places
    let other = Self.place(random.below(others.nonzeroBitCount), in: others)
    places[random.below(places.count)] = other
    return CardsMove.cards(places) ?? match
  }

  /// The card, or another that lies face down where the player slips.
  private func choosing(
    _ move: CardsMove, by execution: Execution, using random: inout SeededRandom
  ) -> CardsMove {
    guard move.action == .select, execution.slips > 0, random.uniform() < execution.slips else {
      return move
    }
    var others = table.held & ~(1 &<< UInt128(move.first))
    let selected = table.selected
    for index in 0..<selected.count { others &= ~(1 &<< UInt128(selected.places[index])) }
    guard others != 0 else { return move }
    return .select(Self.place(random.below(others.nonzeroBitCount), in: others))
  }

  /// The place of this number among those of a mask.
  static func place(_ number: Int, in mask: UInt128) -> Int {
    var rest = mask
    for _ in 0..<number { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
