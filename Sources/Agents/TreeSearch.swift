import SimHarness

/// Information-set Monte Carlo tree search: plays imagined games and chooses the move that most of
/// them began with.
///
/// Each game begins with a newly imagined position. The tree is shared by all of them: a node is a
/// sequence of outcomes that a player can distinguish, so hidden information leads to different
/// nodes only once it becomes visible. The first move is carried out by the player's own hand,
/// those after it without error. Progressive widening: a node that was visited n times considers
/// its first sqrt(n) moves. Beyond the tree a game is played on greedily and cut off. Sources:
/// Cowling, Powley and Whitehouse 2012 (ISMCTS); Coulom 2007, Chaslot 2008 (widening).
///
/// Values are those of the player who searches; an opponent chooses what is worth least to it.
struct TreeSearch<State: PlanningGame> {
  typealias Move = Prospect<State.Move>

  private let iterations: Int
  private let exploration: Double
  private let hand: Execution
  private var planning: State.Plans

  /// A sequence of outcomes.
  private struct Node {
    let outcome: Int
    var visits = 0
    /// Visits of its parent in which it could be chosen.
    var chances = 0
    var total = 0.0
    /// The sum of the standings of its games, part of `total` at their worth.
    var standings = 0
    var firstChild = -1
    var nextSibling = -1
  }

  private var nodes: [Node] = []
  private var path: [Int] = []
  private var first: [Move] = []
  private var moves: [Move] = []
  /// The least and greatest value of any imagined game, which scale the scores to 0...1.
  private var lowest = Double.infinity
  private var highest = -Double.infinity
  /// What a step of the standing is worth, more than all that lies between the worths.
  private var endWorth = State.Plans.endWorth
  private var worths = Spread()

  /// How far apart the worths and the standings of the imagined games are.
  private struct Spread {
    /// Worths are counted from here, so that small differences of huge ones are not lost in sums.
    var origin = 0.0
    var least = Double.infinity
    var greatest = -Double.infinity
    var worst = 0
    var best = 0
  }

  /// A first worth beyond this is where worths are counted from.
  private static var huge: Double { 1e10 }

  init(_ effort: SearchEffort, hand: Execution) {
    iterations = Int(effort.iterations)
    exploration = effort.exploration
    self.hand = hand
    planning = State.Plans(hand: hand)
  }

