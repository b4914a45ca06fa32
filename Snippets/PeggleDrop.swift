// Drops a Peggle ball onto three pegs and prints what it touches.

import PegglePhysics

// Lengths in px, times in seconds; y grows downward. The bucket moves below.
let pegs = [(340.0, 200.0), (400.0, 300.0), (460.0, 400.0)].map { x, y in
  Body(.circle(radius: 20), at: Vector(x, y))
}
var world = World(PhysicsParameters(), bodies: pegs)
world.addBall(x: 390, y: 50, velocityX: 0, velocityY: 100)

// A shot is over when the ball falls into the bucket or out of the world.
var isOver = false
var step = 0
while !isOver && step < 3600 {
  step += 1
  world.advance(atMost: 1) { event in
    switch event {
    case .contact(_, let obstacle): print("step \(step): touched \(obstacle)")
    case .caught(let ball):
      print("step \(step): caught by the bucket at x = \(Int(ball.x))")
      isOver = true
    case .left(let ball, _):
      print("step \(step): left at x = \(Int(ball.x))")
      isOver = true
    case .reentered: break
    }
  }
}
