/// The table of a person who plays a two-player game.
struct OpenHandTable {
  var secondPlayer = SecondPlayer.nobody
  /// The person's name.
  var name = ""
  /// Where the person sits.
  var seat: UInt8 = 1
  /// What the other player did, in words.
  var said = ""

  /// The name of who sits at a seat.
  func name(of seat: Int) -> String {
    guard secondPlayer.isPresent else { return "Player \(seat)" }
    return SafeText.escaped(seat == Int(self.seat) ? name : secondPlayer.name, limit: 40)
  }
}

extension OpenHand {
  func awaitsOpponent(_ view: OpenView) -> Bool {
    table.secondPlayer.isPresent && view.turn != Int(table.seat)
  }

  mutating func opponentMove(
    _ turn: borrowing Turn<OpenState>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> OpenMove? {
    guard case .agent(let name, let player) = table.secondPlayer,
      var opponent = player as? any TableOpponent<OpenState>
    else { return nil }
    // That player sees its own hand, not the person's.
    var state = turn.state
    state.table.viewer = 0
    let view = state.view
    let next = try opponent.planMove(Turn(state: state, index: turn.index), in: &imagination)
    opponent.didMove()
    table.secondPlayer = .agent(name, opponent)
    table.said = "\(table.name(of: view.turn)): \(renderer.words(for: next.move, in: view))"
    var move = next.move
    move.player = 2
    return move
  }

  func secondScore(_ view: OpenView) -> Int? {
    guard table.secondPlayer.isPresent else { return nil }
    return view.otherScore
  }

  func verdict(_ view: OpenView) -> HandEnding? {
    guard level.isForTwo, let outcome = view.outcome else { return nil }
    let winner = outcome == .won ? view.player : 3 - view.player
    let points =
      winner == view.player
      ? (view.score, view.otherScore) : (view.otherScore, view.score)
    let words = points == (0, 0) ? "" : ", \(points.0) to \(points.1)"
    return HandEnding(
      outcome: outcome,
      words: outcome == .ended
        ? "A draw\(words)." : HandText.sentence("\(table.name(of: winner)) wins\(words)."))
  }
}

extension OpenGames: TerminalModule {
  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let level = request.level.content(as: OpenLevel.self) else { return nil }
    guard level.isForTwo, request.secondPlayer.isPresent else {
      return try PersonSession<OpenHand>(level, request)
    }
    let seat: UInt8 = request.index == request.deal ? 1 : 2
    return try PersonSession<OpenHand>(
      level, request,
      configure: {
        $0.table = OpenHandTable(
          secondPlayer: request.secondPlayer, name: request.player, seat: seat)
      }, arrange: { $0.seatPerson(at: seat) })
  }
}
