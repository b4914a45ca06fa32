import SimHarness

/// Plays a person's game by keys alone, as a person without a pointer would.
///
/// Where there is something to aim, arrow keys and the key that shoots; else the keys of the bodies
/// that a hint names, the first offer, or Enter where a hint has put the hand.
public struct KeyPlayer {
  /// Seconds from one input to the next.
  private static let pace = 0.5
  private let maxInputs: Int

  public init(maxInputs: Int = 3_000) { self.maxInputs = maxInputs }

  /// Plays until the game is over; whether it is.
  public func play(_ session: any HandSession) -> Bool {
    var seconds = 0.0
    if session.stage == .ready { session.take(.enter, at: seconds) }
    for input in 0..<maxInputs {
      if session.stage == .over { return true }
      seconds += Self.pace
      session.pass(to: seconds)
      play(session, input, at: seconds)
    }
    return session.stage == .over
  }

  private func play(_ session: any HandSession, _ input: Int, at seconds: Double) {
    let status = session.status(at: seconds)
    if let shoot = status.offers.first(where: \.usesAim)?.key {
      for _ in 0..<(input * 7 % 11) {
        session.take(.arrow(input % 2 == 0 ? .left : .right, isFine: false), at: seconds)
      }
      session.take(.character(shoot), at: seconds)
      return
    }
    guard !status.labels.isEmpty else {
      if let key = status.offers.first?.key {
        session.take(.character(key), at: seconds)
      } else {
        session.hint(at: seconds)
        session.take(.enter, at: seconds)
      }
      return
    }
    session.hint(at: seconds)
    let marks = session.status(at: seconds).preview.marks
    for body in marks {
      guard let label = status.labels.first(where: { $0.body == body }) else { continue }
      session.take(.character(label.key), at: seconds)
    }
    if marks.isEmpty, let key = status.offers.first?.key {
      session.take(.character(key), at: seconds)
    }
  }
}
