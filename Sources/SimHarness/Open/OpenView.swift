/// What a player sees of an open game: the state without hidden values.
public struct OpenView: Equatable, Sendable {
  public let level: OpenLevel
  /// The visible part of the state.
  ///
  /// Behind it, in place of the hidden values, the same values in their order; zeros where the game
  /// draws them itself.
  let position: PackedPosition
  public let moves: [OpenMove]
  public let score: Int
  public let outcome: Outcome?

  init(_ state: OpenState) {
    level = state.level
    moves = state.moves
    score = state.score
    outcome = state.outcome
    let spec = state.level.spec
    if let remote = state.position.remote {
      let count = state.position.visibleCount
      position = PackedPosition(
        bytes: Array(state.position.bytes[..<count]), visibleCount: count, remote: remote)
      return
    }
    guard !spec.hidden.isEmpty,
      var values = PackedValues(state.position, pools: spec.hidden.count)
    else {
      position = state.position
      return
    }
    if spec.imaginesItself { values.blank() } else { values.sort() }
    position = values.replacing(in: state.position)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.position == b.position && a.moves == b.moves && a.score == b.score && a.outcome == b.outcome
      && a.level.isSame(as: b.level)
  }

  /// The score and the moves, for games without a picture.
  var fields: String { "score \(score), \(moves.count) moves" }
}
