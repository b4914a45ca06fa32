extension PeggleRules {
  /// A number of the rules with its place in the struct.
  private struct Row: Sendable {
    enum Place: Sendable {
      case whole(any WritableKeyPath<PeggleRules, Int> & Sendable)
      case real(any WritableKeyPath<PeggleRules, Double> & Sendable)
    }

    let parameter: RuleParameter
    let place: Place

    /// A number with a fraction.
    static func real(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ place: any WritableKeyPath<PeggleRules, Double> & Sendable, field: String? = nil,
      _ summary: String
    ) -> Row {
      Row(
        parameter: RuleParameter(
          name, unit: unit, range, defaultValue: PeggleRules()[keyPath: place], isWhole: false,
          field: field, summary: summary), place: .real(place))
    }

    static func whole(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ place: any WritableKeyPath<PeggleRules, Int> & Sendable, field: String? = nil,
      _ summary: String
    ) -> Row {
      Row(
        parameter: RuleParameter(
          name, unit: unit, range, defaultValue: Double(PeggleRules()[keyPath: place]),
          field: field, summary: summary), place: .whole(place))
    }

    /// A number of the score table.
    static func score(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ place: any WritableKeyPath<PeggleRules, Int> & Sendable, _ summary: String
    ) -> Row {
      whole(name, unit, range, place, field: "scoring.\(name)", summary)
    }
  }

  private static let rows: [Row] = boardRows + physicsRows + shotRows + powerRows + scoreRows

  private static let boardRows: [Row] = [
    .real("width", "px", 200...10_000, \.width, field: "width", "the board's width"),
    .real("height", "px", 200...10_000, \.height, field: "height", "the board's height"),
    .whole("balls", "balls", 0...1000, \.balls, field: "balls", "balls at the start"),
    .whole("aims", "angles", 3...1024, \.aims, "angles offered to agents, equally spaced"),
  ]

  private static let physicsRows: [Row] = [
    .real("gravity", "px/s^2", 0...5000, \.gravity, "the balls' acceleration downward"),
    .real("step", "s", 0.0005...0.05, \.step, "the time of one step; msk has 1/60"),
    .whole("substeps", "parts", 1...16, \.substeps, "parts of a step; msk has 2"),
    .real(
      "restitution", "share", 0...1, \.restitution,
      "speed along the normal that a bounce keeps; not used by msk"),
    .real(
      "friction", "share", 0...1, \.friction,
      "speed along the surface that a bounce takes; not used by msk"),
    .whole(
      "impactLimit", "impacts", 4...64, \.impactLimit,
      "impacts of a ball worked out in a part of a step; not used by msk"),
    .real("ballRadius", "px", 1...60, \.ballRadius, "a ball's radius"),
    .real("ballSpeed", "px/s", 10...5000, \.ballSpeed, "a ball's speed at launch; msk has 1,200"),
    .real("cannonY", "px", 0...1000, \.cannonY, "the cannon's distance from the top"),
  ]

  private static let shotRows: [Row] = [
    .real(
      "bucketRise", "px", 0...1000, \.bucketRise, "the bucket's centre above the bottom"),
    .real(
      "bucketWidth", "px", 40...10_000, \.bucketWidth,
      "the bucket's width, less than the board's"),
    .real("bucketHeight", "px", 10...1000, \.bucketHeight, "the bucket's height"),
    .real("bucketSpeed", "px/s", 0...5000, \.bucketSpeed, "the bucket's speed to and fro"),
    .real(
      "stuckSpeed", "px/s", 0...1000, \.stuckSpeed, "a ball in contact below this speed is stuck"),
    .real("stuckTime", "s", 0.01...1000, \.stuckTime, "a ball stuck this long clears lit pegs"),
    .real(
      "releaseTime", "s", 0.01...1000, \.releaseTime,
      "a ball stuck this long passes through what holds it"),
    .real("shotTime", "s", 0.1...1000, \.shotTime, "a shot ends after this time"),
  ]

  private static let powerRows: [Row] = [
    .real("kaboomRadius", "px", 0...10_000, \.kaboomRadius, "pegs this near to an explosion go"),
    .real(
      "throwRadius", "px", 0...10_000, \.throwRadius, "pegs this near to an explosion are thrown"),
    .real(
      "chainRadius", "px", 0...10_000, \.chainRadius,
      "green pegs this near to an explosion go off too"),
    .real("chainDelay", "s", 0...1000, \.chainDelay, "the time until they do"),
  ]

  private static let scoreRows: [Row] = [
    .score("blue", "points", points, \.scoring.blue, "points for a blue peg"),
    .score("orange", "points", points, \.scoring.orange, "points for an orange peg"),
    .score("purple", "points", points, \.scoring.purple, "points for a purple peg"),
    .score("green", "points", points, \.scoring.green, "points for a green peg"),
    .score("others", "points", points, \.scoring.others, "points for any other peg"),
    .score(
      "multiplier15", "times", 0...1000, \.scoring.multiplier15,
      "points are multiplied by this while at most 15 orange pegs are left"),
    .score("multiplier10", "times", 0...1000, \.scoring.multiplier10, "the same for 10"),
    .score("multiplier6", "times", 0...1000, \.scoring.multiplier6, "the same for 6"),
    .score("multiplier3", "times", 0...1000, \.scoring.multiplier3, "the same for 3"),
    .score("multiplier0", "times", 0...1000, \.scoring.multiplier0, "the same for none"),
    .score(
      "timesHits", "0 or 1", 0...1, \.scoring.timesHits,
      "1: a shot's points are multiplied by the pegs hit in it"),
    .score(
      "freeBall1", "points", freeBall, \.scoring.freeBall1,
      "points in one shot that bring a first free ball; 0: none"),
    .score("freeBall2", "points", freeBall, \.scoring.freeBall2, "the same for a second one"),
    .score("freeBall3", "points", freeBall, \.scoring.freeBall3, "the same for a third one"),
  ]

  private static let points = -10_000.0...10_000.0
  private static let freeBall = 0.0...1_000_000_000.0

  // MARK: By name

  /// Every number a level may set, in the order in which they are listed.
  public static let parameters: [RuleParameter] = rows.map(\.parameter)

  /// The numbers that a level file sets under `rules`.
  static let fieldless = parameters.filter { $0.field == nil }

  /// The numbers of the score table.
  static let scores = scoreRows.map(\.parameter)

  /// The parameter of this name; one that is not declared is a programmer's mistake.
  static func parameter(_ name: String) -> RuleParameter {
    guard let found = parameters.first(where: { $0.name == name }) else {
      preconditionFailure("no rule is called \(name)")
    }
    return found
  }

  /// Scripts ask for rules in every imagined shot.
  private static let placesByName = Dictionary(
    uniqueKeysWithValues: rows.indices.map { (rows[$0].parameter.name, $0) })

  /// The number of this name, or nil if there is none.
  public func value(of name: String) -> Double? {
    guard let row = Self.placesByName[name].map({ Self.rows[$0] }) else { return nil }
    switch row.place {
    case .whole(let place): return Double(self[keyPath: place])
    case .real(let place): return self[keyPath: place]
    }
  }

  /// Sets the number of this name; false, and nothing changed, if there is none or the value lies
  /// outside its range or is not whole where it must be.
  @discardableResult
  public mutating func set(_ name: String, to value: Double) -> Bool {
    guard let row = Self.placesByName[name].map({ Self.rows[$0] }),
      row.parameter.range.contains(value)
    else { return false }
    switch row.place {
    case .whole(let place):
      guard let whole = Int(exactly: value) else { return false }
      self[keyPath: place] = whole
    case .real(let place): self[keyPath: place] = value
    }
    return true
  }
}
