import SimHarness

extension PeggleLevelFile {
  /// The level with a few pegs exchanged, and often with more or fewer balls; see `LevelMutation`.
  public func mutated(keepingLimits: Bool, using random: inout SeededRandom) -> PeggleLevelFile? {
    var level = self
    let pegs = level.objects.indices.filter { level.objects[$0].colour != nil }
    guard pegs.count > 2 else { return nil }
    for _ in 0...random.below(LevelMutation.maxEdits) {
      let first = pegs[random.below(pegs.count)]
      let others = pegs.filter { level.objects[$0].colour != level.objects[first].colour }
      guard !others.isEmpty else { break }
      let second = others[random.below(others.count)]
      guard case .peg(let one, let radius) = level.objects[first].form,
        case .peg(let other, let otherRadius) = level.objects[second].form
      else { continue }
      level.objects[first].form = .peg(colour: other, radius: radius)
      level.objects[second].form = .peg(colour: one, radius: otherRadius)
    }
    if !keepingLimits, random.uniform() < 0.7 {
      level.rules.balls = LevelMutation.moved(level.rules.balls, in: 1...100, using: &random)
    }
    return level
  }
}
