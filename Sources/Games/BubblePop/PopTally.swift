import SimHarness

/// Counts what happened in a game of bubble pop, for its metrics.
///
/// Source: docs/numbers.md, "Metrics".
public struct PopTally: GameTally {
  public typealias State = PopState

  /// The colours whose points are metrics of their own; those of others are summed.
  private static let named = PopColour.standard.map(\.name)

  private var setup: PopSetup?
  private var spawned = 0
  private var spawnedPoints = 0
  private var pops = 0
  private var popPoints = 0
  private var combos = 0
  private var misses = 0
  private var expired = 0
  private var failed = 0
  /// Points by the colour's number.
  private var points: [Int] = []
  /// Bubbles that appeared, and those that were popped, by the colour's number.
  private var came: [Int] = []
  private var picked: [Int] = []
  private var outcome: Outcome?

  public init() {}

  public mutating func gameDidStart(_ state: borrowing PopState, index: Int) {
    let failedEarly = failed
    self = Self()
    let setup = state.position.setup
    self.setup = setup
    failed = failedEarly
    points = Array(repeating: 0, count: setup.colours.count)
    came = points
    picked = points
    for bubble in state.position.bubbles { count(bubble) }
  }

  private mutating func count(_ bubble: PopBubble) {
    spawned &+= 1
    if let setup { spawnedPoints &+= setup.points[Int(bubble.colour)] }
    if Int(bubble.colour) < came.count { came[Int(bubble.colour)] &+= 1 }
  }

  public mutating func eventDidOccur(_ event: PopEvent) {
    switch event {
    case .refreshed(let second, _, _, let failed):
      if second == 0 { self.failed = failed } else { self.failed &+= failed }
    case .spawned(let bubble): if setup != nil { count(bubble) }
    case .expired: expired &+= 1
    case .popped(_, let colour, let points, let combo):
      pops &+= 1
      popPoints &+= points
      if combo { combos &+= 1 }
      if Int(colour) < self.points.count {
        self.points[Int(colour)] &+= points
        picked[Int(colour)] &+= 1
      }
    case .missed: misses &+= 1
    case .scored, .timeAdded, .won, .lost, .ended: break
    }
  }

  public mutating func gameDidEnd(_ state: borrowing PopState, end: GameEnd, moves: Int) {
    outcome = state.outcome
  }

  public static var metrics: [MetricDefinition] {
    var metrics = [
      MetricDefinition.real(
        "points_per_spawn", "points", "points of a new bubble, without combos, mean per game"),
      MetricDefinition.real(
        "points_per_pop", "points", "points of a popped bubble, with combos, mean per game"),
      MetricDefinition.real(
        "combo_share", "share", "share of the pops that continued a combo of one colour"),
      MetricDefinition.count("spawned", "bubbles", "bubbles that appeared, per game"),
      MetricDefinition.count("pops", "bubbles", "bubbles popped, per game"),
      MetricDefinition.count(
        "expired", "bubbles", "bubbles that disappeared without being popped, per game"),
      MetricDefinition.count("misses", "touches", "touches that hit no bubble, per game"),
      MetricDefinition.count(
        "placement_failures", "bubbles", "bubbles for which there was no room, per game"),
    ]
    for name in named + ["other"] {
      metrics.append(
        MetricDefinition.count(
          "points_\(name)", "points",
          "points of \(name == "other" ? "other colours" : name), per game"))
    }
    for name in named + ["other"] {
      let colour = name == "other" ? "of other colours" : name
      metrics.append(
        MetricDefinition.real(
          "dealt_\(name)", "share",
          "share of the bubbles that were \(colour), to compare with its probability"))
      metrics.append(
        MetricDefinition.real(
          "pick_\(name)", "share",
          "share of the bubbles \(name == "other" ? colour : "that were \(name)") that were"
            + " popped"))
    }
    return metrics
  }

  public func appendValues(to values: inout [Int64?]) {
    func ratio(_ part: Int, _ whole: Int) -> Int64? {
      whole > 0 ? MetricDefinition.fixed(Double(part) / Double(whole)) : nil
    }
    values.append(ratio(spawnedPoints, spawned))
    values.append(ratio(popPoints, pops))
    values.append(ratio(combos, pops))
    for count in [spawned, pops, expired, misses, failed] { values.append(Int64(count)) }
    for sum in named(points) { values.append(Int64(sum)) }
    let (cameNamed, pickedNamed) = (named(came), named(picked))
    for place in cameNamed.indices {
      values.append(ratio(cameNamed[place], spawned))
      values.append(ratio(pickedNamed[place], cameNamed[place]))
    }
  }

  /// Counts by colour, grouped like the metrics.
  private func named(_ counts: [Int]) -> [Int] {
    var sums = [Int](repeating: 0, count: Self.named.count + 1)
    for (index, colour) in (setup?.colours ?? []).enumerated() where index < counts.count {
      sums[Self.named.firstIndex(of: colour.name) ?? Self.named.count] += counts[index]
    }
    return sums
  }

  public var lossReason: String? { outcome == .lost ? "time" : nil }
}

extension PopState: RecordedGame {
  /// A byte, 1 for a touch, then the bits of the time and of a touch's x and y, little-endian.
  public static func encode(_ move: PopMove, level: PopLevel, into bytes: inout [UInt8]) {
    bytes.append(move.isTouch ? 1 : 0)
    append(move.time, to: &bytes)
    guard move.isTouch else { return }
    append(move.x, to: &bytes)
    append(move.y, to: &bytes)
  }

  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    var bits = number.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: PopLevel) -> [PopMove]? {
    var moves: [PopMove] = []
    var next = 0
    func number(_ place: Int) -> Double {
      var bits: UInt64 = 0
      for offset in 0..<8 { bits |= UInt64(bytes[place + offset]) << UInt64(8 * offset) }
      return Double(bitPattern: bits)
    }
    while next < bytes.count {
      let isTouch = bytes[next] == 1
      let length = isTouch ? 25 : 9
      guard bytes[next] < 2, next + length <= bytes.count else { return nil }
      let time = number(next + 1)
      moves.append(
        isTouch
          ? PopMove(time: time, x: number(next + 9), y: number(next + 17)) : .wait(until: time))
      next += length
    }
    return moves
  }
}
