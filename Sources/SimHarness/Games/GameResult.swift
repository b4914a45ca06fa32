/// How one game went.
public struct GameResult: Sendable, Equatable {
  public let index: Int
  public let end: GameEnd
  public let score: Int
  public let moves: Int
  /// The final state's hash.
  public let hash: UInt64
  /// What failed, in one line, for faulted and inconclusive games.
  public let fault: String?

  public init(index: Int, end: GameEnd, score: Int, moves: Int, hash: UInt64, fault: String? = nil)
  {
    self.index = index
    self.end = end
    self.score = score
    self.moves = moves
    self.hash = hash
    self.fault = fault
  }

  /// Whether the result is possible: no game has a score beyond the bounds.
  var isPossible: Bool {
    score == Saturating.bounded(score) && (0...Saturating.limit).contains(moves)
  }

  init(index: Int, failure: ScriptFault) {
    self.init(
      index: index, end: Self.end(of: failure), score: 0, moves: 0, hash: 0,
      fault: failure.message)
  }

  /// How a fault ends a game.
  static func end(of fault: ScriptFault) -> GameEnd {
    fault.kind == .deadline ? .inconclusive : .faulted
  }
}
