import SimHarness

/// Writes a game of bubble pop as trace lines.
///
/// Source: docs/formats.md, "Game record and trace".
public struct PopTrace {
  private let setup: PopSetup

  public init(setup: PopSetup) { self.setup = setup }

  /// The line of a turn.
  ///
  /// `move` is nil for the start, `events` are what happened, in order.
  public func line(
    turn: Int, move: PopMove?, events: [PopEvent], state: PopState, end: GameEnd?
  ) -> JSONTree {
    [
      "turn": .int(turn), "move": move.map(Self.tree(of:)) ?? .null,
      "events": .array(events.map(tree(of:))), "score": .int(state.score),
      "outcome": end.map { .string($0.rawValue) } ?? .null, "state": tree(of: state.view),
      "hash": .string(StableDigest.hex(state.stableHash)),
    ]
  }

  /// A move as records and traces write it: waiting has no place.
  public static func tree(of move: PopMove) -> JSONTree {
    .members([
      "t": .double(move.time), "x": .present(.double(move.x), if: move.isTouch),
      "y": .present(.double(move.y), if: move.isTouch),
    ])
  }

  private func name(_ colour: UInt8) -> JSONTree { .string(setup.colours[Int(colour)].name) }

  private func tree(of position: PopPosition) -> JSONTree {
    [
      "bubbles": .array(
        position.bubbles.map {
          .array([.int($0.id), name($0.colour), .double($0.x), .double($0.y)])
        }),
      "time": .double(position.time),
    ]
  }

  private func tree(of event: PopEvent) -> JSONTree {
    func make(_ type: String, _ fields: [(key: String, value: JSONTree)]) -> JSONTree {
      .object([("type", .string(type))] + fields)
    }
    switch event {
    case .refreshed(let second, let removed, let target, let failed):
      return make(
        "refreshed",
        [
          ("t", .double(second)), ("removed", .int(removed)), ("target", .int(target)),
          ("failed", .int(failed)),
        ])
    case .spawned(let bubble):
      return make(
        "spawned",
        [
          ("id", .int(bubble.id)), ("colour", name(bubble.colour)), ("x", .double(bubble.x)),
          ("y", .double(bubble.y)),
        ])
    case .expired(let id, let colour, let reason):
      return make(
        "expired",
        [("id", .int(id)), ("colour", name(colour)), ("reason", .string(reason.rawValue))])
    case .popped(let id, let colour, let points, let combo):
      return make(
        "popped",
        [
          ("id", .int(id)), ("colour", name(colour)), ("points", .int(points)),
          ("combo", .bool(combo)),
        ])
    case .missed(let x, let y): return make("missed", [("x", .double(x)), ("y", .double(y))])
    case .scored(let points): return make("scored", [("points", .int(points))])
    case .timeAdded(let seconds): return make("timeAdded", [("seconds", .double(seconds))])
    case .won: return make("won", [])
    case .lost: return make("lost", [("reason", "time")])
    case .ended: return make("ended", [])
    }
  }
}
