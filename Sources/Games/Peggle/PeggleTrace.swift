import PegglePhysics
import SimHarness

/// Writes a game of Peggle as trace lines.
///
/// Source: docs/formats.md, "Game record and trace".
public struct PeggleTrace {
  public init() {}

  /// The line of a turn.
  ///
  /// `move` is nil for the start; `events` are what happened, in order.
  public func line(
    turn: Int, move: PeggleMove?, events: [PeggleEvent], state: PeggleState, end: GameEnd?
  ) -> JSONTree {
    .object([
      ("turn", .int(turn)),
      ("move", move.map(Self.tree(of:)) ?? .null),
      ("events", .array(Self.trees(of: events))),
      ("score", .int(state.score)),
      ("outcome", end.map { .string($0.rawValue) } ?? .null),
      ("state", Self.tree(of: state.view)),
      ("hash", .string(StableDigest.hex(state.stableHash))),
    ])
  }

  /// A move as records and traces write it.
  public static func tree(of move: PeggleMove) -> JSONTree {
    var fields: [(key: String, value: JSONTree)]
    switch move.aim {
    case .angle(let angle): fields = [("angle", .double(angle))]
    case .tap(let x, let y): fields = [("tap", .array([.double(x), .double(y)]))]
    }
    if move.seconds != PeggleMove.quickest { fields.append(("seconds", .double(move.seconds))) }
    return .object(fields)
  }

  /// A line of `replay --frames`.
  static func tree(of frame: PeggleFrame) -> JSONTree {
    .members([
      "frame": .int(frame.number),
      "balls": .array(frame.balls.map { .array([.double($0.x), .double($0.y)]) }),
      "bucket": frame.bucket.map { .double($0) },
      "lit": .present(.array(frame.lit.map { .int($0) }), if: !frame.lit.isEmpty),
    ])
  }

  private static func tree(of position: PegglePosition) -> JSONTree {
    .object([
      ("pegs", .array(position.pegsLeft.map { .int($0) })),
      ("ballsLeft", .int(position.balls)),
      ("hits", .array(position.hits.map { .int($0) })),
      ("orangeLeft", .int(position.orangeLeft)),
      ("turned", .bool(position.world.isTurned)),
      ("time", .double(position.time)),
    ])
  }

  /// The events, with consecutive removed and thrown pegs merged.
  package static func trees(of events: [PeggleEvent]) -> [JSONTree] {
    var trees: [JSONTree] = []
    var removed: [Int] = []
    var thrown: [Int] = []
    func flush() {
      for (type, ids) in [("pegs_removed", removed), ("thrown", thrown)] where !ids.isEmpty {
        trees.append(
          .object([("type", .string(type)), ("ids", .array(ids.map { .int($0) }))]))
      }
      removed.removeAll()
      thrown.removeAll()
    }
    for event in events {
      switch event {
      case .pegRemoved(let peg):
        if !thrown.isEmpty { flush() }
        removed.append(peg)
      case .thrown(let peg):
        if !removed.isEmpty { flush() }
        thrown.append(peg)
      default:
        flush()
        trees.append(tree(of: event))
      }
    }
    flush()
    return trees
  }

  private static func tree(of event: PeggleEvent) -> JSONTree {
    func make(_ type: String, _ fields: [(key: String, value: JSONTree)] = []) -> JSONTree {
      .object([("type", .string(type))] + fields)
    }
    switch event {
    case .pegHit(let peg, let points):
      return make("peg_hit", [("id", .int(peg)), ("points", .int(points))])
    case .pegRemoved(let peg): return make("pegs_removed", [("ids", .array([.int(peg)]))])
    case .thrown(let peg): return make("thrown", [("ids", .array([.int(peg)]))])
    case .ballAdded(let ball): return make("ball_added", [("ball", .int(ball))])
    case .reentered(let ball): return make("reentered", [("ball", .int(ball))])
    case .bucket(let ball): return make("bucket", [("ball", .int(ball))])
    case .boardTurned: return make("board_turned")
    case .exploded(let peg): return make("exploded", [("id", .int(peg))])
    case .stuck(let ball): return make("stuck", [("ball", .int(ball))])
    case .freeBall: return make("free_ball")
    case .ballsGiven(let count): return make("balls_given", [("count", .int(count))])
    case .multiplier(let value): return make("multiplier", [("value", .int(value))])
    case .shotEnded(let points, let hits):
      return make("shot_ended", [("points", .int(points)), ("hits", .int(hits))])
    case .won: return make("won")
    case .lost(let reason): return make("lost", [("reason", .string(reason.rawValue))])
    }
  }
}
