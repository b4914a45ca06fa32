import SimHarness

extension BubbleLevelFile: LeveredLevel {
  /// The levers of a Bubble Blast level.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    var levers: [LevelLever] = []
    if let shots = rules.shots {
      // Few shots may be a small part of what a level needs.
      levers.append(
        .number(
          "shots", ("shot", "shots"), now: shots,
          in: LevelLever.minimum(of: shots, planned: 5)...max(3 * shots, shots + 40)))
    }
    levers += weightLevers
    let level = self
    if colours.count > 2 {
      levers.append(
        LevelLever(
          "colours", steps: -(colours.count - 2)...0, cost: LevelLever.colourCost,
          words: { "\(-$0) fewer \($0 == -1 ? "colour" : "colours")" },
          change: { .file(LevelFile(level.withFewerColours(-$0))) }))
    }
    for kind in kindNames {
      let isObstacle = (try? variants.library.bubbleKind(named: kind))??.isObstacle ?? false
      levers.append(
        .switched(
          "no \(kind)", words: "no \(kind)",
          cost: isObstacle ? LevelLever.obstacleCost : LevelLever.removalCost
        ) {
          LevelFile(level.without(kind: kind, leavingHoles: isObstacle))
        })
    }
    let preview = rules.preview
    levers.append(
      LevelLever(
        "preview", steps: 0...(8 - preview), field: (Double(preview), 0...8),
        words: { "preview \(preview + $0) instead of \(preview)" },
        change: { .edits([LevelEdit("preview", to: .int(preview + $0))]) }))
    if let every = rules.descentEvery {
      levers.append(
        .number(
          "descent.every", ("shot per descent", "shots per descent"), now: every,
          in: min(every, 2)...(4 * every + 10)))
    }
    if case .score(let score) = rules.goal {
      levers.append(
        .scaled(
          "goal.score", "goal", now: Double(score), in: 1...1e9, percent: 5, isWhole: true))
    }
    if let spawner {
      levers.append(
        removing("no \(spawner)", words: "no spawner") {
          $0.spawner = nil
          $0.parameters[spawner] = nil
        })
    }
    return try levers
      + variants.parameterLevers(of: parameterScripts, values: parameters)
  }

  public var parameterScripts: [String] {
    kindNames + [spawner].compactMap(\.self).filter(ScriptLibrary.isName)
  }

  /// The spawn weights, where there are several.
  private var weightLevers: [LevelLever] {
    let weights = withWeights.spawn.weights ?? []
    let used = BubbleColour.allCases.filter { $0.index < weights.count && weights[$0.index] > 0 }
    guard used.count > 1 else { return [] }
    return used.map {
      .scaled(
        "spawn.weights.\($0.name)", "spawn \($0.name)", now: weights[$0.index], in: 0.0001...1e6)
    }
  }

  /// The level with the given number of its rarest colours replaced by those around them.
  func withFewerColours(_ count: Int) -> BubbleLevelFile {
    var level = withWeights
    for _ in 0..<count {
      let there = level.colours
      guard there.count > 2 else { break }
      let counts = there.map { colour in
        (colour: colour, count: level.bubbles.values.count { $0 == .colour(colour) })
      }
      // Of equally rare colours the last is removed.
      guard let rarest = counts.reversed().min(by: { $0.count < $1.count })?.colour else { break }
      let rest = there.filter { $0 != rarest }
      level.replace(.colour(rarest), by: rest)
      level.queue = level.queue.map { $0 == rarest ? rest[0] : $0 }
      level.spawn.weights?[rarest.index] = 0
      if level.spawn.weights?.allSatisfy({ $0 == 0 }) ?? false {
        for colour in rest { level.spawn.weights?[colour.index] = 1 }
      }
    }
    return level
  }

  /// The level without a kind: its bubbles take a colour from around them, or leave holes.
  func without(kind: String, leavingHoles: Bool) -> BubbleLevelFile {
    var level = withWeights
    if leavingHoles {
      for (cell, token) in bubbles where token == .kind(kind) { level.place(nil, at: cell) }
    } else {
      level.replace(.kind(kind), by: level.colours)
    }
    level.parameters[kind] = nil
    return level
  }

  /// Gives every bubble of a token the colour that most of its neighbours have, else that of most
  /// bubbles.
  private mutating func replace(_ token: BubbleToken, by colours: [BubbleColour]) {
    func dominantColour(_ tokens: [BubbleToken?]) -> BubbleColour? {
      var best: (colour: BubbleColour, count: Int)?
      for colour in colours {
        let count = tokens.count { $0 == .colour(colour) }
        if count > best?.count ?? 0 { best = (colour, count) }
      }
      return best?.colour
    }
    let overall = dominantColour(Array(bubbles.values)) ?? colours.first ?? .blue
    let before = bubbles
    for cell in before.keys.sorted() where before[cell] == token {
      let around = HexGrid.neighbours(of: cell).map { before[$0] }
      place(.colour(dominantColour(around) ?? overall), at: cell)
    }
  }
}
