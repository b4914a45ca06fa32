import SimHarness

extension CardsState: PlanningGame {
  public typealias Plans = PlainPlanning<CardsState>

  /// Card games are played move by move: which cards come is not for a player to plan.
  public static var strategies: [Strategy] { [.random, .greedy] }
}

extension CardsState: ForesightGame {
  public typealias Looking = CardsLookahead
}

/// The lookahead of card games: the visible matches, and the remembered cards among those turned
/// face down.
public struct CardsLookahead: Lookahead {
  public typealias State = CardsState

  private(set) var memory = CardsMemory()
  /// The values of this turn's choices in games with cards face down; calculated on first use.
  private var values: FaceDownValues?

  public init() {}

  public mutating func gameDidStart(remembering count: Int) {
    memory = CardsMemory(capacity: count)
    values = nil
  }

  public mutating func begin(_ turn: borrowing Turn<CardsState>) {
    memory.observe(turn.state.table)
    values = nil
  }

  /// A state as the player imagines it who remembers what was seen.
  public func imagine(
    _ turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) -> CardsState {
    turn.state.imagined(in: &imagination, knowing: memory)
  }

  public func position(
    of turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) -> CardsState {
    imagine(turn, in: &imagination)
  }

  public mutating func distinctMoves(_ turn: borrowing Turn<CardsState>) -> [Int] {
    let count = turn.state.legalMoveCount
    guard turn.state.table.level.rules.isFaceDown else { return Array(0..<count) }
    let values = valuesOfTurn(turn)
    var unknown: [Int] = []
    var moves: [Int] = []
    for index in 0..<count {
      let move = turn.state.legalMove(at: index)
      if move.action == .select && values.isUnknown(Int(move.first)) {
        unknown.append(index)
      } else {
        moves.append(index)
      }
    }
    // All unknown cards are equivalent; trying them in order could loop forever.
    if !unknown.isEmpty {
      let mixed = StreamKey.mix(UInt64(truncatingIfNeeded: turn.state.table.turn))
      moves.append(unknown[Int(mixed % UInt64(unknown.count))])
      moves.sort()
    }
    return moves
  }

  /// What a point counts when `greedy` ranks moves; expected points have fractions.
  private static let perPoint = 1 << 16
  /// More than the points of any hand.
  private static let win = 1 << 40

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<CardsState>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let rules = turn.state.table.level.rules
    let move = turn.state.legalMove(at: index)
    var foresight = Foresight()
    if move.action == .deal {
      foresight.score = turn.state.matchCount > 0 ? rules.dealt : 0
      foresight.greedyValue = foresight.score &* Self.perPoint
      if rules.isFaceDown { foresight.greedyValue = -Self.win }
    } else if rules.isFaceDown {
      foresee(Int(move.first), of: turn, &foresight)
    } else {
      let points = turn.state.points(of: move)
      foresight.score = points
      foresight.cleared = rules.match
      foresight.greedyValue = points &* Self.perPoint
      let isLast =
        turn.state.table.cardCount == rules.match
        && (turn.state.table.deckLeft == 0 || (!rules.refill && rules.draw == 0))
      foresight.wins = rules.goal == .clear && isLast
    }
    if case .score(let goal) = rules.goal {
      foresight.wins = turn.state.table.score + foresight.score >= goal
    }
    if foresight.wins { foresight.greedyValue += Self.win }
    return foresight
  }

  /// Choosing the card at a place: certain points where its face is known, else the mean.
  private mutating func foresee(
    _ place: Int, of turn: borrowing Turn<CardsState>, _ foresight: inout Foresight
  ) {
    let values = valuesOfTurn(turn)
    let choice = values.choice(of: place)
    foresight.score = Int(saturating: choice.points.rounded())
    foresight.greedyValue = Int(saturating: (choice.value * Double(Self.perPoint)).rounded())
    if choice.clears {
      let rules = turn.state.table.level.rules
      foresight.cleared = rules.match
      foresight.wins = rules.goal == .clear && turn.state.table.cardCount == rules.match
    }
  }

  private mutating func valuesOfTurn(_ turn: borrowing Turn<CardsState>) -> FaceDownValues {
    if let values { return values }
    let made = FaceDownValues(turn.state.table, memory)
    values = made
    return made
  }
}

extension CardsState {
  /// The points of an offered match.
  func points(of match: CardsMove) -> Int {
    let faces = faces
    let third = match.third == CardsMove.nowhere ? CardsTable.empty : faces[Int(match.third)]
    return table.level.score(faces[Int(match.first)], faces[Int(match.second)], third)
  }
}
