/// The rules of a game, whose numbers levels, suites and scripts name.
public protocol NumberedRules: Sendable {
  /// Every number that a level may set, in the order in which they are listed.
  static var numbers: RuleNumbers<Self> { get }

  /// The defaults.
  init()
}

/// A number of a game's rules with its place in them.
public struct RuleNumber<Rules: NumberedRules>: Sendable {
  enum Place: Sendable {
    case whole(any WritableKeyPath<Rules, Int> & Sendable)
    case limit(any WritableKeyPath<Rules, Int?> & Sendable)
    case real(any WritableKeyPath<Rules, Double> & Sendable)
  }

  let parameter: RuleParameter
  let place: Place

  private init(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>, _ place: Place, field: String?,
    _ summary: String
  ) {
    let isWhole = if case .real = place { false } else { true }
    parameter = RuleParameter(
      name, unit: unit, range, defaultValue: place.value(in: Rules()), isWhole: isWhole,
      field: field, summary: summary)
    self.place = place
  }

  /// A whole number; `field` is the path of its own field, nil for one that is set under `rules`.
  package static func whole(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<Rules, Int> & Sendable, field: String? = nil, _ summary: String
  ) -> RuleNumber {
    RuleNumber(name, unit, range, .whole(place), field: field, summary)
  }

  /// A whole number that may be missing.
  package static func limit(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<Rules, Int?> & Sendable, field: String? = nil, _ summary: String
  ) -> RuleNumber {
    RuleNumber(name, unit, range, .limit(place), field: field, summary)
  }

  /// A number with a fraction.
  package static func real(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<Rules, Double> & Sendable, field: String? = nil, _ summary: String
  ) -> RuleNumber {
    RuleNumber(name, unit, range, .real(place), field: field, summary)
  }
}

extension RuleNumber.Place {
  func value(in rules: Rules) -> Double? {
    switch self {
    case .whole(let place): Double(rules[keyPath: place])
    case .limit(let place): rules[keyPath: place].map { Double($0) }
    case .real(let place): rules[keyPath: place]
    }
  }

  /// Sets the number; false, and nothing changed, where the value does not fit.
  package func set(_ value: Double?, in rules: inout Rules) -> Bool {
    let whole = value.flatMap { Int(exactly: $0) }
    switch (self, value) {
    case (.limit(let place), nil): rules[keyPath: place] = nil
    case (.real(let place), let value?): rules[keyPath: place] = value
    case (.whole(let place), _?):
      guard let whole else { return false }
      rules[keyPath: place] = whole
    case (.limit(let place), _?):
      guard let whole else { return false }
      rules[keyPath: place] = whole
    default: return false
    }
    return true
  }
}

/// The numbers of a game's rules, found by their names.
public struct RuleNumbers<Rules: NumberedRules>: Sendable {
  fileprivate let list: [RuleNumber<Rules>]
  fileprivate let parameters: [RuleParameter]
  /// Scripts ask for rules in every imagined move.
  private let places: [String: Int]

  package init(_ list: [RuleNumber<Rules>]) {
    self.list = list
    parameters = list.map(\.parameter)
    places = Dictionary(uniqueKeysWithValues: list.indices.map { (list[$0].parameter.name, $0) })
  }

  subscript(name: String) -> RuleNumber<Rules>? { places[name].map { list[$0] } }
}

extension NumberedRules {
  /// Every number that a level may set, in the order in which they are listed.
  public static var parameters: [RuleParameter] { numbers.parameters }

  /// The numbers that a level file sets under `rules`.
  package static var fieldless: [RuleParameter] { parameters.filter { $0.field == nil } }

  /// The numbers that a level file sets in an object, such as `scoring`.
  package static func parameters(in object: String) -> [RuleParameter] {
    parameters.filter { $0.field?.hasPrefix("\(object).") == true }
  }

  /// The parameter of this name; an undeclared one is a programming error.
  package static func parameter(_ name: String) -> RuleParameter {
    guard let found = numbers[name] else { preconditionFailure("no rule is called \(name)") }
    return found.parameter
  }

  /// The number of this name; nil if there is none, and for a limit that is missing.
  public func value(of name: String) -> Double? { Self.numbers[name]?.place.value(in: self) }

  /// Sets the number of this name, or removes a limit.
  ///
  /// - Returns: false, and nothing changed, if there is none or the value lies outside its range or
  ///   is not whole where it must be.
  @discardableResult
  public mutating func set(_ name: String, to value: Double?) -> Bool {
    guard let number = Self.numbers[name],
      value.map(number.parameter.range.contains) ?? true
    else { return false }
    return number.place.set(value, in: &self)
  }
}
