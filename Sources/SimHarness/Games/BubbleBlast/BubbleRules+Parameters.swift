extension BubbleRules {
  /// The parameter of this name; one that is not declared is a programmer's mistake.
  static func parameter(_ name: String) -> RuleParameter {
    guard let found = parameters.first(where: { $0.name == name }) else {
      preconditionFailure("no rule is called \(name)")
    }
    return found
  }

  /// The numbers that a level file sets under `rules`.
  static let fieldless = parameters.filter { $0.field == nil }

  /// The value of a number that has no field of its own in the level file.
  func value(ofFieldless name: String) -> Double? {
    switch name {
    case "aims": Double(aims)
    case "aimMargin": aimMargin
    case "matchSize": Double(matchSize)
    default: nil
    }
  }

  /// The rules that a level file of this ruleset starts from.
  public static func defaults(of ruleset: Ruleset) -> BubbleRules {
    switch ruleset {
    case .saga: BubbleRules()
    case .frozenBubble: .frozenBubble
    }
  }
}
