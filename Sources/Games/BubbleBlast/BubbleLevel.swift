import SimHarness

/// A level made ready to play: immutable, shared by all games of a batch.
public final class BubbleLevel: NamedLevel {
  public let name: String
  /// What seeds the level's games; stays when the level is edited.
  public let id: String
  public let setup: BubbleSetup
  /// The bubbles the level begins with.
  public let grid: [(cell: Cell, bubble: BubbleContent)]
  /// The first colours the cannon deals.
  ///
  /// Hidden from players beyond the preview.
  public let queue: [BubbleColour]
  /// Scores for one, two and three stars, if the level has any.
  public let stars: [Int]?
  /// What all games begin with, where the small representation holds it; else empty.
  ///
  /// Not an optional: taking one apart copies the board once more in every game.
  let smallStart: StartBoard<SmallMask>
  /// The same for larger boards.
  let largeStart: StartBoard<LargeMask>

  public init(
    name: String, id: String? = nil, rules: BubbleRules, kinds: [BubbleKind] = [],
    kindParameters: [String: [String: Double]] = [:],
    grid: [(cell: Cell, bubble: BubbleContent)], queue: [BubbleColour] = [],
    spawn: BubbleSpawn = BubbleSpawn(), spawner: ColourSpawner? = nil, stars: [Int]? = nil
  ) {
    self.name = name
    self.id = id ?? name
    self.grid = grid
    self.queue = queue
    self.stars = stars
    setup = BubbleSetup(
      rules: rules, kinds: kinds, kindParameters: kindParameters,
      spawn: spawn.weights == nil ? spawn.completed(grid: grid, queue: queue) : spawn,
      spawner: spawner)
    smallStart = StartBoard(setup.fitsSmallMask ? grid : [], kinds: setup.kinds)
    largeStart = StartBoard(setup.fitsSmallMask ? [] : grid, kinds: setup.kinds)
  }

  /// A level of another grid under the same rules, kinds and weights: games that differ in nothing
  /// else share one setup.
  public init(
    name: String, id: String? = nil, setup: BubbleSetup,
    grid: [(cell: Cell, bubble: BubbleContent)]
  ) {
    self.name = name
    self.id = id ?? name
    self.grid = grid
    self.setup = setup
    queue = []
    stars = nil
    smallStart = StartBoard(setup.fitsSmallMask ? grid : [], kinds: setup.kinds)
    largeStart = StartBoard(setup.fitsSmallMask ? [] : grid, kinds: setup.kinds)
  }

  /// The same level in memory of its own, for one worker.
  ///
  /// Every shot counts references to the level, its setup and their tables. Atomic counts on shared
  /// objects cause contention between cores.
  public init(copying other: BubbleLevel) {
    name = other.name
    id = other.id
    grid = other.grid
    setup = BubbleSetup(copying: other.setup)
    queue = other.queue.map { $0 }
    stars = other.stars
    smallStart = StartBoard(copying: other.smallStart)
    largeStart = StartBoard(copying: other.largeStart)
  }

  /// Whether the small representation holds this board.
  public var fitsSmallMask: Bool { setup.fitsSmallMask }
}

/// The board that a level's games begin with: loose bubbles have dropped, without score or
/// activation.
public struct StartBoard<Mask: CellMask>: Sendable {
  let board: BubbleBoard<Mask>
  /// What dropped, if anything did.
  let fallen: Mask?

  init(_ grid: [(cell: Cell, bubble: BubbleContent)], kinds: [BubbleKind]) {
    var board = BubbleBoard<Mask>()
    for (cell, bubble) in grid {
      switch bubble {
      case .colour(let colour): board.place(colour, at: cell)
      case .kind(let kind): board.place(kind: kind, matching: kinds[kind].matching, at: cell)
      }
    }
    let loose = board.held.loose
    board.remove(loose)
    self.board = board
    fallen = loose.isEmpty ? nil : loose
  }

  init(copying other: StartBoard) {
    var board = other.board
    board.kinds = board.kinds.map { $0 }
    self.board = board
    fallen = other.fallen
  }
}

