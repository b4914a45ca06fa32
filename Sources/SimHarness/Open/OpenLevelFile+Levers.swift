extension OpenLevelFile: LeveredLevel {
  /// The numbers that the game lets be changed.
  public func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever] {
    zip(game.spec.fields, values).compactMap { field, value in
      guard field.isLever, let parameter = field.parameter, let now = value.number else {
        return nil
      }
      guard parameter.isWhole || field.step != nil else {
        return .scaled(
          field.name, field.name, now: now, in: parameter.minimum...parameter.maximum)
      }
      return Self.lever(parameter, now: now, step: field.step ?? LevelLever.wholeStep(of: now))
    }
  }

  /// A number that changes by a fixed amount.
  private static func lever(_ parameter: RuleParameter, now: Double, step: Double) -> LevelLever {
    let fewer = Int(saturating: min(1000, (now - parameter.minimum) / step))
    let more = Int(saturating: min(1000, (parameter.maximum - now) / step))
    let name = parameter.name
    @Sendable func value(_ steps: Int) -> Double {
      ((now + Double(steps) * step) * 1e6).rounded() / 1e6
    }
    return LevelLever(
      name, steps: -max(0, fewer)...max(0, more), number: (now, step),
      field: (now, parameter.minimum...parameter.maximum),
      words: { steps in
        "\(name) \(JSONWriter.number(value(steps))) instead of \(JSONWriter.number(now))"
      },
      change: { steps in .edits([LevelEdit(name, to: JSONTree.double(value(steps)).normalised)]) })
  }

  // MARK: Mutation

  public var reasonNotToVary: String? {
    let hasGrid = game.spec.fields.contains { if case .grid = $0.kind { true } else { false } }
    // The numbers of an engine's levels are varied: a generator in Lua could not make them.
    let hasNumbers = game.rulesSource != nil && game.spec.fields.contains(where: \.isLever)
    return hasGrid || hasNumbers
      ? nil
      : "a level of \(game.spec.name) has no grid to vary; use a generator, or playtest tune to change"
        + " its numbers"
  }

  /// Changes one to four cells of a grid, and sometimes a number.
  public func mutated(keepingLimits: Bool, using random: inout SeededRandom) -> OpenLevelFile? {
    var level = self
    let grids = game.spec.fields.indices.filter {
      if case .grid = game.spec.fields[$0].kind { true } else { false }
    }
    let numbers = game.spec.fields.indices.filter { game.spec.fields[$0].isLever }
    if let grid = grids.isEmpty ? nil : grids[random.below(grids.count)] {
      level.changeCells(of: grid, 1 + random.below(LevelMutation.maxEdits), using: &random)
    }
    // Without a grid there is nothing else to vary.
    if !numbers.isEmpty, grids.isEmpty || (!keepingLimits && random.below(4) == 0) {
      level.moveNumber(numbers[random.below(numbers.count)], using: &random)
    }
    guard level != self, (try? level.checkPlayable(catalog: ScriptLibrary.none)) != nil else {
      return nil
    }
    return level
  }

  private mutating func changeCells(
    of place: Int, _ count: Int, using random: inout SeededRandom
  ) {
    guard case .grid(let rows) = values[place],
      case .grid(let letters, _, _) = game.spec.fields[place].kind
    else { return }
    var cells = rows.map { Array($0) }
    for _ in 0..<count {
      let row = random.below(cells.count)
      guard !cells[row].isEmpty else { continue }
      cells[row][random.below(cells[row].count)] = letters[random.below(letters.count)]
    }
    values[place] = .grid(cells.map { String($0) })
  }

  private mutating func moveNumber(_ place: Int, using random: inout SeededRandom) {
    switch (game.spec.fields[place].kind, values[place]) {
    case (.whole(let range), .whole(let now)):
      values[place] = .whole(LevelMutation.moved(now, in: range, using: &random))
    case (.number(let range), .number(let now)):
      let moved = now + 0.2 * random.gaussian() * max(now.magnitude, 0.01)
      let rounded = (moved * 1e4).rounded() / 1e4
      values[place] = .number(min(max(rounded, range.lowerBound), range.upperBound))
    default: break
    }
  }

  /// The share of the cells of the grids that differ; of levels without one, how far apart the
  /// values are.
  public func difference(from other: OpenLevelFile) -> Double {
    var cells = 0
    var different = 0
    for (mine, yours) in zip(values, other.values) {
      guard case .grid(let rows) = mine, case .grid(let others) = yours else { continue }
      cells += others.joined().count
      guard rows.map(\.count) == others.map(\.count) else {
        different += others.joined().count
        continue
      }
      different += zip(rows.joined(), others.joined()).count { $0 != $1 }
    }
    guard cells > 0 else { return distance(from: other) }
    return Double(different) / Double(cells)
  }

  /// The mean distance of the values from another level's: of numbers as a share of their range, of
  /// anything else 0 or 1.
  private func distance(from other: OpenLevelFile) -> Double {
    var sum = 0.0
    for (place, field) in game.spec.fields.enumerated() where values[place] != other.values[place] {
      guard let mine = values[place].number, let yours = other.values[place].number,
        let range = field.parameter, range.maximum > range.minimum
      else {
        sum += 1
        continue
      }
      sum += min(1, (mine - yours).magnitude / (range.maximum - range.minimum))
    }
    return sum / Double(max(1, values.count))
  }
}

extension ScriptLibrary {
  /// A library without scripts and games.
  static let none = ScriptLibrary(folder: nil, games: .none)
}
