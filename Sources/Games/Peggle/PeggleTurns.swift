import SimHarness

extension PeggleState: ExportedGame {
  public static var moveColumns: [TurnColumn<Self>] {
    [
      .real("angle", "radians", "the shot's angle, clockwise from the right; also for a tap") {
        $1.angle(rules: $0.position.setup.rules)
      },
      .real("tap_x", "px", "where the player tapped to aim, from the left; otherwise null") {
        $1.tap?.x
      },
      .real("tap_y", "px", "where the player tapped to aim, from the top; otherwise null") {
        $1.tap?.y
      },
      .real("seconds", "s", "the time that the player took to aim") { $1.seconds },
    ]
  }

  public static var features: [TurnColumn<Self>] {
    let counts = ["orange", "blue", "green"].map { colour in
      TurnColumn.whole("\(colour)_left", "pegs", "\(colour) pegs on the board") {
        (state: borrowing Self, _) in state.position.pegsLeft(ofColour: colour)
      }
    }
    return [
      .whole("pegs_left", "pegs", "pegs of all colours on the board") { state, _ in
        state.position.pegsLeft.count
      }
    ] + counts + [
      .whole("balls_left", "balls", "balls left, including this one") { state, _ in
        state.position.balls
      },
      .whole("multiplier", "factor", "factor for points") { state, _ in
        state.position.multiplier
      },
      .real("clock", "s", "time with balls in play plus time of aiming so far") { state, _ in
        state.position.time
      },
      .real("bucket_x", "px", "the middle of the bucket, from the left; null without a bucket") {
        state, _ in
        state.position.world.bucketX
      },
      .whole("last_hits", "pegs", "pegs lit by the previous shot") { state, _ in
        state.position.hits.count
      },
      .whole("legal_moves", "moves", "moves offered to the player") { state, _ in
        state.legalMoveCount
      },
    ]
  }
}

extension PegglePosition {
  /// How many pegs that count as a colour are on the board.
  fileprivate func pegsLeft(ofColour colour: String) -> Int {
    let isOfColour = setup.scripts.map { $0.colour == colour }
    return setup.kinds.indices.count {
      setup.kinds[$0] >= 0 && isOfColour[setup.kinds[$0]] && world.isAlive($0)
    }
  }
}

extension PeggleMove {
  /// The place that was tapped; nil if the aim is an angle.
  fileprivate var tap: (x: Double, y: Double)? {
    if case .tap(let x, let y) = aim { (x, y) } else { nil }
  }
}
