import SimHarness

extension PeggleLevel {
  /// Numbers that a mode's `goal` may name beside its parameters.
  static let goalNumbers = ["balls", "orange_total", "pegs_total", "total_points"]

  /// What wins, with the numbers of this level: the mode's own words, else its summary.
  var goalWords: String {
    let mode = setup.scripts[setup.mode]
    guard let goal = mode.goal else {
      return mode.summary.isEmpty ? "The goal of the mode \(mode.name)." : mode.summary
    }
    var numbers = [
      "balls": Double(setup.rules.balls), "orange_total": Double(setup.orangeCount),
      "pegs_total": Double(setup.pegCount), "total_points": Double(setup.totalPoints),
    ]
    for (parameter, value) in zip(mode.parameters, setup.values[setup.mode]) {
      numbers[parameter.name] = value
    }
    return GoalText(text: goal).filled(with: numbers)
  }

  /// What the green pegs do: the master's name and summary; nil without a master.
  var masterWords: String? {
    file.master.map { name in
      let script = setup.scripts.first { $0.kind == .master && $0.name == name }
      guard let summary = script?.summary, !summary.isEmpty else { return name }
      return "\(name) (\(summary.hasSuffix(".") ? String(summary.dropLast()) : summary))"
    }
  }
}
