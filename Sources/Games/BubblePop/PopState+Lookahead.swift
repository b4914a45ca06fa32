import SimHarness

extension PopState: ForesightGame {
  public typealias Looking = PopLookahead
}

extension PopState: ExecutionGame {
  public static var executionNumbers: [String] { ["reaction", "spread", "touch"] }

  /// A touch after a log-normal reaction and a movement by Fitts' law, with a normal error of the
  /// place; waiting is carried out exactly.
  public static func executed(
    _ choice: Choice<PopState>, of turn: borrowing Turn<PopState>, by execution: Execution,
    using random: inout SeededRandom
  ) -> PopMove {
    // A move that is not offered has a time and a place of its own.
    guard case .offered(let index) = choice else { return turn.move(of: choice) }
    guard index < turn.state.position.bubbles.count else { return turn.state.position.wait }
    var reaction = execution.reaction
    if execution.reactionSpread > 0 {
      reaction *= DeterministicMath.exp(execution.reactionSpread * random.gaussian())
    }
    let meant = turn.state.position.touch(ofBubble: index, reaction: reaction)
    guard execution.touchError > 0 else { return meant }
    let error = execution.touchError * turn.state.position.setup.rules.radius
    return PopMove(
      time: meant.time, x: meant.x + error * random.gaussian(),
      y: meant.y + error * random.gaussian())
  }
}

/// The lookahead of bubble pop: points, and how long a touch takes.
///
/// Greedy maximises points per second, including the hand's movement. A touch after the next
/// refresh counts half, because about half of the bubbles disappear then.
public struct PopLookahead: Lookahead {
  public typealias State = PopState

  public init() {}

  public mutating func distinctMoves(_ turn: borrowing Turn<PopState>) -> [Int] {
    Array(0..<turn.moveCount)
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<PopState>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    var foresight = Foresight()
    let position = turn.state.position
    guard index < position.bubbles.count else { return foresight }
    let touch = PopLookahead.touch(index, in: position)
    foresight.cleared = 1
    foresight.score = touch.points
    if position.setup.hasScripts {
      foresight.score = try PopLookahead.imagined(index, of: turn, in: &imagination)
    }
    // Expected points per second, in millionths.
    foresight.greedyValue = Int(
      saturating: Double(foresight.score) * touch.chance / touch.seconds * 1e6)
    if let goal = position.setup.rules.goal {
      foresight.wins = position.score &+ foresight.score >= goal
    }
    let colour = position.bubbles[index].colour
    foresight.group = position.bubbles.count { $0.colour == colour }
    return foresight
  }

  /// The result of a pop if scripts are involved: it is tried at once on an imagined screen.
  private static func imagined(
    _ index: Int, of turn: borrowing Turn<PopState>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    let bubble = turn.state.position.bubbles[index]
    guard turn.state.hasHook(.onPop, bubble) else {
      return touch(index, in: turn.state.position).points
    }
    var copy = turn.imagine(in: &imagination)
    let move = PopMove(time: copy.position.time, x: bubble.x, y: bubble.y)
    try copy.play(move, imaginedIn: &imagination)
    return copy.score - turn.score
  }

  /// What the touch of a bubble scores, how long it takes, and the chance that the bubble is still
  /// there.
  static func touch(
    _ index: Int, in position: borrowing PopPosition
  ) -> (points: Int, seconds: Double, chance: Double) {
    let colour = position.bubbles[index].colour
    let seconds =
      Execution.perfect.reaction
      + position.movementTime(fromX: position.handX, y: position.handY, toBubble: index)
    return (
      position.combo.points(of: colour, in: position.setup), seconds,
      chance(ofArrival: position.time + seconds, in: position)
    )
  }

  /// The chance that a bubble is there when the hand arrives.
  static func chance(ofArrival time: Double, in position: borrowing PopPosition) -> Double {
    if time >= position.end { return 0 }
    return time <= position.refreshTime ? 1 : 0.5
  }

  /// The weight that a player who builds combos gives to the extra points of the next pop of a
  /// colour.
  public static let runWeight = 0.5

  /// The touch with the most points per second including its effect on the combo: the extra points
  /// of another bubble of its colour next, minus those that one of the colour popped last would
  /// have given, each times `weight`.
  public static func comboMove(
    _ turn: borrowing Turn<PopState>, weight: Double = runWeight
  ) -> Int {
    let position = turn.state.position
    let count = position.bubbles.count
    var shown = [Int](repeating: 0, count: position.setup.colours.count)
    for bubble in position.bubbles { shown[Int(bubble.colour)] &+= 1 }
    func extra(_ colour: Int) -> Double {
      Double(position.setup.comboPoints[colour] &- position.setup.points[colour])
    }
    var broken = 0.0
    if let last = position.lastColour, shown[last] > 0 { broken = extra(last) }
    var best = count
    var bestValue = -Double.infinity
    for index in 0..<count {
      let one = touch(index, in: position)
      let colour = Int(position.bubbles[index].colour)
      var value = Double(one.points)
      if shown[colour] > 1 { value += weight * extra(colour) }
      if colour != position.lastColour { value -= weight * broken }
      value = value * one.chance / one.seconds
      if value > bestValue {
        bestValue = value
        best = index
      }
    }
    return best
  }
}

extension PopState: ScriptPlayable {
  /// `t`, and `x`, `y` of a touch.
  public static func give(_ move: PopMove, to reply: inout ScriptReply) {
    reply.beginRecord(count: move.isTouch ? 3 : 1)
    reply.give("t")
    reply.give(move.time)
    guard move.isTouch else { return }
    reply.give("x")
    reply.give(move.x)
    reply.give("y")
    reply.give(move.y)
  }
}

extension PopLookahead: ScriptAnswering {
  public static var gameName: String { BubblePop.name }

  public mutating func place(of index: Int, in turn: borrowing Turn<PopState>) -> Int? {
    let bubbles = turn.state.position.bubbles
    return index < bubbles.count ? bubbles[index].id : nil
  }

  /// `landing` is the bubble that a move touches, `current` the colour popped last, `at` a
  /// bubble's colour, `snapshot` id, colour's number from 1, x and y of each bubble, rounded.
  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<PopState>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    let position = turn.state.position
    func give(colour: Int?) {
      if let colour {
        reply.give(position.setup.colours[colour].name)
      } else {
        reply.give(.none)
      }
    }
    switch function {
    case .landing:
      if let place = request.place(0, among: position.bubbles.count) {
        reply.give(position.bubbles[place].id)
      } else {
        reply.give(.none)
      }
    case .current: give(colour: position.lastColour)
    case .at:
      guard let id = request[0].integer else {
        throw ScriptCallError("turn:at needs a bubble's id")
      }
      give(colour: position.place(ofID: id).map { Int(position.bubbles[$0].colour) })
    case .snapshot:
      if request[0].kind == .none { reply.beginList() } else { reply.beginFill(argument: 0) }
      for bubble in position.bubbles {
        reply.append(bubble.id)
        reply.append(Int(bubble.colour) + 1)
        reply.append(Int(saturating: bubble.x.rounded()))
        reply.append(Int(saturating: bubble.y.rounded()))
      }
    default: return false
    }
    return true
  }
}
