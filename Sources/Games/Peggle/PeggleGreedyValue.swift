import SimHarness

/// How `greedy` ranks shots: a win, then orange pegs, balls kept and pegs hit, or how near the goal of
/// a mode of its own is.
///
/// The weights. `PeggleShot.foresight` in `PeggleState+Lookahead.swift` adds them up;
/// `PeggleMeasure.swift` says how near the goal of a mode is.
enum PeggleGreedyValue {
  static let win = 4_000_000_000_000
  /// Added to a win for which the neighbours of its aim count too: more than they can add.
  static let certainWin = 100_000_000_000_000
  /// Subtracted from the value of a shot that loses.
  static let loss = 2_000_000_000_000
  /// The value of a goal that is reached, in modes that say how near it is.
  static let goal = 1e12
  static let perOrangePeg = 1000
  /// A ball that is won, or minus a ball that is lost: worth less than an orange peg.
  static let perBall = 600
  static let perPeg = 20
  /// The points that count at most, in levels without orange pegs.
  static let maxScore = 1_000_000
  /// What a mode's own `value` of a position is multiplied by.
  static let perUnitOfValue = 100_000.0
}
