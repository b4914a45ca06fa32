import StableNumerics

/// What a world knows of its own future as long as nothing is changed.
///
/// It decides how fast the world steps, never what happens: a world without a forecast, or with a
/// shorter one, steps to the same bits.
struct Forecast: Equatable, Sendable {
  /// Whether the coming substeps have been probed; else they are before the next step.
  var isKnown = false
  /// Coming substeps in which no ball hits anything.
  ///
  /// Known and 0: the next substep may hold a contact.
  var clearSubsteps = 0
  /// Whether the clear substeps end at the horizon of the probe, and not shortly before a contact.
  var endsAtHorizon = false
  /// All that can be hit in the `candidateSubsteps` substeps after the clear ones.
  var candidate = SoleCandidate.unknown
  var candidateSubsteps = 0
  /// Impacts in the last substep if it left the only ball as it was, to the last bit, so that all
  /// substeps to come are like it; else 0.
  var restingImpacts = 0
  /// For several balls, each flight alone, by place in `World.balls`; empty: not known.
  var balls: [BallForecast] = []
  /// The clock before which no two of several balls touch.
  var pairsClearUntil = 0

  /// How long one of several balls flies alone.
  struct BallForecast: Equatable, Sendable {
    /// The clock before which it hits no body, wall, bucket or bottom.
    var clearUntil: Int
    /// Whether that is the horizon of the probe, so that a probe comes before a sweep.
    var endsAtHorizon: Bool
  }

  /// Forgets what was found out; keeps the memory.
  mutating func invalidate() {
    isKnown = false
    clearSubsteps = 0
    candidate = .unknown
    restingImpacts = 0
    balls.empty()
  }
}

/// The only thing that a ball can hit for some time: a round body by its number, or a wall.
struct SoleCandidate: Equatable, Sendable {
  /// A body's number, or below 0 what the constants say.
  let code: Int

  /// Nothing, several things, or something that is neither round nor a wall.
  static var unknown: SoleCandidate { SoleCandidate(code: -1) }
  static var leftWall: SoleCandidate { SoleCandidate(code: -2) }
  static var rightWall: SoleCandidate { SoleCandidate(code: -3) }
  static var topWall: SoleCandidate { SoleCandidate(code: -4) }

  @inline(__always)
  static func body(_ number: Int) -> SoleCandidate { SoleCandidate(code: number) }
}
