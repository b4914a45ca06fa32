import SimHarness

/// What a shot scores: the pegs that it lights and their points.
struct ShotScoring {
  private let setup: PeggleSetup
  /// Whether events are collected; those of an imagined shot are not.
  let keepsEvents: Bool
  /// What has happened in the shot, in order.
  private(set) var events: [PeggleEvent] = []
  /// Whether each object is lit.
  private(set) var isLit: [Bool]
  /// The pegs lit in this shot, in order; those of the last one until the shot begins.
  private(set) var hits: [Int]
  /// Orange pegs that are neither lit nor gone.
  private(set) var orangeLeft: Int
  /// Points of the pegs lit so far, multiplied, before the number of hits multiplies them.
  private var points = 0
  /// The current multiplier of points.
  private var multiplier: Int

  init(_ position: borrowing PegglePosition, keepsEvents: Bool) {
    setup = position.setup
    self.keepsEvents = keepsEvents
    isLit = [Bool](repeating: false, count: position.setup.kinds.count)
    hits = position.hits
    orangeLeft = position.orangeLeft
    multiplier = position.multiplier
  }

  /// Gets ready for another shot, from `position`, in the memory that it has.
  mutating func restart(from position: borrowing PegglePosition) {
    assert(!isLit.contains(true), "a peg is lit between two shots")
    events.empty()
    hits.copy(from: position.hits)
    orangeLeft = position.orangeLeft
    points = 0
    multiplier = position.multiplier
  }

  /// Forgets the hits of the last shot.
  mutating func beginShot() {
    hits.empty()
    hits.reserveCapacity(min(setup.pegCount, 64))
  }

  /// Lights a peg that is not lit.
  mutating func light(_ object: Int) {
    isLit[object] = true
    hits.append(object)
    orangeLeft -= setup.isOrange[object] ? 1 : 0
    let now = setup.multiplier(orangeLeft: orangeLeft)
    let worth = setup.points[object] * now
    points += worth
    emit(.pegHit(peg: object, points: worth))
    if now != multiplier {
      multiplier = now
      emit(.multiplier(value: now))
    }
  }

  /// A lit peg leaves the board.
  mutating func unlight(_ object: Int) { isLit[object] = false }

  /// All lit pegs leave the board at once, without an event.
  mutating func unlightHits() {
    for object in hits { isLit[object] = false }
  }

  /// The points of the whole shot.
  var total: Int {
    Saturating.product(points, setup.rules.scoring.timesHits == 1 ? hits.count : 1)
  }

  /// The free balls that `total` points in one shot give.
  func freeBalls(for total: Int) -> Int {
    let scoring = setup.rules.scoring
    return [scoring.freeBall1, scoring.freeBall2, scoring.freeBall3]
      .count { $0 > 0 && total >= $0 }
  }

  mutating func emit(_ event: PeggleEvent) {
    if keepsEvents { events.append(event) }
  }
}
