import StableNumerics

extension World {
  // MARK: Balls

  /// Adds a ball at (`x`, `y`) with a velocity in px/s and returns its number.
  ///
  /// One that overlaps something is pushed out the shortest way before the next step. `radius` is
  /// that of the parameters unless given, in px.
  @discardableResult
  public mutating func addBall(
    x: Double, y: Double, velocityX: Double, velocityY: Double, radius: Double? = nil,
    filter: CollisionFilter = CollisionFilter()
  ) -> Int {
    insertBall(
      Ball(
        id: nextBall, x: x, y: y, velocityX: velocityX, velocityY: velocityY,
        previousX: x - velocityX * substep, previousY: y - velocityY * substep,
        radius: radius ?? parameters.ballRadius, filter: filter, thrownBody: nil))
  }

  /// Adds a ball by its position and that of a substep ago, as integrator `msk` launches it.
  @discardableResult
  public mutating func addBall(
    x: Double, y: Double, previousX: Double, previousY: Double, radius: Double? = nil,
    filter: CollisionFilter = CollisionFilter()
  ) -> Int {
    insertBall(
      Ball(
        id: nextBall, x: x, y: y, velocityX: (x - previousX) / substep,
        velocityY: (y - previousY) / substep, previousX: previousX, previousY: previousY,
        radius: radius ?? parameters.ballRadius, filter: filter, thrownBody: nil))
  }

  /// How many balls were added so far, those that are gone included: their ids are below it.
  package var ballsAdded: Int { nextBall }

  private mutating func insertBall(_ ball: Ball) -> Int {
    precondition(
      ball.x.isFinite && ball.y.isFinite && ball.radius > 0 && ball.radius.isFinite
        && isInRange(Vector(ball.velocityX, ball.velocityY)),
      "a ball has a finite place, a radius above 0 and a speed in range")
    balls.append(ball)
    nextBall += 1
    if !grid.suits(radius: ball.radius) { rebuildGrid() }
    disturb(unsettles: true)
    return ball.id
  }

  /// Whether a velocity is at most the greatest, except for rounding.
  private func isInRange(_ velocity: Vector) -> Bool {
    velocity.length <= PhysicsParameters.maxSpeed * (1 + 1e-9)
  }

  /// Removes a ball; nothing happens if it is gone.
  public mutating func removeBall(_ id: Int) {
    guard let place = place(ofBall: id) else { return }
    balls.remove(at: place)
    if !ignored.isEmpty { ignored.removeAll { $0.ball == id || $0.obstacle == .ball(id) } }
    disturb(unsettles: false)
  }

  /// Lets a ball re-enter at the top, one more time, when it falls out at the bottom.
  public mutating func grantReentry(toBall id: Int) {
    guard let place = place(ofBall: id) else { return }
    balls[place].reentries += 1
    beforeTurn.empty()
  }

  /// Gives a ball another velocity, px/s.
  public mutating func setVelocity(ofBall id: Int, x: Double, y: Double) {
    guard let place = place(ofBall: id) else { return }
    precondition(isInRange(Vector(x, y)), "a speed in range")
    balls[place].velocityX = x
    balls[place].velocityY = y
    balls[place].previousX = balls[place].x - x * substep
    balls[place].previousY = balls[place].y - y * substep
    balls[place].beginFlight()
    disturb(unsettles: false)
  }

  /// Lets a ball pass through a body, another ball or the bucket, until the ball is gone.
  ///
  /// Walls are never passed.
  public mutating func ignore(_ obstacle: Obstacle, byBall id: Int) {
    switch obstacle {
    case .leftWall, .rightWall, .topWall: return
    case .body, .ball, .bucket: break
    }
    let pair = Ignored(ball: id, obstacle: obstacle)
    guard !ignored.contains(pair), place(ofBall: id) != nil else { return }
    ignored.append(pair)
    disturb(unsettles: false)
  }

  // MARK: Bodies

  /// Adds a standing body and returns its number.
  @discardableResult
  public mutating func addBody(_ body: Body) -> Int {
    precondition(body.shape.isValid, "a body is a circle or a convex polygon")
    statics.append(body)
    rebuildGrid()
    disturb(unsettles: true)
    return statics.count - 1
  }

