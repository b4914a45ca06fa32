import PegglePhysics
import SimHarness

/// A change that a script requested.
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
  /// The argument that the script asked to get back.
  let id: Int
}
