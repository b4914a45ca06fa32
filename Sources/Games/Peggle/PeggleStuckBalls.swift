import SimHarness

/// Watches balls in contact to find stuck ones, and counts hits of pegs.
///
/// `due` says when something is done about a ball, by the times of `PeggleRules`, and `stepsAtRest`
/// when that is next; `PeggleShot.release` in `PeggleState+Rules.swift` does it.
///
/// Speeds are those from touch to touch, so that a ball that jitters in place counts as still with
/// either integrator.
struct PeggleStuckBalls {
  /// What is done about a ball.
  enum Measure {
    /// It is reported as stuck, and the lit pegs are removed.
    case reported
    /// It passes through what holds it.
    case passes
  }

  private struct Track {
    let ball: Int
    var step: Int
    var x: Double
    var y: Double
    /// The step since which it has been slow; -1: it is not.
    var slowSince = -1
    var isReported = false

    /// Whether it is slow.
    mutating func touch(x: Double, y: Double, step: Int, limit: Double) -> Bool {
      let gap = step - self.step
      if gap == 0 { return false }
      let dx = x - self.x
      let dy = y - self.y
      let distance = limit * Double(gap)
      let isSlow = gap <= PeggleStuckBalls.maxGap && dx * dx + dy * dy < distance * distance
      if !isSlow {
        slowSince = -1
        isReported = false
      } else if slowSince < 0 {
        slowSince = self.step
      }
      self.step = step
      self.x = x
      self.y = y
      return isSlow
    }
  }

  /// The track of the ball that touched something first, nearly always the only one, and the
  /// others' tracks.
  private var first: Track?
  private var others: [Track] = []
  private var hits: [(object: Int, step: Int)] = []
  /// Whether any ball is slow now.
  private(set) var isAny = false

  /// Steps between two touches beyond which a ball was free in between.
  private static let maxGap = 4
  /// Touches of one peg that are less than this apart are one hit, in s.
  private static let sameHit = 0.25

  /// A ball has touched something other than a wall in this step and is at (`x`, `y`).
  ///
  /// `limit` is how far a ball that is still may go in a step, in px.
  @inline(__always)
  mutating func touch(ball id: Int, x: Double, y: Double, step: Int, limit: Double) {
    if first?.ball == id {
      if first?.touch(x: x, y: y, step: step, limit: limit) == true { isAny = true }
    } else {
      touchNotFirst(ball: id, x: x, y: y, step: step, limit: limit)
    }
  }

  @inline(never)
  private mutating func touchNotFirst(
    ball id: Int, x: Double, y: Double, step: Int, limit: Double
  ) {
    guard first != nil else {
      first = Track(ball: id, step: step, x: x, y: y)
      return
    }
    for index in others.indices where others[index].ball == id {
      if others[index].touch(x: x, y: y, step: step, limit: limit) { isAny = true }
      return
    }
    others.append(Track(ball: id, step: step, x: x, y: y))
  }

  /// The number of steps after `step` in which nothing is due for the only slow ball if it stays
  /// where it is, minus two, so that the due step itself is found step by step.
  mutating func stepsAtRest(step: Int, rules: PeggleRules) -> Int {
    var slow: Track?
    var count = 0
    forEachSlow {
      slow = $0
      count += 1
    }
    guard count == 1, let track = slow, track.step == step else { return 0 }
    let due = track.isReported ? rules.releaseTime : min(rules.stuckTime, rules.releaseTime)
    let steps = min(due / rules.step, 1e9)
    return max(0, Int(steps) - 2 - (step - track.slowSince))
  }

  /// The slow ball has kept its contacts for this many steps.
  mutating func rest(steps count: Int) {
    forEachSlow { $0.step += count }
  }

  /// Those of the balls that are slow, in order of first touch.
  private mutating func forEachSlow(_ body: (inout Track) -> Void) {
    if var track = first, track.slowSince >= 0 {
      body(&track)
      first = track
    }
    for index in others.indices where others[index].slowSince >= 0 { body(&others[index]) }
  }

  /// The balls that have been still for long enough, and what is due; in order of first touch.
  mutating func due(step: Int, rules: PeggleRules) -> [(ball: Int, Measure)] {
    var found: [(ball: Int, Measure)] = []
    var isAny = false
    forEachSlow { track in
      if step - track.step > Self.maxGap {
        track.slowSince = -1
        track.isReported = false
        return
      }
      isAny = true
      let slow = Double(step - track.slowSince) * rules.step
      if slow >= rules.stuckTime && !track.isReported {
        track.isReported = true
        found.append((track.ball, .reported))
      }
      if slow >= rules.releaseTime {
        // A body that holds it afterwards gets the same time.
        track.slowSince = step
        found.append((track.ball, .passes))
      }
    }
    self.isAny = isAny
    return found
  }

  /// Whether a touch of a peg that is not lit by hits is a new hit; a ball that stays is not.
  mutating func isNewHit(of object: Int, step: Int, rules: PeggleRules) -> Bool {
    guard let place = hits.firstIndex(where: { $0.object == object }) else {
      hits.append((object, step))
      return true
    }
    let isNew = Double(step - hits[place].step) * rules.step >= Self.sameHit
    hits[place].step = step
    return isNew
  }

  /// The balls have been moved: their speeds are unknown.
  mutating func forget() {
    first = nil
    others.empty()
    isAny = false
  }
}
