import SimHarness

extension BubbleLevelFile {
  /// The level with a few cells changed, and often with more or fewer shots; see `LevelMutation`.
  public func mutated(keepingLimits: Bool, using random: inout SeededRandom) -> BubbleLevelFile? {
    var level = self
    let cells = level.bubbles.keys.sorted()
    let colours = level.colours
    guard !cells.isEmpty, colours.count > 1 else { return nil }
    for _ in 0...random.below(LevelMutation.maxEdits) {
      let cell = cells[random.below(cells.count)]
      switch random.below(4) {
      case 0 where cell.row > 0: level[cell] = nil
      case 1:
        // A neighbour's colour, so that patches grow.
        let around = HexGrid.neighbours(of: cell).filter(level.contains)
        if let token = around[random.below(around.count)].token(in: level) { level[cell] = token }
      case 2:
        let around = HexGrid.neighbours(of: cell).filter { level.contains($0) }
        let free = around[random.below(around.count)]
        if level[free] == nil, free.row + 2 < level.rules.rows {
          level[free] = .colour(colours[random.below(colours.count)])
        }
      default: level[cell] = .colour(colours[random.below(colours.count)])
      }
    }
    if !keepingLimits, let shots = level.rules.shots, random.uniform() < 0.7 {
      level.rules.shots = LevelMutation.moved(shots, in: 1...500, using: &random)
    }
    level.dropLoose()
    return level.bubbles.isEmpty ? nil : level
  }

  /// Removes loose bubbles.
  mutating func dropLoose() {
    var held = bubbles.keys.filter { $0.row == 0 }.sorted()
    var isHeld = Set(held)
    while let cell = held.popLast() {
      for neighbour in HexGrid.neighbours(of: cell)
      where bubbles[neighbour] != nil && isHeld.insert(neighbour).inserted {
        held.append(neighbour)
      }
    }
    for cell in Array(bubbles.keys) where !isHeld.contains(cell) { self[cell] = nil }
  }
}

extension Cell {
  fileprivate func token(in level: BubbleLevelFile) -> BubbleToken? { level[self] }
}
