import SimHarness

/// Counts what happened in a game of Peggle.
public struct PeggleTally: GameTally {
  public typealias State = PeggleState

  private var hits = 0
  /// Hits of this shot, and the maximum of one shot.
  private var shotHits = 0
  private var maxHits = 0
  private var shots = 0
  private var bucketCatches = 0
  private var stuck = 0
  private var freeBalls = 0
  private var exploded = 0
  private var turned = 0
  private var highest = 1
  private var orangeLeft = 0
  private var orangeStarted = 0
  private var ballsLeft = 0
  /// The points of the pegs lit in this shot, by source, before the hits multiply them.
  private var shotPoints = InlineArray<5, Int>(repeating: 0)
  /// The points of all shots so far, by source.
  private var points = InlineArray<5, Int>(repeating: 0)
  private var finalScore = 0
  private var setup: PeggleSetup?
  private var outcome: Outcome?
  private var reason: PeggleLoss?

  public init() {}

  /// Where the points of a shot come from: the colour that a peg counts as.
  private enum Source: Int, CaseIterable {
    case blue, orange, green, purple, others

    init(colour: String) {
      switch colour {
      case "blue": self = .blue
      case "orange": self = .orange
      case "green": self = .green
      case "purple": self = .purple
      default: self = .others
      }
    }

    /// Spelled out: what Swift makes of a case's name it looks for at every start of the program.
    var name: String {
      switch self {
      case .blue: "blue"
      case .orange: "orange"
      case .green: "green"
      case .purple: "purple"
      case .others: "others"
      }
    }
  }

  public mutating func gameDidStart(_ state: borrowing PeggleState, index: Int) {
    self = Self()
    setup = state.position.setup
    orangeStarted = state.position.orangeLeft
    highest = state.position.multiplier
    if state.position.balls == 0 { reason = .balls }
  }

  public mutating func eventDidOccur(_ event: PeggleEvent) {
    switch event {
    case .pegHit(let peg, let worth): light(peg, worth: worth)
    case .bucket: bucketCatches &+= 1
    case .stuck: stuck &+= 1
    case .freeBall: freeBalls &+= 1
    case .exploded: exploded &+= 1
    case .boardTurned: turned &+= 1
    case .multiplier(let value): highest = max(highest, value)
    case .shotEnded(let total, _): endShot(total: total)
    case .lost(let why): reason = why
    case .pegRemoved, .ballAdded, .reentered, .thrown, .ballsGiven, .won: break
    }
  }

  private mutating func light(_ peg: Int, worth: Int) {
    hits &+= 1
    shotHits &+= 1
    guard let setup, setup.kinds[peg] >= 0 else { return }
    let source = Source(colour: setup.scripts[setup.kinds[peg]].colour)
    shotPoints[source.rawValue] += worth
  }

  /// A shot's points are those of its pegs times a whole number, so each source has its exact part.
  private mutating func endShot(total: Int) {
    shots &+= 1
    maxHits = max(maxHits, shotHits)
    shotHits = 0
    var pegs = 0
    for source in shotPoints.indices { pegs += shotPoints[source] }
    let factor = pegs != 0 ? total / pegs : 0
    for source in shotPoints.indices {
      points[source] += factor * shotPoints[source]
      shotPoints[source] = 0
    }
  }

  public mutating func gameDidEnd(
    _ state: borrowing PeggleState, end: GameEnd, moves: Int
  ) {
    finalScore = state.score
    orangeLeft = state.position.orangeLeft
    ballsLeft = state.position.balls
    outcome = state.outcome
  }

  public static var metrics: [MetricDefinition] {
    [
      .real(
        "hits_per_shot", "pegs",
        "pegs hit per shot, mean per game; includes thrown and exploded pegs"),
      .count("bucket_catches", "balls", "balls caught by the bucket, per game"),
      .count(
        "orange_left", "pegs", "orange pegs left at the end of a game not won, if the level has any"
      ).about(.difficulty),
      .count("stuck_balls", "balls", "balls that got stuck and had to be freed, per game")
        .about(.difficulty),
      .count("highest_multiplier", "times", "highest multiplier reached, per game"),
      .count("free_balls", "balls", "free balls for the points of one shot, per game"),
      .count("explosions", "explosions", "pegs that exploded, per game"),
      .count("board_turns", "turns", "half turns of the board, per game"),
      .real("progress", "share", "share of the orange pegs that were cleared, in games not won")
        .about(.difficulty),
      .rate(
        "near_miss",
        "share of the games not won in which at least 90% of the orange pegs were"
          + " cleared"
      ).about(.difficulty),
      .count("balls_left", "balls", "balls left after a win").about(.difficulty),
      .count("longest_chain", "pegs", "maximum pegs hit in one shot, per game").about(.shape),
    ]
      + Source.allCases.map { source in
        MetricDefinition.count(
          "points_\(source.name)", "points",
          "points of \(source == .others ? "pegs of other colours" : "\(source.name) pegs")"
            + ", per game, including the multiplier and the hits of the shot")
      } + [
        MetricDefinition.count(
          "points_mode", "points", "points from the mode, such as for the bucket, per game")
      ]
  }

