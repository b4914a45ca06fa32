import SimHarness

extension PeggleLevelFile: LeveredLevel {
  /// The levers of a Peggle level.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    let level = self
    var levers: [LevelLever] = [
      .number(
        "balls", ("ball", "balls"), now: rules.balls,
        in: LevelLever.minimum(of: rules.balls, planned: 3)...max(3 * rules.balls, 10)),
      .scaled(
        "bucketWidth", "bucket width", now: rules.bucketWidth, in: 40...max(41, rules.width - 1)),
    ]
    let goals = objects.count { $0.colour == Self.goalColour }
    if goals > 1 {
      levers.append(
        LevelLever(
          "orange pegs", steps: -(goals - LevelLever.minimum(of: goals, planned: 3))...0,
          words: { "\(-$0) fewer orange \($0 == -1 ? "peg" : "pegs")" },
          change: { .file(LevelFile(level.withFewerGoals(-$0))) }))
    }
    for kind in pegNames where kind != Self.goalColour && kind != Self.plainColour {
      levers.append(
        .switched("no \(kind)", words: "no \(kind) pegs", cost: LevelLever.removalCost) {
          LevelFile(level.without(kind: kind))
        })
    }
    if objects.contains(where: { $0.colour == nil }) {
      levers.append(
        removing("no blocks", words: "no blocks", cost: LevelLever.obstacleCost) {
          $0.objects.removeAll { $0.colour == nil }
        })
    }
    if let master {
      levers.append(
        removing("no master", words: "no master") {
          $0.master = nil
          $0.parameters[master] = nil
        })
    }
    return try levers + variants.parameterLevers(of: parameterScripts, values: parameters)
  }

  public var parameterScripts: [String] {
    (pegNames + [mode] + (master.map { [$0] } ?? [])).uniqued(on: \.self)
  }

  static let plainColour = "blue"

  /// The level with its last pegs to clear turned into plain ones.
  func withFewerGoals(_ count: Int) -> PeggleLevelFile {
    var copy = self
    var left = count
    for index in copy.objects.indices.reversed() where left > 0 {
      guard case .peg(let colour, let radius) = copy.objects[index].form, colour == Self.goalColour
      else { continue }
      copy.objects[index].form = .peg(colour: Self.plainColour, radius: radius)
      left -= 1
    }
    return copy
  }

  /// The level with plain pegs in place of a kind.
  func without(kind: String) -> PeggleLevelFile {
    var copy = self
    for index in copy.objects.indices {
      guard case .peg(kind, let radius) = copy.objects[index].form else { continue }
      copy.objects[index].form = .peg(colour: Self.plainColour, radius: radius)
    }
    copy.parameters[kind] = nil
    return copy
  }
}
