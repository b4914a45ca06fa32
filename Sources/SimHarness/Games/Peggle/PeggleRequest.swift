import PegglePhysics

/// A change that a script has asked for.
enum PeggleRequest {
  case light(Int)
  case clear(Int)
  case push(Int, Vector)
  case move(Int, Vector)
  case spawn(Vector, Vector)
  case turn
  case reenter(ball: Int)
  case after(PeggleTimer)
  case exploded(Int)
}

/// A delayed call of a peg's or master's `on_timer`.
struct PeggleTimer: Hashable, Sendable {
  /// The step of the shot in which it is due.
  let due: Int
  /// The place of the script in the setup's list.
  let script: Int
  let peg: Int
  /// What the script asked to be told.
  let id: Int
}
