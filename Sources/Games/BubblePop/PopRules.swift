import SimHarness

/// The numbers of a level's rules.
///
/// Source: docs/rules.md, "Bubble pop".
public struct PopRules: Hashable, Sendable {
  /// How long a game lasts, in whole seconds.
  public var duration = 60
  /// The most bubbles that a refresh aims at.
  public var maxBubbles = 15
  /// The screen, in points.
  public var width = 390.0
  public var height = 844.0
  /// A bubble's radius, in points.
  public var radius = 32.0
  /// Whether bubbles move.
  public var moves = false
  /// The speed at the start, in points per second.
  public var speed = 60.0
  /// How much the speed has grown at the end, as a share of the speed at the start.
  public var acceleration = 2.0
  /// The factor for the points of a pop that continues a combo.
  public var combo = 1.5
  /// Seconds from one refresh of the screen to the next.
  public var refresh = 1.0
  /// The score that wins; nil: a game has no winner, only a score.
  public var goal: Int?

  /// Places tried for one bubble before it is given up.
  static let placementTries = 100
  /// The longest a game may become by time that scripts add, in seconds.
  static let maxGameDuration = 3_600.0

  public init() {}

  /// The points of a pop that continues a combo, rounded half up.
  func comboPoints(_ points: Int) -> Int {
    Int(saturating: (Double(points) * combo + 0.5).rounded(.down))
  }

  /// What wins, with the numbers of this level.
  var goalWords: String {
    let time = "in \(ReportNumber.plural(duration, "second"))."
    guard let goal else { return "Score as much as you can \(time)" }
    return "Reach a score of \(ReportNumber.count(goal)) \(time)"
  }

  /// The distance that a bubble would cover from the start until `time`, in seconds.
  func path(at time: Double) -> Double {
    speed * (time + acceleration * time * time / (2 * Double(duration)))
  }
}

/// A kind of bubble of a level.
public struct PopColour: Hashable, Sendable {
  /// The colour: pops of one colour in a row are a run.
  public var name: String
  public var points: Int
  public var probability: Double
  /// The script with its effects other than scoring; nil if there are none.
  public var script: String?

  public init(_ name: String, points: Int, probability: Double, script: String? = nil) {
    self.name = name
    self.points = points
    self.probability = probability
    self.script = script
  }

  /// The bubbles of a level that names none.
  public static let standard = [
    PopColour("red", points: 1, probability: 0.4), PopColour("pink", points: 2, probability: 0.3),
    PopColour("green", points: 5, probability: 0.15),
    PopColour("blue", points: 8, probability: 0.1),
    PopColour("black", points: 10, probability: 0.05),
  ]
}
