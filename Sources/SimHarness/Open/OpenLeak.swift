/// Looks for what an imagined copy knows of a game that a player could not know.
///
/// B is a copy of A that looks the same and hides something else. If copies are imagined of both
/// with the same chance, they must be one: else the copy depends on what was hidden.
public struct OpenLeak {
  /// What was found.
  public enum Finding: Hashable, Sendable {
    case none
    /// A copy has other moves than the position.
    case moves
    /// A copy looks different.
    case view
    /// Copies of two positions that look the same have different futures.
    case future
  }

  /// Makes the copy of a position that players are given.
  public typealias Imagining = (OpenState, inout GameContext) -> OpenState

  private let state: OpenState
  private let streams: GameStreams
  private let scripts: (any ScriptHosting)?
  private let imagining: Imagining

  /// - Parameters:
  ///   - state: The position.
  ///   - streams: Those of the position's game.
  ///   - scripts: The host of its rules.
  ///   - imagining: What is examined; the second position is always made by the host.
  public init(
    _ state: OpenState, streams: GameStreams, scripts: (any ScriptHosting)?,
    imagining: @escaping Imagining = { $0.imagined(in: &$1) }
  ) {
    self.state = state
    self.streams = streams
    self.scripts = scripts
    self.imagining = imagining
  }

  /// Plays `count` random moves of the two copies.
  /// - Throws: The script's fault.
  public func found(moves count: Int) throws(ScriptFault) -> Finding {
    var first = GameContext.imagination(for: streams, scripts: scripts)
    let imagined = state.imagined(in: &first)
    guard imagined.view == state.view, imagined.packedView == state.packedView else { return .view }
    guard try hasSameMoves(imagined, in: first) else { return .moves }
    // The same chance for both, and another one than the first's.
    let others = streams.fresh(repetition: 1)
    var one = GameContext.imagination(for: others, scripts: scripts)
    var two = GameContext.imagination(for: others, scripts: scripts)
    var copy = imagining(state, &one)
    var copyOfImagined = imagining(imagined, &two)
    var random = SeededRandom(key: streams.agents.derived("leak"))
    var made = 0
    while copy.outcome == nil && made < count {
      guard copy.isSame(as: copyOfImagined) else { return .future }
      let move = copy.legalMove(at: random.below(copy.legalMoveCount))
      try OpenGameCheck.apply(move, to: &copy, in: &one)
      try OpenGameCheck.apply(move, to: &copyOfImagined, in: &two)
      made += 1
    }
    return copy.isSame(as: copyOfImagined) ? .none : .future
  }

  /// Whether one of `copies` imagined copies has other moves than the position.
  /// - Throws: The script's fault.
  func movesDepend(onHiddenOf copies: Int) throws(ScriptFault) -> Bool {
    guard !state.level.spec.hidden.isEmpty else { return false }
    var imagination = GameContext.imagination(for: streams, scripts: scripts)
    for _ in 0..<copies {
      let copy = state.imagined(in: &imagination)
      if try !hasSameMoves(copy, in: imagination) { return true }
    }
    return false
  }

  /// Whether the rules offer in a copy the moves of the position.
  private func hasSameMoves(
    _ copy: OpenState, in context: borrowing GameContext
  ) throws(ScriptFault) -> Bool {
    var call = RulesCall()
    call.steps = [.load, .moves]
    call.position = copy.position
    try state.level.perform(&call, in: context)
    return state.outcome != nil || call.moves == state.packedMoves
  }
}

extension OpenState {
  /// Whether another state is the same, moves and figures included.
  fileprivate func isSame(as other: OpenState) -> Bool {
    self == other && moves == other.moves && outcome == other.outcome && score == other.score
  }
}
