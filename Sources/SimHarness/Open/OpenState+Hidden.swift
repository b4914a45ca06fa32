extension Turn<OpenState> {
  /// The seat that moves in a two-player game: 1 or 2.
  package var seat: Int { Int(state.table.turn) }
}

/// What the players of a two-player game do not see: everything hidden but their own parts.
extension OpenState {
  /// What the player of a seat sees, whoever moves; in a single-player game the view.
  func view(from seat: UInt8) -> OpenView {
    var copy = self
    if level.isForTwo { copy.table.viewer = seat }
    return copy.view
  }

  /// Deals again what a player does not see.
  mutating func dealHidden(to player: UInt8, in imagination: borrowing GameContext) {
    let parts = level.spec.parts
    guard var values = PackedValues(position, pools: parts.count) else { return }
    var random = SeededRandom(key: imagination.streams.deal, count: offset)
    values.deal(parts, to: Int(player), using: &random)
    position = values.replacing(in: position)
  }

  /// A position without what the player who moves does not see, in a two-player game; else
  /// the position.
  func hiding(_ position: PackedPosition) -> PackedPosition {
    let parts = level.spec.parts
    guard level.isForTwo, var values = PackedValues(position, pools: parts.count) else {
      return position
    }
    values.blank(parts, to: Int(table.turn))
    return values.replacing(in: position)
  }

  /// Whether what the player who moves has of its own is the same in another position.
  func keepsOwn(_ other: PackedPosition) -> Bool {
    guard level.isForTwo else { return true }
    let parts = level.spec.parts
    guard let mine = PackedValues(position, pools: parts.count),
      let theirs = PackedValues(other, pools: parts.count)
    else { return false }
    return parts.indices.allSatisfy {
      parts[$0].owner != Int(table.turn) || mine.pools[$0] == theirs.pools[$0]
    }
  }
}

extension PackedValues {
  /// The values of each pool that a player does not see, in their order.
  private func unseen(_ parts: [HiddenPart], by player: Int) -> [[Int]] {
    var unseen: [[Int]] = []
    for (part, values) in zip(parts, pools) {
      while unseen.count <= part.pool { unseen.append([]) }
      if part.owner == 0 || part.owner != player { unseen[part.pool] += values }
    }
    return unseen.map { $0.sorted() }
  }

  private mutating func place(_ unseen: [[Int]], in parts: [HiddenPart], for player: Int) {
    var next = unseen.map { $0[...] }
    for (place, part) in parts.enumerated() where part.owner == 0 || part.owner != player {
      let count = pools[place].count
      pools[place] = Array(next[part.pool].prefix(count))
      next[part.pool] = next[part.pool].dropFirst(count)
    }
  }

  /// Puts what a player does not see in order, pool by pool, so that nothing is left of where it was.
  mutating func sort(_ parts: [HiddenPart], to player: Int) {
    place(unseen(parts, by: player), in: parts, for: player)
  }

  /// Deals again what a player does not see, within each pool.
  mutating func deal(
    _ parts: [HiddenPart], to player: Int, using random: inout SeededRandom
  ) {
    var values = unseen(parts, by: player)
    for pool in values.indices {
      for last in stride(from: values[pool].count - 1, to: 0, by: -1) {
        values[pool].swapAt(last, random.below(last + 1))
      }
    }
    place(values, in: parts, for: player)
  }

  /// Replaces what a player does not see by 0.
  mutating func blank(_ parts: [HiddenPart], to player: Int) {
    for (place, part) in parts.enumerated() where part.owner == 0 || part.owner != player {
      pools[place] = Array(repeating: 0, count: pools[place].count)
    }
  }

  /// All values of each pool, in their order.
  func pooled(_ parts: [HiddenPart]) -> [[Int]] { unseen(parts, by: 0) }
}
