import SimHarness

/// Counts what happened in a game of Bubble Blast.
///
/// A metric is a row of `metrics`, whose `about` chooses its group in reports, and its value in
/// `appendValues`.
public struct BubbleTally<Mask: CellMask>: GameTally {
  public typealias State = BubbleState<Mask>

  @usableFromInline var popped = 0
  @usableFromInline var fallen = 0
  @usableFromInline var activated = 0
  @usableFromInline var lostShots = 0
  @usableFromInline var bounced = 0
  @usableFromInline var started = 0
  @usableFromInline var left = 0
  @usableFromInline var shotsLeft: Int?
  @usableFromInline var outcome: Outcome?
  @usableFromInline var reason: LossReason?
  @usableFromInline var swaps = 0
  @usableFromInline var matches = 0
  @usableFromInline var matched = 0
  /// Bubbles removed by this shot, and the maximum over all shots.
  @usableFromInline var chain = 0
  @usableFromInline var longestChain = 0
  @usableFromInline var startedSpecials = 0
  /// Shots by colour.
  @usableFromInline var dealt = InlineArray<8, Int>(repeating: 0)
  /// Activations, and the bubbles they removed, by the special: those of `named`, then others.
  @usableFromInline var activations = InlineArray<4, Int>(repeating: 0)
  @usableFromInline var yields = InlineArray<4, Int>(repeating: 0)
  /// The names of the level's kinds.
  @usableFromInline var kinds: [BubbleKind] = []

  /// The specials whose yield is a metric of its own.
  @usableFromInline static var named: [String] { ["bomb", "lightning", "star"] }

  public init() {}

  public mutating func gameDidStart(_ state: borrowing BubbleState<Mask>, index: Int) {
    self = Self()
    started = state.position.bubblesToClear
    startedSpecials = state.position.board.special.count
    kinds = state.position.setup.kinds
  }

  @inlinable @inline(__always)
  public mutating func eventDidOccur(_ event: BubbleEvent<Mask>) {
    switch event {
    case .landed(let colour, _, let bounces):
      dealt[colour.index] &+= 1
      if bounces > 0 { bounced &+= 1 }
    case .matched(_, let cells):
      matches &+= 1
      matched &+= cells.count
      pop(cells.count)
    case .activated(let kind, _, let removed): activate(kind, removing: removed.count)
    case .removed(_, _, let cells): pop(cells.count)
    case .fell(let cells):
      fallen &+= cells.count
      chain &+= cells.count
    case .shotLost(let colour, _, _):
      dealt[colour.index] &+= 1
      lostShots &+= 1
    case .lost(let why): reason = why
    case .swapped: swaps &+= 1
    case .changed, .moved, .descended, .won: break
    }
  }

  @inlinable @inline(__always)
  mutating func pop(_ count: Int) {
    popped &+= count
    chain &+= count
  }

  @usableFromInline
  mutating func activate(_ kind: UInt8, removing count: Int) {
    activated &+= 1
    pop(count)
    let name = Int(kind) < kinds.count ? kinds[Int(kind)].name : ""
    let place = Self.named.firstIndex(of: name) ?? Self.named.count
    activations[place] &+= 1
    yields[place] &+= count
  }

  @inlinable @inline(__always)
  public mutating func moveDidApply(_ move: BubbleMove, state: borrowing BubbleState<Mask>) {
    longestChain = max(longestChain, chain)
    chain = 0
  }

  public mutating func gameDidEnd(
    _ state: borrowing BubbleState<Mask>, end: GameEnd, moves: Int
  ) {
    left = state.position.bubblesToClear
    shotsLeft = state.position.shotsLeft
    outcome = state.outcome
  }

