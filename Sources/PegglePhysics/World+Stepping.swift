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
  /// Returns how many were done, `limit` at most. The same as so many calls of `step`, but faster.
  @discardableResult
  public mutating func advance(atMost limit: Int, emit: (WorldEvent) -> Void) -> Int {
    var filter = EveryContact()
    return advance(atMost: limit, filter: &filter, emit: emit)
  }

  /// Like `advance(atMost:emit:)`, but continues past contacts that `filter` passes.
  @inlinable
  public mutating func advance(
    atMost limit: Int, filter: inout some ContactFilter, emit: (WorldEvent) -> Void
  ) -> Int {
    if limit <= 0 { return 0 }
    let substeps = parameters.substeps
    var left = beginAdvance(limit)
    while left > 0 {
      switch advanceSubsteps(&left, emit: emit) {
      case .quiet: break
      case .contact(let contact):
        let stepsLeft = substeps == 1 ? left : left / substeps
        if filter.passes(contact, stepsLeft: stepsLeft) { continue }
        emit(.contact(ball: contact.ball, contact.obstacle))
        return limit - finishStep(left, emit: emit)
      case .reported: return limit - finishStep(left, emit: emit)
      }
    }
    return limit
  }

  /// How some substeps ended.
  @usableFromInline
  enum AdvanceResult {
    /// Nothing happened.
    case quiet
    /// Something happened and was emitted.
    case reported
    /// The only ball bounced in the last substep; nothing was emitted.
    case contact(Contact)
  }

  /// The substeps of so many steps.
  @usableFromInline
  mutating func beginAdvance(_ steps: Int) -> Int {
    beforeTurn.empty()
    return steps &* parameters.substeps
  }

  /// Finishes the step in which something happened; returns the whole steps of `left`.
  @usableFromInline
  mutating func finishStep(_ left: Int, emit: (WorldEvent) -> Void) -> Int {
    let parts = parameters.substeps
    if parts == 1 { return left }
    var rest = left % parts
    while rest > 0 {
      if case .contact(let contact) = advanceSubsteps(&rest, emit: emit) {
        emit(.contact(ball: contact.ball, contact.obstacle))
      }
    }
    return left / parts
  }

  /// Advances up to and including the first substep in which something happens.
  ///
  /// The loop is here and not with the caller, who is in another module: a call is made only where
  /// there is something to report.
  @usableFromInline
  mutating func advanceSubsteps(_ left: inout Int, emit: (WorldEvent) -> Void) -> AdvanceResult {
    while left > 0 {
      let result = advanceFlight(&left, emit: emit)
      if case .quiet = result { continue }
      return result
    }
    return .quiet
  }

  /// A flight to a bounce, or clear substeps and then one that is swept, or `left` clear ones.
  @inline(__always)
  private mutating func advanceFlight(
    _ left: inout Int, emit: (WorldEvent) -> Void
  ) -> AdvanceResult {
    if balls.isEmpty {
      clock &+= left
      left = 0
      return .quiet
    }
    if parameters.integrator == .msk {
      left &-= 1
      return stepVerlet(emit: emit) ? .reported : .quiet
    }
    if !forecast.isKnown { updateForecast() }
    if forecast.candidate != .unknown, forecast.clearSubsteps < left,
      let result = flyToCandidate(&left)
    {
      return result
    }
    if forecast.clearSubsteps > 0 {
      let count = min(left, forecast.clearSubsteps)
      glide(count)
      left &-= count
      if left == 0 || forecast.clearSubsteps > 0 || !forecast.isKnown { return .quiet }
    }
    left &-= 1
    forecast.isKnown = false
    let didReport = balls.count == 1 ? sweepSingle(emit: emit) : sweepSeveral(emit: emit)
    return didReport ? .reported : .quiet
  }

  /// So many substeps in which no ball hits anything.
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
