import SimHarness

extension BubbleLevel {
  /// What wins, with the numbers of this level.
  var goalWords: String {
    let rules = setup.rules
    var goal: String
    switch rules.goal {
    case .clear:
      goal = "Clear all bubbles"
      var obstacles: Set<String> = []
      for case .kind(let kind) in grid.map(\.bubble) where setup.kinds[kind].isObstacle {
        obstacles.insert(setup.kinds[kind].name)
      }
      if !obstacles.isEmpty { goal += " except \(obstacles.sorted().joined(separator: ", "))" }
    case .score(let score): goal = "Reach a score of \(ReportNumber.count(score))"
    }
    if let shots = rules.shots { goal += " with \(ReportNumber.plural(shots, "shot"))" }
    goal += "."
    if let every = rules.descentEvery {
      goal +=
        every == 1
        ? " The ceiling comes down after each shot."
        : " The ceiling comes down after every \(every) shots."
    }
    return goal
  }
}
