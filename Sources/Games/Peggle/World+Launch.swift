import PegglePhysics
import SimHarness

extension World {
  /// The cannon fires a ball in a direction of length 1.
  mutating func launch(_ direction: Vector, rules: PeggleRules) {
    let (x, y) = (rules.cannon.x, rules.cannon.y)
    switch rules.integrator {
    case .standard:
      addBall(
        x: x, y: y, velocityX: rules.ballSpeed * direction.x,
        velocityY: rules.ballSpeed * direction.y)
    case .msk:
      let distance = rules.ballSpeed * rules.step / Double(rules.substeps)
      addBall(
        x: x + distance * direction.x, y: y + distance * direction.y, previousX: x, previousY: y)
    }
  }
}
