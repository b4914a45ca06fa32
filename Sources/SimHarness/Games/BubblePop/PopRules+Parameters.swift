extension PopRules {
  /// A number of the rules with its place in the struct.
  private struct Row: Sendable {
    enum Place: Sendable {
      case whole(any WritableKeyPath<PopRules, Int> & Sendable)
      case real(any WritableKeyPath<PopRules, Double> & Sendable)
    }

    let parameter: RuleParameter
    let place: Place

    static func whole(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ place: any WritableKeyPath<PopRules, Int> & Sendable, field: String, _ summary: String
    ) -> Row {
      Row(
        parameter: RuleParameter(
          name, unit: unit, range, defaultValue: Double(PopRules()[keyPath: place]), field: field,
          summary: summary), place: .whole(place))
    }

    static func real(
      _ name: String, _ unit: String, _ range: ClosedRange<Double>,
      _ place: any WritableKeyPath<PopRules, Double> & Sendable, field: String, _ summary: String
    ) -> Row {
      Row(
        parameter: RuleParameter(
          name, unit: unit, range, defaultValue: PopRules()[keyPath: place], isWhole: false,
          field: field, summary: summary), place: .real(place))
    }
  }

  private static let rows: [Row] = [
    .whole("duration", "s", 1...600, \.duration, field: "duration", "length of a game"),
    .whole(
      "maxBubbles", "bubbles", 0...200, \.maxBubbles, field: "maxBubbles",
      "maximum number of bubbles on the screen after a refresh"),
    .real("width", "points", 1...10_000, \.width, field: "area.width", "width of the screen"),
    .real("height", "points", 1...10_000, \.height, field: "area.height", "height of the screen"),
    .real("radius", "points", 1...1_000, \.radius, field: "radius", "a bubble's radius"),
    .real(
      "speed", "points/s", 0...10_000, \.speed, field: "movement.speed",
      "speed of the bubbles at the start, if they move"),
    .real(
      "acceleration", "share", 0...100, \.acceleration, field: "movement.acceleration",
      "increase of the speed until the end, as a share of the speed at the start"),
    .real(
      "combo", "times", 0...100, \.combo, field: "combo",
      "factor for the points of a pop with the same colour as the pop before it"),
    .real(
      "refresh", "s", 0.1...600, \.refresh, field: "refresh",
      "time between two refreshes of the screen"),
  ]

  /// Every number a level may set, in the order in which they are listed.
  public static let parameters: [RuleParameter] = rows.map(\.parameter)

  /// The parameter of this name; one that is not declared is a programmer's mistake.
  static func parameter(_ name: String) -> RuleParameter {
    guard let found = parameters.first(where: { $0.name == name }) else {
      preconditionFailure("no rule is called \(name)")
    }
    return found
  }

  /// The number of this name, or nil if there is none.
  public func value(of name: String) -> Double? {
    guard let row = Self.rows.first(where: { $0.parameter.name == name }) else { return nil }
    switch row.place {
    case .whole(let place): return Double(self[keyPath: place])
    case .real(let place): return self[keyPath: place]
    }
  }

  /// Sets the number of this name; false, and nothing changed, if there is none or the value lies
  /// outside its range or is not whole where it must be.
  @discardableResult
  public mutating func set(_ name: String, to value: Double) -> Bool {
    guard let row = Self.rows.first(where: { $0.parameter.name == name }),
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
