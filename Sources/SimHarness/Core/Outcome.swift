/// How a game ended.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// The goal was reached.
  case won
  /// The goal can no longer be reached.
  case lost
  /// A game without a goal is over; only its score counts.
  case ended
}

extension Outcome? {
  /// What a position is worth to a player who looks ahead, by how the game has ended: 1 where it is
  /// won, -1 where it is lost, else 0.
  @inlinable package var standing: Int {
    switch self {
    case .won: 1
    case .lost: -1
    case .ended, nil: 0
    }
  }
}

/// How the runner recorded a game's end.
public enum GameEnd: String, Hashable, Sendable, CaseIterable {
  case won
  case lost
  case ended
  /// The move limit stopped it: no outcome, counted as not passed, or between two players as a draw.
  case capped
  /// A script failed; the game counts only under `faults`.
  case faulted
  /// A wall-clock deadline stopped it; not repeatable, so it counts nowhere else.
  case inconclusive

  /// The recorded end of a game that ended by its own rules.
  public init(_ outcome: Outcome) {
    switch outcome {
    case .won: self = .won
    case .lost: self = .lost
    case .ended: self = .ended
    }
  }

  /// Whether the level was passed.
  ///
  /// - Parameter isForTwo: Whether it is a two-player game, in which the move limit makes a draw.
  /// - Returns: Nil if the game does not say, as a draw does not.
  public func isPassed(isForTwo: Bool) -> Bool? {
    switch self {
    case .won: true
    case .lost: false
    case .capped: isForTwo ? nil : false
    case .ended, .faulted, .inconclusive: nil
    }
  }

  /// Whether the game counts in figures: it neither faulted nor was inconclusive.
  package var isCounted: Bool { self != .faulted && self != .inconclusive }
}
