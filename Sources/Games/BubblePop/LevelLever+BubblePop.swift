import SimHarness

extension PopLevelFile: LeveredLevel {
  /// The levers of a bubble pop level.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    let level = self
    var levers: [LevelLever] = [
      .number(
        "duration", ("second", "seconds"), now: rules.duration,
        in: LevelLever.minimum(
          of: rules.duration, planned: 10)...min(600, max(3 * rules.duration, 10))),
      .number(
        "maxBubbles", ("bubble at once", "bubbles at once"), now: rules.maxBubbles,
        in: LevelLever.minimum(
          of: rules.maxBubbles, planned: 3)...min(200, max(3 * rules.maxBubbles, 10))),
      .scaled("radius", "radius", now: rules.radius, in: 1...1000),
    ]
    if let goal = rules.goal {
      levers.append(
        .scaled("goal.score", "goal", now: Double(goal), in: 1...1e9, percent: 5, isWhole: true))
    }
    let used = colours.indices.filter { colours[$0].probability > 0 }
    if used.count > 1 {
      for index in used {
        let name = "spawn \(colours[index].name)"
        levers.append(
          LevelLever(
            name, steps: -12...12, words: { "\(name) \(LevelLever.percentage($0))" },
            change: { steps in
              let wanted = level.colours[index].probability * LevelLever.factor(steps)
              return level.withProbability(wanted, of: index).map { .file(LevelFile($0)) }
            }))
      }
      for index in used {
        guard let script = colours[index].script else { continue }
        levers.append(
          .switched("no \(script)", words: "no \(script)", cost: LevelLever.removalCost) {
            level.withProbability(0, of: index).map { LevelFile($0) }
          })
      }
    }
    if let spawner {
      levers.append(
        removing("no \(spawner)", words: "no spawner") {
          $0.spawner = nil
          $0.parameters[spawner] = nil
        })
    }
    if rules.moves {
      levers.append(
        removing("movement", words: "no movement", cost: 2) { $0.rules.moves = false })
      levers.append(.scaled("movement.speed", "speed", now: rules.speed, in: 0...10_000))
    }
    return try levers + variants.parameterLevers(of: parameterScripts, values: parameters)
  }

  public var parameterScripts: [String] {
    (colours.compactMap(\.script) + (spawner.map { [$0] } ?? [])).uniqued(on: \.self)
  }

  /// The level with a colour's probability, the others in proportion; nil if there is no room.
  func withProbability(_ probability: Double, of index: Int) -> PopLevelFile? {
    let rest = 1 - colours[index].probability
    guard rest > 0, (0..<1).contains(probability) else { return nil }
    var copy = self
    let parts = 1_000_000.0
    var left = parts
    for other in colours.indices {
      let share =
        other == index ? probability : colours[other].probability * (1 - probability) / rest
      let whole = (share * parts).rounded()
      copy.colours[other].probability = whole / parts
      left -= whole
    }
    // The rounding error is added to the most frequent of the others.
    let largest = colours.indices.filter { $0 != index }
      .max { copy.colours[$0].probability < copy.colours[$1].probability }
    if let largest {
      let whole = (copy.colours[largest].probability * parts).rounded() + left
      copy.colours[largest].probability = whole / parts
    }
    return copy
  }
}
