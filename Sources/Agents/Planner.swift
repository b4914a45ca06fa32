import SimHarness

/// Beam search: follows the most promising positions for some moves and plays the first move of the
/// best line.
///
/// It searches one imagined future, in which hidden information is redrawn. A position that is
/// followed costs one scan of its moves: at width 8 and depth 3 a decision takes 17 of them, the
/// last level's moves being distinguished by what they lead to.
struct Planner<State: PlanningGame> {
  typealias Move = Prospect<State.Move>

  private let width: Int
  private let depth: Int
  private var planning: State.Plans

  /// A position that is followed.
  private struct Line {
    var state: State
    /// The place of its first move among `first`.
    var first: Int
    /// How it ended, which counts before its value.
    var standing = 0
    var value = 0.0

    func isBetter(than other: Line) -> Bool {
      standing != other.standing ? standing > other.standing : value > other.value
    }
  }

  /// The moves decided among.
  private var first: [Move] = []
  private var firstValues: [Double] = []
  private var beam: [Line] = []
  private var next: [Line] = []
  private var moves: [Move] = []

  /// How many moves of a position are played.
  private static var branching: Int { 6 }

  init(_ effort: SearchEffort, hand: Execution) {
    width = Int(effort.width)
    depth = Int(effort.depth)
    planning = State.Plans(hand: hand)
  }

  /// The move to carry out.
  mutating func choose(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Move {
    let root = turn.imagine(in: &imagination)
    planning.begin(turn)
    first.removeAll(keepingCapacity: true)
    try planning.scan(
      Turn(state: root), isDecision: true, in: &imagination, into: &first)
    guard !first.isEmpty else { throw .noMoves }
    try begin(root, turn, in: &imagination)
    var level = 1
    while level < depth && beam.contains(where: { $0.state.outcome == nil }) {
      try lengthen(in: &imagination)
      level += 1
    }
    var best = 0
    for place in beam.indices where beam[place].isBetter(than: beam[best]) { best = place }
    return first[beam[best].first]
  }

  /// The lines of one move.
  private mutating func begin(
    _ root: State, _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) {
    firstValues.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    for place in first.indices {
      var line = Line(state: root, first: place)
      try line.state.play(first[place].move, imaginedIn: &imagination)
      line.value = try planning.worth(of: line.state, in: &imagination)
      line.standing = State.Plans.standing(of: line.state)
      firstValues.append(line.value)
      next.append(line)
    }
    planning.allowForHand(turn, values: firstValues, prospects: &first)
    beam.removeAll(keepingCapacity: true)
    for place in next.indices {
      next[place].value += first[place].allowance
      Self.keep(next[place], in: &beam, atMost: width)
    }
  }

  /// Follows each line one move on.
  private mutating func lengthen(
    in imagination: inout GameContext
  ) throws(AgentError) {
    next.removeAll(keepingCapacity: true)
    for place in beam.indices {
      if beam[place].state.outcome != nil {
        Self.keep(beam[place], in: &next, atMost: width)
        continue
      }
      moves.removeAll(keepingCapacity: true)
      try planning.scan(
        Turn(state: beam[place].state), isDecision: false, in: &imagination, into: &moves)
      if moves.isEmpty {
        Self.keep(beam[place], in: &next, atMost: width)
        continue
      }
      try branch(place, in: &imagination)
    }
    swap(&beam, &next)
  }

  private mutating func branch(
    _ place: Int, in imagination: inout GameContext
  ) throws(AgentError) {
    for _ in 0..<min(Self.branching, moves.count) {
      var best = 0
      for move in moves.indices where moves[move].order > moves[best].order { best = move }
      moves[best].order = -.infinity
      var line = beam[place]
      try line.state.play(moves[best].move, imaginedIn: &imagination)
      line.value =
        try planning.worth(of: line.state, in: &imagination) + first[line.first].allowance
      line.standing = State.Plans.standing(of: line.state)
      Self.keep(line, in: &next, atMost: width)
    }
  }

  /// Adds a line, dropping the worst one if there are too many.
  ///
  /// Static, because a method would copy the planner and with it all lines on every change.
  private static func keep(_ line: consuming Line, in lines: inout [Line], atMost width: Int) {
    if lines.count < width {
      lines.append(line)
      return
    }
    var worst = 0
    for place in lines.indices where lines[worst].isBetter(than: lines[place]) { worst = place }
    if line.isBetter(than: lines[worst]) { lines[worst] = line }
  }
}
