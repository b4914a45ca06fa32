/// The functions of `turn` that an agent's script may call; the same names for every game.
///
/// The raw values are their numbers in the host. Source: docs/scripts.md, "The language and its
/// limits".
public enum TurnFunction: Int, CaseIterable, Sendable {
  case count, distinct, move, probe, landing, current, next, shotsLeft, score, at, snapshot
  case random, imagine, neighbours, rows, columns, index, parameters
  case probes
  case view
  case imaginedCount, imaginedApply, imaginedScore, imaginedOutcome, imaginedCopy

  /// The name in messages.
  package var name: String {
    switch self {
    case .shotsLeft: "turn:shots_left"
    case .view: "turn.view"
    case .imaginedCount: "copy:count"
    case .imaginedApply: "copy:apply"
    case .imaginedScore: "copy:score"
    case .imaginedOutcome: "copy:outcome"
    case .imaginedCopy: "copy:copy"
    default: "turn:\(self)"
    }
  }
}

/// What agents' scripts see of a turn.
public enum TurnInterface {
  public static let all: [ScriptInterface] = [turn, imagined]

  static let turn = ScriptInterface(
    name: "turn",
    members: [
      method("count", .count), method("distinct", .distinct), method("move", .move),
      method("probe", .probe), method("probes", .probes), method("landing", .landing),
      method("current", .current),
      method("next", .next), method("shots_left", .shotsLeft), method("score", .score),
      method("at", .at), method("snapshot", .snapshot), method("random", .random),
      method("imagine", .imagine), method("neighbours", .neighbours),
      property("rows", .rows), property("columns", .columns), property("index", .index),
      property("params", .parameters), property("view", .view),
    ])

  static let imagined = ScriptInterface(
    name: "copy",
    members: [
      method("count", .imaginedCount), method("apply", .imaginedApply),
      method("score", .imaginedScore), method("outcome", .imaginedOutcome),
      method("copy", .imaginedCopy),
    ])

  private static func method(_ name: String, _ function: TurnFunction) -> ScriptInterface.Member {
    .method(name, function.rawValue)
  }

  private static func property(
    _ name: String, _ function: TurnFunction
  ) -> ScriptInterface.Member {
    .property(name, function.rawValue)
  }
}

/// A game that scripts can play: how it answers the game's own functions of `turn`.
public protocol ScriptPlayable: ForesightGame where Looking: ScriptAnswering {
  /// Gives a move's fields, as a record of names and values.
  static func give(_ move: Move, to reply: inout ScriptReply)

  /// Gives a move's fields where their names depend on the level; by default the same.
  static func give(_ move: Move, of turn: borrowing Turn<Self>, to reply: inout ScriptReply)
}

extension ScriptPlayable {
  public static func give(
    _ move: Move, of turn: borrowing Turn<Self>, to reply: inout ScriptReply
  ) { give(move, to: &reply) }
}

/// A look ahead that answers agents' scripts.
public protocol ScriptAnswering<State>: Lookahead {
  /// The game's name in messages.
  static var gameName: String { get }

  /// Where the offered move at `index` ends, by a number a script knows it by, such as a cell's;
  /// nil if it ends nowhere.
  mutating func place(of index: Int, in turn: borrowing Turn<State>) -> Int?

  /// Answers one of `landing`, `current`, `next`, `shots_left`, `at`, `snapshot`, `neighbours`,
  /// `rows`, `columns` and `view`, by what a player sees; false where the game has no such thing.
  mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<State>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool
}
