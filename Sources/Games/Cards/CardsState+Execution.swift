import SimHarness

extension CardsState: ExecutionGame {
  public static var executionNumbers: [String] { ["memory", "search", "giveUp", "slips"] }

  /// Standard deviation of the logarithm of a search time.
  static let searchSpread = 0.5

  /// The cost of an unsystematic search: factors for the search time and the slips compared with
  /// comparing cards feature by feature.
  static let aimless = (search: 2.0, slips: 3.0)

  /// The move that a player with this execution makes when intending another.
  ///
  /// With cards face up, the player claims the first match found among those worth as much as the
  /// intended one, or asks for cards if the search takes too long; sometimes one card of a hand is
  /// wrong.
  public static func executed(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> CardsMove {
    let meant = turn.move(of: choice)
    return turn.state.table.level.rules.isFaceDown
      ? turn.state.choosing(meant, by: execution, using: &random)
      : turn.state.claiming(meant, by: execution, using: &random)
  }

  /// A player who does not compare cards systematically finds matches later, and claims more wrong
  /// ones.
  public static func executedAimlessly(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> CardsMove {
    var hasty = execution
    if !turn.state.table.level.rules.isFaceDown {
      hasty.search *= aimless.search
      hasty.slips = min(1, hasty.slips * aimless.slips)
    }
    return executed(choice, of: turn, by: hasty, using: &random)
  }

  /// The first match found among those worth as much as the intended one.
  ///
  /// Each match is found after a time of its own, so the more there are the sooner one is found. A
  /// player who has found only others when the time is up claims the first of them.
  private func claiming(
    _ meant: CardsMove, by execution: Execution, using random: inout SeededRandom
  ) -> CardsMove {
    let aim = meant.action == .cards ? points(of: meant) : 0
    var first = (move: CardsMove.deal, seconds: Double.infinity)
    var fitting = first
    for index in 0..<matchCount {
      let match = legalMove(at: index)
      let seconds = searchTime(for: match, by: execution, using: &random)
      if seconds < first.seconds { first = (match, seconds) }
      if seconds < fitting.seconds && points(of: match) == aim { fitting = (match, seconds) }
    }
    if first.move.action == .deal || (first.seconds > execution.giveUp && table.canDeal) {
      var request = CardsMove.deal
      request.thought = Self.milliseconds(execution.giveUp)
      return request
    }
    if fitting.seconds <= max(first.seconds, execution.giveUp) {
      first = fitting
    } else {
      first.seconds = max(first.seconds, execution.giveUp)
    }
    var claim = slipping(first.move, by: execution, using: &random)
    claim.thought = Self.milliseconds(first.seconds)
    return claim
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
    Int32(saturating: min((seconds * 1000).rounded(), 2_000_000_000))
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
