import SimHarness

extension BubbleLevelFile {
  public func findings(catalog: any BubbleKindCatalog) -> [LevelFinding] {
    if bubbles.isEmpty {
      // Without bubbles there is nothing to clear, but a score can still be reached.
      return [
        rules.goal == .clear
          ? LevelFinding(
            .error, at: .key("grid"),
            message: "the board is empty, so the game is won before the first shot; add bubbles"
          )
          : LevelFinding(
            .warning, at: .key("grid"), message: "the board is empty; add bubbles")
      ]
    }
    if let finding = nothingToClear(catalog) { return [finding] }
    return looseBubbles + coloursThatNeverCome + unreachableScore
  }

  /// A board that is clear once what hangs loose has fallen.
  private func nothingToClear(_ catalog: any BubbleKindCatalog) -> LevelFinding? {
    guard rules.goal == .clear else { return nil }
    let loose = Set(looseCells)
    for (cell, bubble) in bubbles {
      switch bubble {
      case .colour: if !loose.contains(cell) { return nil }
      // The script of a kind that falls may put something in its place.
      case .kind(let name):
        guard (try? catalog.bubbleKind(named: name))??.isObstacle ?? false else { return nil }
      }
    }
    return LevelFinding(
      .error, at: .key("grid"),
      message: "nothing that hangs from the top row has to be cleared, so the game is won before"
        + " the first shot; add bubbles to the top row")
  }

  /// A score that plain bubbles never give.
  private var unreachableScore: [LevelFinding] {
    let scoring = rules.scoring
    guard case .score(let goal) = rules.goal, kindNames.isEmpty, spawner == nil,
      !scoring.doublesFallen, scoring.matched <= 0, scoring.fallen <= 0
    else { return [] }
    return [
      LevelFinding(
        .warning, at: .key("goal"),
        message: "bubbles score no points, so a score of \(goal) cannot be reached; set"
          + " scoring.matched above 0")
    ]
  }

  /// Bubbles that fall before the first shot, named in the row of the first.
  private var looseBubbles: [LevelFinding] {
    let loose = looseCells
    guard let first = loose.first else { return [] }
    let count = loose.count == 1 ? "1 bubble falls" : "\(loose.count) bubbles fall"
    return [
      LevelFinding(
        .warning, at: .key("grid"), .index(first.row),
        message: "\(count) before the first shot, the first in row \(first.row), column"
          + " \(first.column); connect them to the top row or erase them")
    ]
  }

  /// The cells of bubbles that fall before the first shot, in their order.
  var looseCells: [Cell] {
    var held = self
    held.dropLoose()
    return bubbles.keys.filter { held.bubbles[$0] == nil }.sorted()
  }

  /// Colours of the board that the cannon never gives.
  ///
  /// A spawner draws what its script says, and Frozen-Bubble's cannon what is on the board.
  var coloursThatNeverCome: [LevelFinding] {
    guard spawner == nil, rules.ruleset == .saga, let weights = spawn.weights else { return [] }
    var present: Set<BubbleColour> = []
    for case .colour(let colour) in bubbles.values { present.insert(colour) }
    // If nothing on the board has a weight, the cannon gives other colours.
    return BubbleColour.allCases.filter { colour in
      present.contains(colour) && !queue.contains(colour)
        && (weights.indices.contains(colour.index) ? weights[colour.index] : 0) == 0
    }.map { colour in
      LevelFinding(
        .warning, at: .key("spawn"), .key("weights"),
        message:
          "the board has \(colour.name) bubbles, but the cannon never gives \(colour.name), so"
          + " they cannot be matched; give \(colour.name) a weight or use another colour")
    }
  }
}
