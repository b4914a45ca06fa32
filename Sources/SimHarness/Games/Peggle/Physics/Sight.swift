/// How far ahead a world looks for what a ball can meet; it decides how quick that is, not what is
/// found.
struct Sight: Sendable {
  /// The longest time of a look, in s.
  let time: Double
  /// What gravity makes a ball fall in that time, in px.
  let fall: Double
  /// How far a flight of that time goes away from its chord, in px: an eighth of gravity times the
  /// square of the time; and a hair.
  let bend: Double
  /// The time of a sharper look, in s.
  let near: Double
  /// The same as `bend` of a substep, in which a ball goes along the chord.
  let hair: Double
  /// How long beyond the first meeting others are looked for, in s.
  let alone: Double
  /// Half of gravity times that time and the time of the longest look, in px.
  let pull: Double

  init(_ parameters: PhysicsParameters) {
    let substep = parameters.substep
    let gravity = parameters.gravity
    let longest = 36 * substep
    let most = 0.125 * gravity * (longest * longest)
    // A long flight under great gravity is too little like its chord.
    time = most > 5 ? longest * (5 / most).squareRoot() : longest
    fall = 0.5 * gravity * (time * time)
    bend = 0.125 * gravity * (time * time) + World.hair
    near = 6 * substep
    hair = 0.125 * gravity * (substep * substep) + World.hair
    alone = 4 * substep
    pull = 0.5 * gravity * time * (time + alone)
  }
}
