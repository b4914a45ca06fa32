import SimHarness

/// Writes a game of Bubble Blast as trace lines.
///
/// Source: docs/formats.md, "Game record and trace".
public struct BubbleTrace<Mask: CellMask> {
  private let setup: BubbleSetup
  private let letters: BubbleLetters

  public init(setup: BubbleSetup, letters: BubbleLetters) {
    self.setup = setup
    self.letters = letters
  }

  /// The line of a turn.
  ///
  /// `move` is nil for the start, `events` are what happened, in order, and `descendedBefore` is
  /// how many rows the ceiling had come down before the move.
  public func line(
    turn: Int, move: BubbleMove?, events: [BubbleEvent<Mask>], descendedBefore: Int,
    state: BubbleState<Mask>, end: GameEnd?
  ) -> JSONTree {
    let position = state.view
    return [
      "turn": .int(turn), "move": move.map(Self.tree(of:)) ?? .null,
      "events": .array(events.map { tree(of: $0, descended: descendedBefore) }),
      "score": .int(state.score), "outcome": end.map { .string($0.rawValue) } ?? .null,
      "state": tree(of: position), "hash": .string(StableDigest.hex(state.stableHash)),
    ]
  }

  /// A move as records and traces write it.
  public static func tree(of move: BubbleMove) -> JSONTree {
    .members(["angle": .double(move.angle), "swap": .present(true, if: move.swap)])
  }

  private func tree(of position: BubblePosition<Mask>) -> JSONTree {
    [
      "board": .array(letters.rows(of: position).map { .string($0) }),
      "descended": .int(position.descended),
      "landed": position.landed.map { .array([.int($0.row), .int($0.column)]) } ?? .null,
      "current": .string(position.current.name),
      "next": .array(position.next.map { .string($0.name) }),
      "shotsLeft": position.shotsLeft.map { .int($0) } ?? .null,
    ]
  }

  private func tree(of event: BubbleEvent<Mask>, descended: Int) -> JSONTree {
    func place(_ cell: Cell) -> JSONTree {
      .array([.int(cell.row + descended), .int(cell.column)])
    }
    func list(_ mask: Mask) -> JSONTree { .array(mask.cells.map(place)) }
    func make(_ type: String, _ fields: [(key: String, value: JSONTree)]) -> JSONTree {
      .object([("type", .string(type))] + fields)
    }
    func name(_ kind: UInt8) -> JSONTree { .string(setup.kinds[Int(kind)].name) }
    switch event {
    case .fell(let cells): return make("fell", [("cells", list(cells))])
    case .swapped: return make("swapped", [])
    case .landed(let colour, let cell, let bounces):
      return make(
        "landed",
        [("colour", .string(colour.name)), ("cell", place(cell)), ("bounces", .int(bounces))])
    case .shotLost(let colour, let reason, let bounces):
      return make(
        "shotLost",
        [
          ("colour", .string(colour.name)), ("reason", .string(reason.rawValue)),
          ("bounces", .int(bounces)),
        ])
    case .activated(let kind, let cell, let removed):
      return make(
        "activated", [("kind", name(kind)), ("cell", place(cell)), ("removed", list(removed))])
    case .matched(let colour, let cells):
      return make("matched", [("colour", .string(colour.name)), ("cells", list(cells))])
    case .removed(let kind, let hook, let cells):
      return make(
        "removed",
        [("kind", name(kind)), ("by", .string(hook.name)), ("cells", list(cells))])
    case .changed(let cell, let kind, let colour):
      let colourName = BubbleColour(rawValue: colour)?.name
      return make(
        "changed",
        [
          ("cell", place(cell)),
          ("kind", kind == 255 ? .string(colourName ?? "") : name(kind)),
          ("colour", colourName.map { .string($0) } ?? .null),
        ])
    case .moved(let from, let to): return make("moved", [("from", place(from)), ("to", place(to))])
    case .descended(let rows): return make("descended", [("rows", .int(rows))])
    case .won(let bonus): return make("won", [("bonus", .int(bonus))])
    case .lost(let reason): return make("lost", [("reason", .string(reason.rawValue))])
    }
  }
}
