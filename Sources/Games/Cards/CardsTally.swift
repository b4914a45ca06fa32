import SimHarness

/// What is counted in a game of cards.
public struct CardsCounts: Sendable {
  var initialMatches = 0
  var matches = 0
  var mismatches = 0
  var deals = 0
  var missed = 0
  var refused = 0
  var turnedUp = 0
  /// Matches whose cards agree in a feature, by the feature.
  var agreeing = InlineArray<8, Int>(repeating: 0)
  /// Sums and numbers of matches on the table before a move: with as many cards as at the start,
  /// then by turn, in eights: 1 to 8, 9 to 16, later.
  var onFullTable = (sum: 0, count: 0)
  var byTurn = InlineArray<3, (sum: Int, count: Int)>(repeating: (0, 0))
  var maxCards = 0
  var cardsLeft = 0
  var thought = 0
  /// The points of two players; nil for a single player.
  var scores: (first: Int, second: Int)?
  var outcome: Outcome?
  /// Whether the second of two players reached the goal.
  var isLostToSecond = false
}

/// One figure of a game: its definition, and how it is calculated from the counts.
public struct CardsMeasure: Sendable {
  let definition: MetricDefinition
  let value: @Sendable (borrowing CardsCounts) -> Int64?
}

/// A list of figures; the card games differ in what is measured.
public protocol CardsMeasuring: Sendable {
  static var measures: [CardsMeasure] { get }
}

/// Counts what happened in a game of cards.
public struct CardsTally<Measures: CardsMeasuring>: GameTally {
  public typealias State = CardsState

  private var counts = CardsCounts()
  private var game: CardGame?

  public init() {}

  public mutating func gameDidStart(_ state: borrowing CardsState, index: Int) {
    counts = CardsCounts()
    game = state.table.level.game
    counts.initialMatches = state.table.level.matches.count(in: state.inPlay)
    look(at: state)
  }

  public mutating func eventDidOccur(_ event: CardsEvent) {
    switch event {
    case .dealt(_, let asked, let missed):
      if asked { counts.deals &+= 1 }
      if missed { counts.missed &+= 1 }
    case .deckEmpty: counts.refused &+= 1
    case .selected: counts.turnedUp &+= 1
    case .matched(let hand, _):
      counts.matches &+= 1
      countAgreement(of: hand)
    case .mismatched: counts.mismatches &+= 1
    case .deselected, .won, .lost, .ended: break
    }
  }

  public mutating func moveDidApply(_ move: CardsMove, state: borrowing CardsState) {
    if state.table.outcome == nil { look(at: state) }
  }

  public mutating func gameDidEnd(_ state: borrowing CardsState, end: GameEnd, moves: Int) {
    counts.cardsLeft = state.table.cardCount
    counts.thought = state.table.clock
    counts.scores = state.table.secondScore.map { (state.table.score, $0) }
    counts.outcome = state.outcome
    counts.isLostToSecond = state.table.winnerByScore == 2
  }

  /// Counts what lies on the table before a move.
  private mutating func look(at state: borrowing CardsState) {
    let cards = state.table.cardCount
    counts.maxCards = max(counts.maxCards, cards)
    guard !state.table.level.rules.isFaceDown else { return }
    let part = min(state.table.turn / 8, 2)
    counts.byTurn[part].sum &+= state.matchCount
    counts.byTurn[part].count &+= 1
    if cards == state.table.level.rules.deal {
      counts.onFullTable.sum &+= state.matchCount
      counts.onFullTable.count &+= 1
    }
  }

  private mutating func countAgreement(of hand: CardsHand) {
    guard let game else { return }
    let cards = (0..<hand.count).map { game.cards[Int(hand.cards[$0])].values }
    for feature in game.features.indices
    where cards.allSatisfy({ $0[feature] == cards[0][feature] }) { counts.agreeing[feature] &+= 1 }
  }

  public static var metrics: [MetricDefinition] { Measures.measures.map(\.definition) }

  public func appendValues(to values: inout [Int64?]) {
    for measure in Measures.measures { values.append(measure.value(counts)) }
  }

  public var lossReason: String? {
    guard counts.outcome == .lost else { return nil }
    return counts.isLostToSecond ? "other player" : "cards left"
  }
}
