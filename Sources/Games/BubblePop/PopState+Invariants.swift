import SimHarness

extension PopState {
  /// Bubbles are in order and on the screen, those that stay do not overlap, and the time has not
  /// run out.
  public func checkInvariants() throws(InvariantViolation) {
    let rules = position.setup.rules
    let bubbles = position.bubbles
    if bubbles.count > rules.maxBubbles {
      throw InvariantViolation(
        "\(bubbles.count) bubbles are shown, but at most \(rules.maxBubbles) are allowed")
    }
    var last = 0
    for (index, bubble) in bubbles.enumerated() {
      if bubble.id <= last || bubble.id >= position.nextID {
        throw InvariantViolation("bubble \(bubble.id) is out of order")
      }
      last = bubble.id
      if Int(bubble.colour) >= position.setup.colours.count {
        throw InvariantViolation("bubble \(bubble.id) has a colour that the level does not have")
      }
      let beyond = rules.moves ? rules.radius : -rules.radius
      // Rounding of the sum that places a bubble at the far edge.
      let slack = 1e-9
      if bubble.x < -beyond - slack || bubble.x > rules.width + beyond + slack
        || bubble.y < -beyond - slack || bubble.y > rules.height + beyond + slack
      {
        throw InvariantViolation("bubble \(bubble.id) is not on the screen")
      }
      guard !rules.moves else { continue }
      for other in bubbles[..<index] {
        let dx = bubble.x - other.x
        let dy = bubble.y - other.y
        if dx * dx + dy * dy < 4 * rules.radius * rules.radius {
          throw InvariantViolation("bubbles \(other.id) and \(bubble.id) overlap")
        }
      }
    }
    if position.time > position.end { throw InvariantViolation("the time is after the end") }
    if position.outcome == nil {
      if position.time >= position.end {
        throw InvariantViolation("the time is over and the game continues")
      }
      if let goal = rules.goal, position.score >= goal {
        throw InvariantViolation("the goal is reached and the game continues")
      }
    }
  }
}