extension SmallMask {
  public static func begin(_ board: inout BubbleBoard<SmallMask>, of level: BubbleLevel)
    -> SmallMask?
  {
    board = level.smallStart.board
    return level.smallStart.fallen
  }
}

extension LargeMask {
  public static func begin(_ board: inout BubbleBoard<LargeMask>, of level: BubbleLevel)
    -> LargeMask?
  {
    let start =
      level.fitsSmallMask
      ? StartBoard(level.grid, kinds: level.setup.kinds) : level.largeStart
    board = start.board
    return start.fallen
  }
}

/// What a cell holds.
public enum BubbleContent: Hashable, Sendable {
  case colour(BubbleColour)
  /// A special, by its number in the level's list of kinds.
  case kind(Int)
}

/// How the cannon draws colours after the queue.
public struct BubbleSpawn: Hashable, Sendable {
  /// A weight for each colour in order; nil: 1 for each colour of the level.
  public var weights: [Double]?
  /// Only colours now on the board are dealt.
  public var onlyPresent = true

  public init(weights: [Double]? = nil, onlyPresent: Bool = true) {
    self.weights = weights
    self.onlyPresent = onlyPresent
  }

  /// The default weights: 1 for each plain colour of the grid and queue, or the first four.
  func completed(grid: [(cell: Cell, bubble: BubbleContent)], queue: [BubbleColour]) -> BubbleSpawn
  {
    var weights = [Double](repeating: 0, count: 8)
    for (_, bubble) in grid {
      if case .colour(let colour) = bubble { weights[colour.index] = 1 }
    }
    for colour in queue { weights[colour.index] = 1 }
    if weights.allSatisfy({ $0 == 0 }) {
      for colour in BubbleColour.standard { weights[colour.index] = 1 }
    }
    return BubbleSpawn(weights: weights, onlyPresent: onlyPresent)
  }
}

/// What players may know of a level beside the board: rules, kinds, spawn weights, the fan of aims.
public final class BubbleSetup: Sendable {
  public let rules: BubbleRules
  public let kinds: [BubbleKind]
  /// Values of the kinds' parameters, by kind, in the order of the kind's list.
  public let parameterValues: [[Double]]
  public let spawn: BubbleSpawn
  /// The weights as a fixed-size value.
  let weights: InlineArray<8, Double>
  /// The colours with a weight, a bit each.
  let weighted: UInt8
  /// The colours to draw from, by the colours on the board, a bit each; empty unless all weights
  /// are equal.
  let evenChoices: [EvenChoice]
  /// Whether a script draws the cannon's colours; asked in every shot.
  let hasSpawner: Bool
  let fan: AimFan
  /// How the fan's aims cross the rows.
  let steps: FlightSteps
  /// All hooks that any kind of the level has.
  let hooks: BubbleKind.Hooks
  /// The kinds in activation order: each kind's rank by (priority, name).
  let activationRank: [Int]
  /// The script that draws the cannon's colours; nil: the weights do.
  public let spawner: ColourSpawner?
  /// Values of the spawner's parameters, in the order of its list.
  let spawnerValues: [Double]
  /// What this is a copy of.
  private let first: BubbleSetup?
  /// Whose scripts a host loads: those of all copies are the same.
  var scriptUser: BubbleSetup { first ?? self }

