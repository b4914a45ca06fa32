import SimHarness

/// Two players at one table: a second person who claims with a key, or a simulated player.
extension CardTableHand {
  /// A player's right to choose the next hand.
  struct Claim {
    /// 1 or 2.
    let player: UInt8
    /// When it lapses, in seconds of the game.
    let end: Double
    /// What the table looked like, so that a lapsed claim counts until the cards change.
    let cards: Int

    /// Seconds to choose a hand in: long enough for three keys, too short to look for the set.
    static let length = 8.0
  }

  /// Whether two persons share the keyboard.
  var isClaimed: Bool {
    if case .person = secondPlayer { true } else { false }
  }

  var isTimed: Bool { secondPlayer.isPresent }

  /// The name of player 1 or 2.
  func name(of player: UInt8, limit: Int = 16) -> String {
    SafeText.escaped(player == 2 ? names.second : names.first, limit: limit)
  }

  /// Takes a claim key; nil if it is none.
  mutating func claim(
    _ input: HandInput, _ moment: HandMoment<CardsTable>
  ) -> HandAction<CardsMove>? {
    guard isClaimed, case .character(let character) = input,
      let player: UInt8 = character == "1" ? 1 : character == "2" ? 2 : nil
    else { return nil }
    let cards = moment.view.foundCount &* 128 &+ moment.view.deckLeft
    if let claim, claim.cards == cards {
      if moment.seconds < claim.end {
        return .say("\(name(of: claim.player)) is choosing.")
      }
      if claim.player == player, moment.seconds < claim.end + Claim.length {
        return .say("\(name(of: player)) did not choose in time; the other player may claim.")
      }
    }
    claim = Claim(player: player, end: moment.seconds + Claim.length, cards: cards)
    return .say("\(name(of: player)): choose \(moment.view.level.rules.match) cards.")
  }

  /// Who makes the next move: 0 for a single player, nil if nobody has claimed.
  func mover(at seconds: Double) -> UInt8? {
    switch secondPlayer {
    case .nobody: 0
    case .agent: 1
    case .person: claim.flatMap { seconds < $0.end ? $0.player : nil }
    }
  }

  /// After a claim has lapsed its cards are put back, one move each.
  func passing(_ view: CardsTable, at seconds: Double) -> CardsMove? {
    guard let claim, seconds >= claim.end, view.selected.count > 0 else { return nil }
    var move = CardsMove.deselect(Int(view.selected.places[0]))
    move.player = claim.player
    return move
  }

  mutating func opponentMove(
    _ turn: borrowing Turn<CardsState>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> CardsMove? {
    guard case .agent(let name, let player) = secondPlayer,
      var opponent = player as? any TableOpponent<CardsState>
    else { return nil }
    let clock = turn.view.clock
    let next = try opponent.planMove(turn, in: &imagination)
    let isDue = next.time <= clock + Int(saturating: waited * 1000)
    if isDue { opponent.didMove() }
    secondPlayer = .agent(name, opponent)
    guard isDue else { return nil }
    lastMover = 2
    var move = next.move
    move.player = 2
    move.thought = Int32(clamping: max(0, next.time - clock))
    return move
  }

  func secondScore(_ view: CardsTable) -> Int? {
    secondPlayer.isPresent ? view.secondScore ?? 0 : nil
  }

  func verdict(_ view: CardsTable) -> HandEnding? {
    guard let second = secondScore(view) else { return nil }
    if view.score == second {
      return HandEnding(outcome: .ended, words: "A draw, \(HandText.points(second)) each.")
    }
    let isWon = view.score > second
    let points = "\(max(view.score, second)) to \(min(view.score, second))"
    return HandEnding(
      outcome: isWon ? .won : .lost,
      words: HandText.sentence("\(name(of: isWon ? 1 : 2)) wins \(points)."))
  }
}
