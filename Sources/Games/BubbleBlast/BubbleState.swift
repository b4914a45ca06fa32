import SimHarness

/// A game of Bubble Blast: what a player sees, and how far the hidden deal has gone.
public struct BubbleState<Mask: CellMask>: GameState {
  public typealias Level = BubbleLevel
  public typealias Move = BubbleMove
  public typealias Event = BubbleEvent<Mask>
  public typealias View = BubblePosition<Mask>

  let level: BubbleLevel
  var position: BubblePosition<Mask>
  /// Colours dealt so far: the k-th comes from the k-th uniform of the deal.
  var dealt = 0
  /// Where in its streams this state draws: 0 in a real game, anywhere in an imagined one.
  var offset: UInt64 = 0
  /// An imagined game knows nothing of the level's queue beyond the colours in hand.
  var forgetsQueue = false
  /// Draws that scripts have taken (`board:random`).
  var scriptDraws: UInt64 = 0

  public var view: BubblePosition<Mask> { position }
  public var outcome: Outcome? { position.outcome }
  public var score: Int { position.score }

  public init(
    level: BubbleLevel, in context: inout GameContext, emit: (BubbleEvent<Mask>) -> Void
  ) throws(LevelError) {
    self.level = level
    position = BubblePosition(setup: level.setup)
    if let fallen = Mask.begin(&position.board, of: level) { emit(.fell(fallen)) }
    if !level.setup.hasSpawner {
      for place in 0...level.setup.rules.preview { dealColour(to: place, in: context) }
    } else {
      do throws(ScriptFault) {
        for place in 0...level.setup.rules.preview { try dealSpawned(to: place, in: context) }
      } catch {
        throw .script(error)
      }
    }
    checkForEnd(emit)
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.dealt == b.dealt && a.offset == b.offset && a.forgetsQueue == b.forgetsQueue
      && a.scriptDraws == b.scriptDraws && a.level === b.level && a.position == b.position
  }

  public func hash(into digest: inout StableDigest) {
    position.hash(into: &digest)
    digest.combine(dealt)
    digest.combine(offset)
    digest.combine(scriptDraws)
    digest.combine(forgetsQueue ? 1 : 0)
  }

  // MARK: Moves

  public var legalMoveCount: Int {
    guard position.outcome == nil else { return 0 }
    return position.setup.rules.swap ? 2 &* position.setup.fan.count : position.setup.fan.count
  }

  public func legalMove(at index: Int) -> BubbleMove {
    let fan = position.setup.fan
    return index < fan.count
      ? BubbleMove(angle: fan.angles[index])
      : BubbleMove(angle: fan.angles[index &- fan.count], swap: true)
  }

  public func appendLegalMoves(to moves: inout [BubbleMove]) {
    for index in 0..<legalMoveCount { moves.append(legalMove(at: index)) }
  }

  // MARK: Hidden information

  public func imagined(in imagination: inout GameContext) -> Self {
    var copy = self
    copy.forgetsQueue = true
    copy.offset = imagination.nextImaginedOffset()
    copy.scriptDraws = 0
    return copy
  }

  /// Deals one more colour into the hand.
  mutating func dealColour(to place: Int, in context: borrowing GameContext) {
    let index = dealt
    dealt &+= 1
    if !forgetsQueue && index < level.queue.count {
      position.deal(level.queue[index], to: place)
      return
    }
    let uniform = context.streams.deal.uniform(offset &+ UInt64(index))
    position.deal(level.setup.colour(at: uniform, present: position.board.present), to: place)
  }
}

/// A shot: an angle in radians, counter-clockwise from +x, and whether current and next colour
/// are exchanged before it.
public struct BubbleMove: Hashable, Sendable, BitwiseCopyable {
  public var angle: Double
  public var swap: Bool = false

  package init(angle: Double, swap: Bool = false) {
    self.angle = angle
    self.swap = swap
  }
}