  public func appendValues(to values: inout [Int64?]) {
    values.append(shots > 0 ? MetricDefinition.fixed(Double(hits) / Double(shots)) : nil)
    values.append(Int64(bucketCatches))
    values.append(orangeStarted > 0 && outcome != .won ? Int64(orangeLeft) : nil)
    values.append(Int64(stuck))
    values.append(Int64(highest))
    values.append(Int64(freeBalls))
    values.append(Int64(exploded))
    values.append(Int64(turned))
    if outcome != .won && orangeStarted > 0 {
      let cleared = orangeStarted - orangeLeft
      values.append(MetricDefinition.fixed(Double(cleared) / Double(orangeStarted)))
      values.append(10 * cleared >= 9 * orangeStarted ? 1 : 0)
    } else {
      values.append(nil)
      values.append(nil)
    }
    values.append(outcome == .won ? Int64(ballsLeft) : nil)
    values.append(Int64(maxHits))
    var rest = finalScore
    for source in points.indices {
      values.append(Int64(points[source]))
      rest -= points[source]
    }
    values.append(Int64(rest))
  }

  public var lossReason: String? { outcome == .won ? nil : reason?.rawValue }
}

extension PeggleState: RecordedGame {
  /// A byte of flags (1 an aim of the fan, 2 a tap, 4 a time of aiming that is not the quickest),
  /// then the aim's number in two bytes, or the angle's bits or those of x and y in eight each,
  /// then the bits of the time; little-endian.
  public static func encode(_ move: PeggleMove, level: PeggleLevel, into bytes: inout [UInt8]) {
    func append(_ value: UInt64, _ count: Int) {
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }
    let isTimed: UInt8 = move.seconds == PeggleMove.quickest ? 0 : 4
    switch move.aim {
    case .angle(let angle):
      let angles = level.setup.angles
      let place = Int(saturating: max(0, min(angle / Double.pi * Double(angles.count), 1e6)))
      if place < angles.count, angles[place] == angle {
        bytes.append(isTimed | 1)
        append(UInt64(place), 2)
      } else {
        bytes.append(isTimed)
        append(angle.bitPattern, 8)
      }
    case .tap(let x, let y):
      bytes.append(isTimed | 2)
      append(x.bitPattern, 8)
      append(y.bitPattern, 8)
    }
    if isTimed != 0 { append(move.seconds.bitPattern, 8) }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: PeggleLevel) -> [PeggleMove]? {
    var moves: [PeggleMove] = []
    var next = 0
    func take(_ count: Int) -> UInt64? {
      guard next + count <= bytes.count else { return nil }
      var bits: UInt64 = 0
      for place in 0..<count { bits |= UInt64(bytes[next + place]) << UInt64(8 * place) }
      next += count
      return bits
    }
    while next < bytes.count {
      let flags = bytes[next]
      next += 1
      let aim: PeggleMove.Aim
      switch flags & 3 {
      case 0:
        guard let bits = take(8) else { return nil }
        aim = .angle(Double(bitPattern: bits))
      case 1:
        guard let place = take(2), place < UInt64(level.setup.angles.count) else { return nil }
        aim = .angle(level.setup.angles[Int(place)])
      case 2:
        guard let x = take(8), let y = take(8) else { return nil }
        aim = .tap(x: Double(bitPattern: x), y: Double(bitPattern: y))
      default: return nil
      }
      var seconds = PeggleMove.quickest
      if flags & 4 != 0 {
        guard let bits = take(8) else { return nil }
        seconds = Double(bitPattern: bits)
      }
      guard flags < 8 else { return nil }
      moves.append(PeggleMove(aim, seconds: seconds))
    }
    return moves
  }
}
