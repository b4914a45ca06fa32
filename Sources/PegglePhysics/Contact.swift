/// A contact of the only ball in flight, as it is at the end of the substep of its impact.
public struct Contact: Hashable, Sendable {
  /// The ball's id.
  public let ball: Int
  /// Where the ball's centre is, in px.
  public let x: Double
  /// Where the ball's centre is, in px.
  public let y: Double
  /// Whether the ball is a thrown body.
  public let isThrown: Bool
  /// What it bounced off: a body or a wall.
  public let obstacle: Obstacle
}

/// Decides which contacts need not be reported, while a world advances.
///
/// `World.advance(atMost:filter:emit:)` is generic over its filter, so that the question costs a
/// branch and no call where the filter's type is known.
public protocol ContactFilter {
  /// Whether the world continues past a contact without an event for it.
  ///
  /// `stepsLeft` are the whole steps that are left of those asked for, after this one. Not every
  /// contact is asked about: those that need the full solver, such as resting contacts and those of
  /// several balls, are always reported.
  mutating func passes(_ contact: Contact, stepsLeft: Int) -> Bool
}

/// Reports every contact.
struct EveryContact: ContactFilter {
  func passes(_ contact: Contact, stepsLeft: Int) -> Bool { false }
}
