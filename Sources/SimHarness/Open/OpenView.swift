/// What a player sees of an open game: the state without hidden values.
public struct OpenView: Equatable, Sendable {
  public let level: OpenLevel
  /// The visible part of the state.
  ///
  /// Behind it, in place of the hidden values, the same values in their order; zeros where the game
  /// draws them itself.
  let position: PackedPosition
  /// The player who sees it, and the one who moves: 1 or 2 in a two-player game.
  let player: Int
  let turn: Int
  /// The score of the other player; 0 in a single-player game.
  let otherScore: Int
  public let moves: [OpenMove]
  public let score: Int
  public let outcome: Outcome?

  init(_ state: OpenState) {
    let spec = state.level.spec
    level = state.level
    if spec.isForTwo {
      let table = state.table
      let seat = table.viewer > 0 ? table.viewer : table.turn
      player = Int(seat)
      turn = Int(table.turn)
      // The other player's moves would say what it holds.
      moves = seat == table.turn ? state.moves : []
      score = table.score(of: seat)
      otherScore = table.score(of: OpenTable.other(than: seat))
      outcome = table.outcome(of: seat)
      position = Self.seen(state.position, by: Int(seat), spec)
      return
    }
    player = 1
    turn = 1
    otherScore = 0
    moves = state.moves
    score = state.score
    outcome = state.outcome
    guard state.position.remote == nil else {
      position = state.position
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

  /// A position with everything in order that a player of a two-player game does not see.
  private static func seen(
    _ position: PackedPosition, by player: Int, _ spec: GameSpec
  ) -> PackedPosition {
    let parts = spec.parts
    guard !parts.isEmpty, var values = PackedValues(position, pools: parts.count) else {
      return position
    }
    if spec.imaginesItself {
      values.blank(parts, to: player)
    } else {
      values.sort(parts, to: player)
    }
    return values.replacing(in: position)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.position.looksLike(b.position) && a.player == b.player && a.otherScore == b.otherScore
      && a.moves == b.moves && a.score == b.score && a.outcome == b.outcome
      && a.level.isSame(as: b.level)
  }

  /// The score and what can be done, for games without a picture.
  var fields: String {
    let next =
      outcome != nil
      ? "the game is over"
      : turn != player
        ? "the other player moves" : "\(moves.count) move\(moves.count == 1 ? "" : "s") possible"
    guard level.spec.isForTwo else { return "score \(score), \(next)" }
    let scores = player == 1 ? (score, otherScore) : (otherScore, score)
    return "player 1 has \(scores.0), player 2 has \(scores.1), \(next)"
  }
}

extension PackedPosition {
  /// Whether two views show the same: of a position that is kept elsewhere, what is seen of it.
  fileprivate func looksLike(_ other: PackedPosition) -> Bool {
    guard let remote, let others = other.remote else { return self == other }
    return remote.seen(of: self) == others.seen(of: other)
  }
}
