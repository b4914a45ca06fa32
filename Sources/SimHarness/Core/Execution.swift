/// How well a player carries out what he chose; each game takes what it needs of it.
///
/// Numbers: METRICS, "Players".
public struct Execution: Sendable, Hashable {
  public var name: String
  /// Standard deviation of an aim, in degrees.
  public var aimError: Double
  /// Median of the time to react, in seconds.
  public var reaction: Double
  /// Error of a touch, in shares of the target's radius.
  public var touchError: Double
  /// How many of the cards seen last are remembered; nil: all.
  public var memory: Int?
  /// Median of the time to find a match of 2.5 differing features, in seconds.
  public var search: Double
  /// Seconds after which the search for a match is given up.
  public var giveUp: Double
  /// The share of choices with one wrong card, 0...1.
  public var slips: Double

  public init(
    name: String, aimError: Double, reaction: Double, touchError: Double, memory: Int?,
    search: Double, giveUp: Double, slips: Double
  ) {
    self.name = name
    self.aimError = aimError
    self.reaction = reaction
    self.touchError = touchError
    self.memory = memory
    self.search = search
    self.giveUp = giveUp
    self.slips = slips
  }

  public static let perfect = Execution(
    name: "perfect", aimError: 0, reaction: 0.1, touchError: 0, memory: nil, search: 2,
    giveUp: 20, slips: 0)
  public static let steady = Execution(
    name: "steady", aimError: 1, reaction: 0.35, touchError: 0.2, memory: 7, search: 6,
    giveUp: 40, slips: 0.02)
  public static let shaky = Execution(
    name: "shaky", aimError: 4, reaction: 0.6, touchError: 0.4, memory: 3, search: 12,
    giveUp: 60, slips: 0.08)

  /// Those that can be named.
  public static let all = [perfect, steady, shaky]

  // MARK: Parameters

  /// The memory that stands for all cards.
  private static let allCards = 128.0

  /// The numbers that an agent's name may set, with their ranges.
  public static let parameters: [(name: String, range: ClosedRange<Double>)] = [
    ("aim", 0...90), ("reaction", 0...60), ("touch", 0...10), ("memory", 0...allCards),
    ("search", 0...3600), ("giveUp", 0...3600), ("slips", 0...1),
  ]

  /// The value of a parameter, or nil if there is none of the name.
  public func value(of name: String) -> Double? {
    switch name {
    case "aim": aimError
    case "reaction": reaction
    case "touch": touchError
    case "memory": memory.map { Double($0) } ?? Self.allCards
    case "search": search
    case "giveUp": giveUp
    case "slips": slips
    default: nil
    }
  }

  /// Sets a parameter; false if there is none of the name.
  public mutating func set(_ name: String, to value: Double) -> Bool {
    switch name {
    case "aim": aimError = value
    case "reaction": reaction = value
    case "touch": touchError = value
    case "memory": memory = value >= Self.allCards ? nil : Int(value)
    case "search": search = value
    case "giveUp": giveUp = value
    case "slips": slips = value
    default: return false
    }
    return true
  }
}