  /// Removes a body from the board.
  public mutating func removeBody(_ number: Int) {
    statics.remove(number)
    forgetRest()
  }

  /// Removes bodies from the board, all at once.
  public mutating func removeBodies(_ numbers: [Int]) {
    statics.remove(numbers)
    forgetRest()
  }

  /// Nothing new can be hit, so the rest of the forecast stands.
  private mutating func forgetRest() {
    forecast.restingImpacts = 0
    beforeTurn.empty()
  }

  /// Moves a body or changes its shape; a ball that it then overlaps is pushed out.
  public mutating func replaceBody(_ number: Int, by body: Body) {
    replaceBodies([(number, body)])
  }

  /// The same for several bodies, in their order.
  public mutating func replaceBodies(_ changes: [(number: Int, body: Body)]) {
    for change in changes {
      precondition(change.body.shape.isValid, "a body is a circle or a convex polygon")
      statics.replace(change.number, by: change.body)
    }
    rebuildGrid()
    disturb(unsettles: true)
  }

  /// Makes a standing body a flying disc of its bounding radius and returns the ball's number.
  ///
  /// nil when the body is gone.
  @discardableResult
  public mutating func throwBody(_ number: Int, velocityX: Double, velocityY: Double) -> Int? {
    guard statics.isAlive[number] else { return nil }
    let body = statics.body(number)
    statics.remove(number)
    return insertBall(
      Ball(
        id: nextBall, x: body.position.x, y: body.position.y, velocityX: velocityX,
        velocityY: velocityY, previousX: body.position.x - velocityX * substep,
        previousY: body.position.y - velocityY * substep, radius: body.shape.boundingRadius,
        filter: body.filter, thrownBody: number))
  }

  // MARK: Turning

  /// Calculates in advance what turning the board needs, for all copies of this world.
  public mutating func prepareTurn() {
    var turned = statics
    turned.turn()
    turnedGrid = BodyGrid(turned, parameters, radius: maxRadius)
  }

  /// Turns bodies, balls and velocities by half a turn about the middle of the board.
  ///
  /// Walls and bucket stay. A body turned onto a ball pushes it out the shortest way, which is
  /// emitted as a contact. If none is pushed, turning again before the next step restores every
  /// bit.
  public mutating func turnBoard(emit: (WorldEvent) -> Void = { _ in }) {
    let before = balls
    let restored = beforeTurn
    statics.turn()
    let upright = grid
    if let turnedGrid, turnedGrid.suits(radius: maxRadius) {
      grid = turnedGrid
    } else {
      probeCount &+= 5000 &+ 32 &* statics.count
      grid = BodyGrid(statics, parameters, radius: maxRadius)
    }
    probeCount &+= 4 &* statics.count
    turnedGrid = upright
    disturb(unsettles: true)
    if restored.isEmpty {
      for place in balls.indices {
        balls[place].x = parameters.width - balls[place].x
        balls[place].y = parameters.height - balls[place].y
        balls[place].velocityX = -balls[place].velocityX
        balls[place].velocityY = -balls[place].velocityY
        balls[place].previousX = parameters.width - balls[place].previousX
        balls[place].previousY = parameters.height - balls[place].previousY
        balls[place].beginFlight()
      }
    } else {
      balls = restored
    }
    let turned = balls
    if parameters.integrator == .standard { settle(emit: emit) }
    if balls == turned && restored.isEmpty { beforeTurn = before }
  }

  // MARK: Bookkeeping

  /// Something has changed: the forecast is void.
  mutating func disturb(unsettles: Bool) {
    forecast.invalidate()
    beforeTurn.empty()
    if unsettles { isUnsettled = true }
  }

  mutating func rebuildGrid() {
    probeCount &+= 5000 &+ 32 &* statics.count
    grid = BodyGrid(statics, parameters, radius: maxRadius)
    turnedGrid = nil
  }

  private var maxRadius: Double {
    balls.reduce(parameters.ballRadius) { max($0, $1.radius) }
  }

  func isIgnored(_ obstacle: Obstacle, byBall id: Int) -> Bool {
    if ignored.isEmpty { return false }
    return ignored.contains(Ignored(ball: id, obstacle: obstacle))
  }
}