  /// The move to carry out.
  mutating func choose(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> Move {
    planning.begin(turn)
    nodes.removeAll(keepingCapacity: true)
    nodes.append(Node(outcome: 0))
    lowest = .infinity
    highest = -.infinity
    endWorth = State.Plans.endWorth
    worths = Spread()
    first.removeAll(keepingCapacity: true)
    try planning.scan(
      Turn(state: turn.imagine(in: &imagination)), isDecision: true, in: &imagination,
      into: &first)
    first.sort { $0.order > $1.order }
    guard !first.isEmpty else { throw .noMoves }
    if first.count == 1 { return first[0] }
    for _ in 0..<iterations { try playOne(turn, in: &imagination, using: &random) }
    return bestMove()
  }

  /// The first move of most imagined games; of two as frequent the one that did better.
  private func bestMove() -> Move {
    var best = first[0]
    var bestVisits = -1
    var bestTotal = 0.0
    for move in first {
      let child = child(of: 0, outcome: move.outcome)
      guard child >= 0 else { continue }
      let node = nodes[child]
      if node.visits > bestVisits || (node.visits == bestVisits && node.total > bestTotal) {
        best = move
        bestVisits = node.visits
        bestTotal = node.total
      }
    }
    return best
  }

  /// Plays one imagined game and notes how it went along its path through the tree.
  private mutating func playOne(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) {
    var state = turn.imagine(in: &imagination)
    var node = 0
    path.removeAll(keepingCapacity: true)
    path.append(0)
    while state.outcome == nil && path.count <= State.Plans.treeDepth {
      let isFirst = path.count == 1
      if !isFirst {
        moves.removeAll(keepingCapacity: true)
        try planning.scan(
          Turn(state: state), isDecision: false, in: &imagination, into: &moves)
        moves.sort { $0.order > $1.order }
        if moves.isEmpty { break }
      }
      let (move, child, isNew) = descend(
        from: node, isFirst ? first : moves, isAgainst: State.Plans.isAgainst(state))
      var executedMove = move.move
      if isFirst {
        executedMove = try State.carriedOut(
          move.choice(), aimlessly: false, of: turn, by: hand, in: &imagination, using: &random)
      }
      try state.play(executedMove, imaginedIn: &imagination)
      node = child
      path.append(child)
      if isNew { break }
    }
    var moves = 0
    while state.outcome == nil && moves < State.Plans.rolloutDepth {
      let move = try planning.rolloutMove(Turn(state: state), in: &imagination)
      try state.play(move, imaginedIn: &imagination)
      moves += 1
    }
    let standing = State.Plans.standing(of: state)
    let value = value(of: try planning.worth(of: state, in: &imagination), standing)
    lowest = min(lowest, value)
    highest = max(highest, value)
    for node in path {
      nodes[node].visits += 1
      nodes[node].total += value
      nodes[node].standings += standing
    }
  }

  /// The value of a game that ended in a position of this worth.
  private mutating func value(of worth: Double, _ standing: Int) -> Double {
    if nodes[0].visits == 0 && worth.magnitude > Self.huge { worths.origin = worth }
    let worth = worth - worths.origin
    worths.least = min(worths.least, worth)
    worths.greatest = max(worths.greatest, worth)
    worths.worst = min(worths.worst, standing)
    worths.best = max(worths.best, standing)
    if worths.worst < worths.best && worths.greatest - worths.least > endWorth / 2 { raiseEnd() }
    return worth + Double(standing) * endWorth
  }

  /// Makes the end of a game worth more than all else again.
  ///
  /// Much more, so that this is rarely needed.
  private mutating func raiseEnd() {
    let old = endWorth
    endWorth = 10 * (worths.greatest - worths.least)
    for node in nodes.indices {
      nodes[node].total += Double(nodes[node].standings) * (endWorth - old)
    }
    lowest = worths.least + Double(worths.worst) * endWorth
    highest = worths.greatest + Double(worths.best) * endWorth
  }

  /// The move to try at a node: the first one that was never tried, among as many as the visits
  /// allow, else the one of the highest upper confidence bound.
  private mutating func descend(
    from node: Int, _ moves: [Move], isAgainst: Bool
  ) -> (move: Move, child: Int, isNew: Bool) {
    let visits = nodes[node].visits
    let allowed = min(moves.count, 1 + Int(saturating: Double(visits).squareRoot()))
    var best = -1
    var bestChild = -1
    var bestBound = -Double.infinity
    for place in 0..<allowed {
      let child = child(of: node, outcome: moves[place].outcome)
      if child < 0 {
        return (moves[place], addChild(to: node, outcome: moves[place].outcome), true)
      }
      nodes[child].chances += 1
      let bound = bound(of: nodes[child], isAgainst: isAgainst)
      if bound > bestBound {
        best = place
        bestChild = child
        bestBound = bound
      }
    }
    return (moves[best], bestChild, false)
  }

  private func bound(of node: Node, isAgainst: Bool) -> Double {
    let visits = Double(node.visits)
    let range = highest - lowest
    let own = range > 0 ? (node.total / visits - lowest) / range : 0.5
    let mean = isAgainst ? 1 - own : own
    let doubt = (DeterministicMath.log(Double(max(node.chances, 1))) / visits).squareRoot()
    return mean + exploration * doubt
  }

  private func child(of node: Int, outcome: Int) -> Int {
    var child = nodes[node].firstChild
    while child >= 0 && nodes[child].outcome != outcome { child = nodes[child].nextSibling }
    return child
  }

  private mutating func addChild(to node: Int, outcome: Int) -> Int {
    var child = Node(outcome: outcome)
    child.chances = 1
    child.nextSibling = nodes[node].firstChild
    nodes.append(child)
    nodes[node].firstChild = nodes.count - 1
    return nodes.count - 1
  }
}
