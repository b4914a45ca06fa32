import SimHarness

extension PopLevelFile {
  public func findings(catalog: any PopCatalog) -> [LevelFinding] {
    if rules.maxBubbles == 0 {
      return [
        LevelFinding(
          .error, at: .key("maxBubbles"),
          message: "no bubbles ever appear; set at least 1")
      ]
    }
    return coloursThatNeverCome + crowding + unreachableScore + unusedMovement
  }

  /// A score that no bubble brings nearer.
  private var unreachableScore: [LevelFinding] {
    guard let goal = rules.goal else { return [] }
    let come = colours.filter { spawner != nil || $0.probability > 0 }
    // Scripts may give points of their own.
    guard come.allSatisfy({ $0.points == 0 && $0.script == nil }) else { return [] }
    return [
      LevelFinding(
        .warning, at: .key("goal"),
        message: "no bubble gives points, so a score of \(goal) cannot be reached; give one of them"
          + " points")
    ]
  }

  /// Numbers of a movement that is off.
  private var unusedMovement: [LevelFinding] {
    guard !rules.moves else { return [] }
    return ["speed", "acceleration"]
      .filter { rules.value(of: $0) != PopRules().value(of: $0) }
      .map { name in
        LevelFinding(
          .warning, at: .key("movement"), .key(name),
          message: "bubbles do not move, so movement.\(name) has no effect; set movement.on to true"
        )
      }
  }

  /// Kinds of bubbles that nothing draws.
  private var coloursThatNeverCome: [LevelFinding] {
    guard spawner == nil else { return [] }
    return colours.indices.filter { colours[$0].probability == 0 }.map { index in
      LevelFinding(
        .warning, at: .key("bubbles"), .index(index),
        message: "\(colours[index].name) bubbles never appear: their probability is 0; raise it"
          + " or remove them")
    }
  }

  /// More bubbles than fit on the screen in any arrangement.
  private var crowding: [LevelFinding] {
    let room = rules.width * rules.height / (4 * rules.radius * rules.radius)
    // The densest packing of circles covers pi / sqrt(12) of the plane.
    let capacity = room * 1.1547
    guard Double(rules.maxBubbles) > capacity else { return [] }
    return [
      LevelFinding(
        .warning, at: .key("maxBubbles"),
        message:
          "the area has room for at most \(ReportNumber.plural(Int(saturating: capacity), "bubble")) of this"
          + " radius, not \(rules.maxBubbles); set fewer, a smaller radius or a larger area")
    ]
  }
}
