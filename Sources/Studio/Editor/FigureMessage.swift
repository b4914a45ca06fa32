import Lab
import SimHarness
import TextFormats

extension LiveFigures {
  /// The fields of the event `figures`; `versions` counts those looked at since a confirmation.
  func fields(versions: Int) -> LiveEvent.Fields {
    LiveEvent.Fields([
      (key: "games", value: .int(players.map(\.games).max() ?? 0)),
      (key: "of", value: .int(total)), (key: "final", value: .bool(isFinal)),
      (key: "versions", value: .int(versions)),
      (key: "players", value: .array(players.map(\.tree))),
    ])
  }
}

extension LiveFigures.Player {
  fileprivate var tree: JSONTree {
    .members([
      "name": .string(name), "games": .int(games), "won": .int(won), "lost": .int(lost),
      "scored": .bool(isScore), "value": value.map { .double($0.value) } ?? .null,
      "low": value.flatMap { $0.isKnown ? .double($0.low) : nil },
      "high": value.flatMap { $0.isKnown ? .double($0.high) : nil },
      "ends": .array(ends.map { .string($0.rawValue) }),
      "reasons": .array(reasons.map { .array([.string($0.name), .int($0.count)]) }),
      "fault": fault.map {
        ["message": .string($0.message), "games": .array($0.games.map { .int($0) })]
      },
      "saved": sinceSaved?.tree, "stroke": sinceStroke?.tree,
    ])
  }
}

extension LiveFigures.Change {
  fileprivate var tree: JSONTree {
    .members([
      "games": .int(games), "differing": .array(differing.map { .int($0) }),
      "gained": .int(gained), "lost": .int(lost),
      "difference": difference.map { .double($0.value) },
      "low": difference.flatMap { $0.isKnown ? .double($0.low) : nil },
      "high": difference.flatMap { $0.isKnown ? .double($0.high) : nil },
    ])
  }
}
