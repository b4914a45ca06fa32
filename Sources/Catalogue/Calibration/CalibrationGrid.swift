import SimHarness

/// The players that people are thought to be a mix of: shares of greedy moves, among random ones,
/// times executions from a nearly perfect to a very shaky hand; and planners.
public struct CalibrationGrid: Sendable {
  /// One of the players.
  public struct Point: Sendable {
    /// Its name as an agent.
    public var agent: String
    /// The share of moves that it chooses by a strategy.
    public var share: Double
    /// How shaky its hand is: 0 perfect, 1 steady, 2 shaky, 3 twice as far as shaky is from steady.
    public var shakiness: Double
  }

  public let points: [Point]

  private static let shares = [0.2, 0.4, 0.6, 0.8, 1]
  private static let shakes = [0.5, 1, 1.5, 2, 2.5]
  private static let plannerShakes = [1.0, 2]

  /// The players of a game.
  public init(of game: GameEntry) {
    let numbers = Roster.binding(of: game)?.executionNumbers ?? []
    var points = [Point(agent: "random", share: 0, shakiness: 2)]
    func add(_ strategy: Strategy, _ share: Double, _ shakiness: Double) {
      let settings =
        Self.settings(numbers, shakiness) + (share < 1 ? ["share=\(Self.text(share))"] : [])
      let name = "\(strategy.rawValue)@steady"
      points.append(
        Point(
          agent: settings.isEmpty ? name : "\(name):\(settings.joined(separator: ","))",
          share: share, shakiness: shakiness))
    }
    for share in Self.shares { for shakiness in Self.shakes { add(.greedy, share, shakiness) } }
    if Roster.supports(game, .planner) {
      for shakiness in Self.plannerShakes { add(.planner, 1, shakiness) }
    }
    self.points = points
  }

  private static func settings(_ numbers: [String], _ shakiness: Double) -> [String] {
    Execution.numbers.filter { numbers.contains($0.name) }.map { number in
      func value(_ execution: Execution) -> Double { execution[keyPath: number.place] }
      // All cards, which a perfect player remembers, are not a step on a scale.
      let perfect = min(value(.perfect), max(value(.steady), value(.shaky)) * 4)
      let among =
        shakiness <= 1
        ? perfect + shakiness * (value(.steady) - perfect)
        : value(.steady) + (shakiness - 1) * (value(.shaky) - value(.steady))
      let rounded = (max(0, min(number.maximum, among)) * 1000).rounded() / 1000
      return "\(number.name)=\(text(number.name == "memory" ? rounded.rounded() : rounded))"
    }
  }

  private static func text(_ value: Double) -> String { JSONWriter.number(value) }
}