  public static var metrics: [MetricDefinition] {
    [
      .count("popped", "bubbles", "bubbles matched or removed by an effect, per game"),
      .count("fallen", "bubbles", "bubbles that fell, per game"),
      .count("specials_activated", "specials", "specials that were activated, per game")
        .about(.shape),
      .count("lost_shots", "shots", "shots that were lost without landing, per game"),
      .count("wall_shots", "shots", "shots that landed after a wall bounce, per game"),
      .real(
        "progress", "share", "share of the starting bubbles that were cleared, in games not won"
      ).about(.difficulty),
      .rate(
        "near_miss", "share of the games not won in which at least 90% of the bubbles were cleared"
      ).about(.difficulty),
      .count("shots_left", "shots", "shots left after a win, if shots are limited")
        .about(.difficulty),
      .real(
        "fallen_share", "share", "share of the removed bubbles that fell, in games that removed any"
      ),
      .real("bubbles_per_match", "bubbles", "bubbles per match, mean per game"),
      .count("longest_chain", "bubbles", "maximum number of bubbles cleared by one shot, per game")
        .about(.shape),
      .real("swap_rate", "share", "share of the shots with a swap of colours"),
      .real(
        "specials_picked", "share",
        "share of the level's specials that were activated, if it has any"),
      .rate("win_with_special", "pass rate of the games in which a special was activated"),
    ]
      + (named + ["others"]).map { name in
        MetricDefinition.real(
          "yield_\(name)", "bubbles",
          "bubbles removed by an activated \(name == "others" ? "special of another kind" : name)"
            + ", mean per game")
      }
      + BubbleColour.allCases.map { colour in
        MetricDefinition.real(
          "dealt_\(colour.name)", "share",
          "share of the shots that were \(colour.name), to compare with its spawn weight")
      }
  }

  /// The values in the order of `metrics`, which gives them their names.
  public func appendValues(to values: inout [Int64?]) {
    values.append(Int64(popped))
    values.append(Int64(fallen))
    values.append(Int64(activated))
    values.append(Int64(lostShots))
    values.append(Int64(bounced))
    if outcome != .won && started > 0 {
      let cleared = max(0, started - left)
      values.append(MetricDefinition.fixed(Double(cleared) / Double(started)))
      values.append(10 * cleared >= 9 * started ? 1 : 0)
    } else {
      values.append(nil)
      values.append(nil)
    }
    values.append(outcome == .won ? shotsLeft.map { Int64($0) } : nil)
    appendShares(to: &values)
  }

  private func appendShares(to values: inout [Int64?]) {
    func ratio(_ part: Int, _ whole: Int) -> Int64? {
      whole > 0 ? MetricDefinition.fixed(Double(part) / Double(whole)) : nil
    }
    var shots = 0
    for colour in dealt.indices { shots += dealt[colour] }
    values.append(ratio(fallen, popped + fallen))
    values.append(ratio(matched, matches))
    values.append(Int64(longestChain))
    values.append(ratio(swaps, shots))
    values.append(ratio(min(activated, startedSpecials), startedSpecials))
    values.append(activated > 0 ? (outcome == .won ? 1 : 0) : nil)
    for place in activations.indices { values.append(ratio(yields[place], activations[place])) }
    for colour in dealt.indices { values.append(ratio(dealt[colour], shots)) }
  }

  public var lossReason: String? { outcome == .won ? nil : reason?.rawValue }
}

extension BubblePosition {
  /// Bubbles that must be removed to clear the board.
  var bubblesToClear: Int {
    if board.special.isEmpty { return board.occupied.count }
    var count = board.occupied.count
    for cell in board.special.cells {
      if let kind = board.kind(at: cell), setup.kinds[kind].isObstacle { count -= 1 }
    }
    return count
  }
}

extension BubbleState: RecordedGame {
  /// A byte of flags (1 swap, 2 an aim of the fan), then the aim's number in two bytes or the
  /// angle's bits in eight, little-endian.
  public static func encode(_ move: BubbleMove, level: BubbleLevel, into bytes: inout [UInt8]) {
    let swap: UInt8 = move.swap ? 1 : 0
    let fan = level.setup.fan
    if move.angle >= fan.minimum && move.angle <= fan.maximum, let aim = fan.aim(of: move.angle) {
      bytes.append(swap | 2)
      bytes.append(UInt8(truncatingIfNeeded: aim))
      bytes.append(UInt8(truncatingIfNeeded: aim >> 8))
      return
    }
    bytes.append(swap)
    var bits = move.angle.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: BubbleLevel) -> [BubbleMove]? {
    var moves: [BubbleMove] = []
    var next = 0
    while next < bytes.count {
      let flags = bytes[next]
      let length = flags & 2 != 0 ? 2 : 8
      guard flags < 4, next + 1 + length <= bytes.count else { return nil }
      var bits: UInt64 = 0
      for offset in 0..<length { bits |= UInt64(bytes[next + 1 + offset]) << UInt64(8 * offset) }
      next += 1 + length
      if length == 2 {
        guard bits < UInt64(level.setup.fan.count) else { return nil }
        moves.append(
          BubbleMove(angle: level.setup.fan.angles[Int(bits)], swap: flags & 1 != 0))
      } else {
        moves.append(BubbleMove(angle: Double(bitPattern: bits), swap: flags & 1 != 0))
      }
    }
    return moves
  }
}
