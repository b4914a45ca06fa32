import SimHarness

/// All of a Bubble Blast game that a player can see: the game's view.
public struct BubblePosition<Mask: CellMask>: Sendable {
  public let setup: BubbleSetup
  public internal(set) var board = BubbleBoard<Mask>()
  /// Rows the ceiling has come down.
  public internal(set) var descended = 0
  /// The current colour, then the next ones a player sees, four bits each.
  var hand: UInt64 = 0
  public internal(set) var score = 0
  /// Moves made.
  public internal(set) var turn = 0
  /// Shots that landed; every `descentEvery` of them bring the ceiling down.
  public internal(set) var landedShots = 0
  /// Where the last shot landed, counted from the top of the screen, before the descent.
  public internal(set) var landed: Cell?
  public internal(set) var outcome: Outcome?
  /// How often each colour was dealt; counted only where a spawner deals.
  var dealtCounts = SIMD8<UInt16>()
  /// Scripts' named integers, in the order in which they were first set.
  public internal(set) var variables: [ScriptVariable] = []

  init(setup: BubbleSetup) { self.setup = setup }

  /// The colour in the cannon.
  public var current: BubbleColour { colour(inHand: 0) }

  /// The next colours a player sees.
  public var next: [BubbleColour] { (0..<setup.rules.preview).map { colour(inHand: $0 + 1) } }

  func colour(inHand place: Int) -> BubbleColour {
    BubbleColour(lowBits: UInt8(truncatingIfNeeded: hand &>> UInt64(4 &* place)))
  }

  /// Puts a colour into the hand's place, which is empty (0).
  mutating func deal(_ colour: BubbleColour, to place: Int) {
    hand |= UInt64(colour.rawValue) &<< UInt64(4 &* place)
  }

  mutating func swapHand() {
    let first = hand & 15
    let second = (hand &>> 4) & 15
    hand = (hand & ~0xFF) | (first &<< 4) | second
  }

  /// Shots not used yet, or nil without a limit.
  public var shotsLeft: Int? {
    guard let shots = setup.rules.shots else { return nil }
    return shots &- turn
  }

  /// The row as files, traces and scripts count it: from the top of the screen.
  public func screenRow(_ row: Int) -> Int { row &+ descended }

  @inline(__always)
  func hash(into digest: inout StableDigest) {
    board.hash(into: &digest)
    digest.combine(descended)
    digest.combine(hand)
    digest.combine(score)
    digest.combine(turn)
    digest.combine(landedShots)
    digest.combine(outcome.map { Int(Outcome.allCases.firstIndex(of: $0) ?? 0) } ?? -1)
    for variable in variables {
      digest.combine(variable.name)
      digest.combine(variable.value)
    }
    if setup.hasSpawner {
      for colour in 0..<8 { digest.combine(Int(dealtCounts[colour])) }
    }
  }
}

extension BubblePosition: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    (a.setup === b.setup || a.setup.isSame(as: b.setup)) && a.descended == b.descended
      && a.hand == b.hand && a.score == b.score
      && a.turn == b.turn && a.landedShots == b.landedShots && a.landed == b.landed
      && a.outcome == b.outcome && a.variables == b.variables && a.dealtCounts == b.dealtCounts
      && a.board == b.board
  }
}
