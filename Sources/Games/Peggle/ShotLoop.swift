import PegglePhysics
import SimHarness

/// What steps a shot: drives the world from one event to the next that asks for more than lighting
/// a peg, and skips the steps of a ball that lies still.
struct ShotLoop: ContactFilter {
  private let setup: PeggleSetup
  var scoring: ShotScoring
  var stuck = PeggleStuckBalls()
  /// Steps done.
  private(set) var step = 0
  /// The step up to which the world may advance now.
  private var target = 0
  /// The events of the last step that had any, unless it had one contact alone.
  private(set) var events: [WorldEvent] = []
  /// The obstacle of the last step that had one contact alone.
  private var lastContact: Obstacle?
  /// How far a ball that is still may move in a step, in px.
  private let stuckDistance: Double

  init(_ position: borrowing PegglePosition, keepsEvents: Bool) {
    setup = position.setup
    scoring = ShotScoring(position, keepsEvents: keepsEvents)
    stuckDistance = position.setup.rules.stuckSpeed * position.setup.rules.step
  }

  /// Gets ready for another shot, from `position`, in the memory that it has.
  mutating func restart(from position: borrowing PegglePosition) {
    scoring.restart(from: position)
    stuck = PeggleStuckBalls()
    step = 0
    events.empty()
    lastContact = nil
  }

  // MARK: Steps

  /// Forgets the events of the last step.
  mutating func forgetEvents() { events.empty() }

  /// Adds an event of the last step.
  mutating func add(_ event: WorldEvent) { events.append(event) }

  /// Does up to `limit` steps, to the first with more than contacts that `passes` deals with.
  ///
  /// Adds its events to `events`, unless it is one contact alone, which is returned: no list is
  /// made of the most frequent event.
  @inline(__always)
  mutating func advance(
    _ world: inout World, atMost limit: Int
  ) -> (ball: Int, obstacle: Obstacle)? {
    target = step + limit
    var contact: (ball: Int, obstacle: Obstacle)?
    // Taken out while the world holds the loop as its filter.
    var events: [WorldEvent] = []
    swap(&events, &self.events)
    let done = world.advance(atMost: limit, filter: &self) { event in
      if case .contact(let ball, let obstacle) = event, contact == nil, events.isEmpty {
        contact = (ball, obstacle)
        return
      }
      if let first = contact { events.append(.contact(ball: first.ball, first.obstacle)) }
      contact = nil
      events.append(event)
    }
    step += done
    swap(&events, &self.events)
    if let contact { lastContact = contact.obstacle }
    return contact
  }

  /// Deals with a contact with a peg that is lit or only has to be, while the world continues.
  ///
  /// False if there is more to do: the contact is reported then.
  @inline(__always)
  mutating func passes(_ contact: Contact, stepsLeft: Int) -> Bool {
    guard case .body(let object) = contact.obstacle else { return false }
    if !scoring.isLit[object] {
      if contact.isThrown || !setup.areOnlyLit[object] { return false }
      scoring.light(object)
    }
    touch(ball: contact.ball, x: contact.x, y: contact.y, step: target - stepsLeft)
    return !stuck.isAny
  }

  /// Notes that a ball touches something other than a wall.
  ///
  /// The world is `inout`, here and below, because a struct that a class holds is copied otherwise.
  @inline(__always)
  mutating func touch(ball: Int, in world: inout World) {
    for place in world.balls.indices where world.balls[place].id == ball {
      touch(ball: ball, x: world.balls[place].x, y: world.balls[place].y, step: step)
      return
    }
  }

  @inline(__always)
  private mutating func touch(ball: Int, x: Double, y: Double, step: Int) {
    stuck.touch(ball: ball, x: x, y: y, step: step, limit: stuckDistance)
  }

  /// Whether a ball is a thrown peg.
  static func isThrown(_ ball: Int, in world: inout World) -> Bool {
    for place in world.balls.indices where world.balls[place].id == ball {
      return world.balls[place].thrownBody != nil
    }
    return false
  }

  // MARK: Rest

  /// Skips steps that would report only that the ball touches what it has touched, at most up to
  /// one before `last`; returns how many.
  mutating func skipRest(of world: inout World, until last: Int) -> Int {
    let rest = world.stepsAtRest
    guard rest > 0, touchesNothingNew else { return 0 }
    let count = min(
      last - step - 1, rest, stuck.stepsAtRest(step: step, rules: setup.rules))
    guard count > 0 else { return 0 }
    world.rest(steps: count)
    stuck.rest(steps: count)
    step += count
    return count
  }

  /// Whether nothing that the ball touched in the last step would answer to a contact.
  private var touchesNothingNew: Bool {
    if events.isEmpty { return lastContact.map { isNothingNew($0) } ?? false }
    return events.allSatisfy { event in
      guard case .contact(_, let obstacle) = event else { return false }
      return isNothingNew(obstacle)
    }
  }

  private func isNothingNew(_ obstacle: Obstacle) -> Bool {
    switch obstacle {
    case .body(let object): setup.kinds[object] < 0 || scoring.isLit[object]
    case .leftWall, .rightWall, .topWall: true
    case .ball, .bucket: false
    }
  }
}
