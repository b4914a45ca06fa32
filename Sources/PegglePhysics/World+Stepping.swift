import StableNumerics

extension World {
  /// Does one step; `emit` receives what happened in it, in order.
  public mutating func step(emit: (WorldEvent) -> Void) {
    if forecast.clearSubsteps > 0 && parameters.substeps == 1 {
      glide(1)
      return
    }
    _ = advance(atMost: 1, emit: emit)
  }

  /// Does steps up to and including the first in which something happens.
  ///
  /// Returns how many were done, `limit` at most. The same as that number of calls of `step`, but
  /// faster.
  @discardableResult
  public mutating func advance(atMost limit: Int, emit: (WorldEvent) -> Void) -> Int {
    if limit <= 0 { return 0 }
    beforeTurn.empty()
    var left = limit &* parameters.substeps
    while left > 0 {
      if advanceToEvent(&left, emit: emit) { return limit &- finishStep(left, emit: emit) }
    }
    return limit
  }

  /// Does substeps up to one in which something may happen; whether anything did.
  ///
  /// One function for all callers: specialised for each of them it took 4% longer.
  @inline(never)
  private mutating func advanceToEvent(_ left: inout Int, emit: (WorldEvent) -> Void) -> Bool {
    var filter = EveryContact()
    return advanceSubsteps(&left, filter: &filter, emit: emit)
  }

  /// Like `advance(atMost:emit:)`, but continues past contacts that `filter` passes.
  ///
  /// Optimised across modules, this and what it calls are specialised where they are called, so
  /// that the loop over bounces, filter included, is one function.
  public mutating func advance(
    atMost limit: Int, filter: inout some ContactFilter, emit: (WorldEvent) -> Void
  ) -> Int {
    if limit <= 0 { return 0 }
    beforeTurn.empty()
    var left = limit &* parameters.substeps
    while left > 0 {
      if advanceSubsteps(&left, filter: &filter, emit: emit) {
        return limit &- finishStep(left, emit: emit)
      }
    }
    return limit
  }

  /// Finishes the step in which something happened; returns the whole steps of `left`.
  @inline(__always)
  private mutating func finishStep(_ left: Int, emit: (WorldEvent) -> Void) -> Int {
    let parts = parameters.substeps
    if parts == 1 { return left }
    finishSubsteps(left % parts, emit: emit)
    return left / parts
  }

  @inline(never)
  private mutating func finishSubsteps(_ count: Int, emit: (WorldEvent) -> Void) {
    var left = count
    while left > 0 { _ = advanceToEvent(&left, emit: emit) }
  }

  /// A flight from bounce to bounce, or clear substeps and then one that is swept, or `left` clear
  /// ones; whether anything was reported.
  @inline(__always)
  private mutating func advanceSubsteps(
    _ left: inout Int, filter: inout some ContactFilter, emit: (WorldEvent) -> Void
  ) -> Bool {
    if balls.isEmpty {
      clock &+= left
      left = 0
      return false
    }
    if parameters.integrator == .msk {
      left &-= 1
      return stepVerlet(emit: emit)
    }
    if !forecast.isKnown { updateForecast() }
    if forecast.candidate != .unknown, forecast.clearSubsteps < left,
      let didReport = flyToCandidates(&left, filter: &filter, emit: emit)
    {
      return didReport
    }
    if forecast.clearSubsteps > 0 {
      let count = min(left, forecast.clearSubsteps)
      glide(count)
      left &-= count
      if left == 0 || forecast.clearSubsteps > 0 || !forecast.isKnown { return false }
    }
    left &-= 1
    forecast.isKnown = false
    return balls.count == 1 ? sweepSingle(emit: emit) : sweepSeveral(emit: emit)
  }

  /// `count` substeps in which no ball hits anything.
  @inline(__always)
  private mutating func glide(_ count: Int) {
    for place in balls.indices {
      balls[place].fly(count, substep: substep, gravity: parameters.gravity)
    }
    clock &+= count
    forecast.clearSubsteps &-= count
    // After the last one a sweep is due, unless a probe from there sees that nothing is near.
    if forecast.clearSubsteps == 0 && forecast.endsAtHorizon { forecast.isKnown = false }
  }
}
