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
