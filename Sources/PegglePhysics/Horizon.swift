/// How far ahead a world probes for contacts; it decides how fast that is, not what is found.
struct Horizon: Sendable {
  /// The longest time of a probe, in s.
  let time: Double
  /// How far gravity makes a ball fall in that time, in px.
  let fall: Double
  /// How far a flight of that time strays from its chord, in px: an eighth of gravity times the
  /// square of the time; and an epsilon.
  let sagitta: Double
  /// The longest span of one step of conservative advancement, in s.
  let advancementTime: Double
  /// The same as `sagitta` of a substep, in which a ball moves along the chord.
  let substepSagitta: Double
  /// How long beyond the first impact others are searched for, in s.
  let candidateTime: Double
  /// Half of gravity times that time and the time of the longest probe, in px.
  let pull: Double

  init(_ parameters: PhysicsParameters) {
    let substep = parameters.substep
    let gravity = parameters.gravity
    let longest = 36 * substep
    let most = 0.125 * gravity * (longest * longest)
    // A long flight under great gravity is too little like its chord.
    time = most > 5 ? longest * (5 / most).squareRoot() : longest
    fall = 0.5 * gravity * (time * time)
    sagitta = 0.125 * gravity * (time * time) + World.epsilon
    advancementTime = 6 * substep
    substepSagitta = 0.125 * gravity * (substep * substep) + World.epsilon
    candidateTime = 4 * substep
    pull = 0.5 * gravity * time * (time + candidateTime)
  }
}