  init(
    rules: BubbleRules, kinds: [BubbleKind], kindParameters: [String: [String: Double]],
    spawn: BubbleSpawn, spawner: ColourSpawner? = nil
  ) {
    self.rules = rules
    self.kinds = kinds
    self.spawn = spawn
    self.spawner = spawner
    hasSpawner = spawner != nil
    spawnerValues = (spawner?.parameters ?? []).map { parameter in
      spawner.flatMap { kindParameters[$0.name]?[parameter.name] } ?? parameter.defaultValue
    }
    let given = spawn.weights ?? []
    weights = InlineArray { $0 < given.count ? given[$0] : 0 }
    weighted = given.indices.reduce(0) { given[$1] > 0 ? $0 | 1 &<< UInt8($1) : $0 }
    evenChoices =
      given.allSatisfy { $0 == 0 || $0 == 1 }
      ? EvenChoice.all(weighted: weighted, onlyPresent: spawn.onlyPresent) : []
    let fan = AimFan(count: rules.aims, margin: rules.aimMargin)
    self.fan = fan
    steps = FlightSteps(directions: fan.directions, rules: rules)
    hooks = kinds.reduce(into: []) { $0.formUnion($1.hooks) }
    parameterValues = kinds.map { kind in
      kind.parameters.map { kindParameters[kind.name]?[$0.name] ?? $0.defaultValue }
    }
    let order = kinds.indices.sorted {
      (kinds[$0].priority, kinds[$0].name) < (kinds[$1].priority, kinds[$1].name)
    }
    var rank = [Int](repeating: 0, count: kinds.count)
    for (position, kind) in order.enumerated() { rank[kind] = position }
    activationRank = rank
    first = nil
  }

  /// The same setup with tables of its own.
  fileprivate init(copying other: BubbleSetup) {
    rules = other.rules
    kinds = other.kinds.map { $0 }
    spawn = other.spawn
    spawner = other.spawner
    hasSpawner = other.hasSpawner
    spawnerValues = other.spawnerValues
    weights = other.weights
    weighted = other.weighted
    evenChoices = other.evenChoices.map { $0 }
    fan = AimFan(copying: other.fan)
    steps = FlightSteps(copying: other.steps)
    hooks = other.hooks
    parameterValues = other.parameterValues
    activationRank = other.activationRank.map { $0 }
    first = other.scriptUser
  }

  /// Whether the small representation holds this board.
  var fitsSmallMask: Bool {
    rules.columns <= SmallMask.Row.bitWidth && rules.rows < SmallMask.rowCapacity
  }

  /// Whether a player sees the same.
  func isSame(as other: BubbleSetup) -> Bool {
    rules == other.rules && spawn == other.spawn && parameterValues == other.parameterValues
      && kinds.map(\.source) == other.kinds.map(\.source)
      && spawner?.source == other.spawner?.source && spawnerValues == other.spawnerValues
  }
}

/// The angles offered to agents, with precomputed directions.
public struct AimFan: Sendable {
  public let count: Int
  public let minimum: Double
  public let maximum: Double
  /// Steps of the fan per radian.
  private let perStep: Double
  let angles: [Double]
  let directions: [Direction]
  /// The aims from straight up outward; of two as far away the lower one first.
  let outward: [Int]

  /// A unit direction of flight: x to the right, y upward.
  public struct Direction: Sendable, BitwiseCopyable {
    public let cosine: Double
    public let sine: Double
    /// The horizontal distance of the flight per unit of rise, to either side.
    let steepness: Double

    init(angle: Double) {
      let (sine, cosine) = DeterministicMath.sincos(angle)
      self.sine = sine
      self.cosine = cosine
      steepness = (cosine < 0 ? -cosine : cosine) / sine
    }
  }

  init(count: Int, margin: Double) {
    self.count = count
    minimum = margin
    maximum = Double.pi - margin
    let range = maximum - minimum
    perStep = Double(count - 1) / range
    angles = (0..<count).map { margin + Double($0) * range / Double(count - 1) }
    directions = angles.map(Direction.init(angle:))
    outward = (0..<count).sorted {
      ((2 * $0 - (count - 1)).magnitude, $0) < ((2 * $1 - (count - 1)).magnitude, $1)
    }
  }

  init(copying other: AimFan) {
    count = other.count
    minimum = other.minimum
    maximum = other.maximum
    perStep = other.perStep
    angles = other.angles.map { $0 }
    directions = other.directions.map { $0 }
    outward = other.outward.map { $0 }
  }

  func clamped(_ angle: Double) -> Double { min(max(angle, minimum), maximum) }

  /// Which of the fan's own angles this is, if any; it lies within the range.
  func aim(of angle: Double) -> Int? {
    let index = QuickRounding.nearest((angle - minimum) * perStep).whole
    return index < count && angles[index] == angle ? index : nil
  }
}
