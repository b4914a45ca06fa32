extension World {
  /// Works out one step and tells what happened in it.
  public mutating func step(emit: (WorldEvent) -> Void) {
    if freeSubsteps > 0 && parameters.substeps == 1 {
      glide(1)
      return
    }
    _ = advance(atMost: 1, emit: emit)
  }

  /// Works out steps up to and including the first in which something happens.
  ///
  /// Returns how many were done, `limit` at most. The same as so many calls of `step`, quicker.
  @discardableResult
  public mutating func advance(atMost limit: Int, emit: (WorldEvent) -> Void) -> Int {
    advance(atMost: limit, passing: { _, _ in false }, emit: emit)
  }

  /// The same, past touches of the only ball that `passing` wants neither told nor stopped for.
  ///
  /// It is given what the ball touched and how many steps are left after that one.
  @inline(__always)
  mutating func advance(
    atMost limit: Int, passing: (Touch, Int) -> Bool, emit: (WorldEvent) -> Void
  ) -> Int {
    if limit <= 0 { return 0 }
    beforeTurn.empty()
    let parts = parameters.substeps
    var left = limit &* parts
    while left > 0 {
      if balls.isEmpty {
        clock &+= left
        return limit
      }
      if advanceSubsteps(&left, passing: passing, emit: emit) {
        if parts == 1 { return limit &- left }
        return limit &- finishStep(left, emit: emit) / parts
      }
    }
    return limit
  }

  /// Finishes the step in which something happened; returns the whole steps' substeps of `left`.
  @inline(never)
  private mutating func finishStep(_ left: Int, emit: (WorldEvent) -> Void) -> Int {
    let rest = left % parameters.substeps
    var last = rest
    while last > 0 {
      if balls.isEmpty {
        clock &+= last
        last = 0
      } else {
        _ = advanceSubsteps(&last, passing: { _, _ in false }, emit: emit)
      }
    }
    return left &- rest
  }

  /// A flight to a bounce, or free substeps and then one that is searched, or `left` free ones;
  /// whether anything was told.
  @inline(__always)
  private mutating func advanceSubsteps(
    _ left: inout Int, passing: (Touch, Int) -> Bool, emit: (WorldEvent) -> Void
  ) -> Bool {
    if parameters.integrator == .msk {
      left &-= 1
      return stepVerlet(emit: emit)
    }
    if freeSubsteps == 0 { lookAhead() }
    if nextAlone != Alone.anything, max(0, freeSubsteps) < left,
      let isTold = flyToAlone(&left, passing: passing, emit: emit)
    {
      return isTold
    }
    if freeSubsteps > 0 {
      let count = min(left, freeSubsteps)
      glide(count)
      left &-= count
      if left == 0 || freeSubsteps >= 0 { return false }
    }
    left &-= 1
    freeSubsteps = 0
    return balls.count == 1 ? sweepSingle(emit: emit) : sweepSeveral(emit: emit)
  }

  /// So many substeps in which no ball meets anything.
  @inline(__always)
  private mutating func glide(_ count: Int) {
    for place in balls.indices {
      balls[place].fly(count, substep: substep, gravity: parameters.gravity)
    }
    clock &+= count
    freeSubsteps &-= count
    // After the last a search is due, unless nothing was in sight.
    if freeSubsteps == 0 && !isOpen { freeSubsteps = -1 }
  }
}
