import SimHarness

extension BubbleLevelFile {
  /// The level with the spawn weights that it has by default written out.
  var withWeights: BubbleLevelFile {
    guard spawn.weights == nil else { return self }
    let plain = bubbles.compactMap { cell, token -> (cell: Cell, bubble: BubbleContent)? in
      guard case .colour(let colour) = token else { return nil }
      return (cell, .colour(colour))
    }
    var copy = self
    copy.spawn.weights = spawn.completed(grid: plain, queue: queue).weights
    return copy
  }
}
