/// Watches balls that touch something, for those that lie still, and pegs that count their hits.
///
/// Speeds are those from touch to touch, so that a ball that trembles in its place counts as still
/// in either integrator.
struct PeggleStuckBalls {
  /// What is done about a ball.
  enum Measure {
    /// It is told to be stuck, and the lit pegs go.
    case told
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
    var isTold = false

    /// Whether it is slow.
    mutating func touch(x: Double, y: Double, step: Int, limit: Double) -> Bool {
      let gap = step - self.step
      if gap == 0 { return false }
      let dx = x - self.x
      let dy = y - self.y
      let way = limit * Double(gap)
      let isSlow = gap <= PeggleStuckBalls.mostGap && dx * dx + dy * dy < way * way
      if !isSlow {
        slowSince = -1
        isTold = false
      } else if slowSince < 0 {
        slowSince = self.step
      }
      self.step = step
      self.x = x
      self.y = y
      return isSlow
    }
  }

  private var tracks: [Track] = []
  private var hits: [(object: Int, step: Int)] = []
  /// Whether any ball is slow now.
  private(set) var isAny = false

  /// Steps between two touches beyond which a ball was free in between.
  private static let mostGap = 4
  /// Touches of one peg that are less than this apart are one hit, in s.
  private static let sameHit = 0.25

  /// A ball has touched something other than a wall in this step and is at (`x`, `y`).
  ///
  /// `limit` is how far a ball that is still may go in a step, in px.
  mutating func touch(ball id: Int, x: Double, y: Double, step: Int, limit: Double) {
    for index in tracks.indices where tracks[index].ball == id {
      if tracks[index].touch(x: x, y: y, step: step, limit: limit) { isAny = true }
      return
    }
    tracks.append(Track(ball: id, step: step, x: x, y: y))
  }

  /// How many steps after `step` nothing is due to the one ball that is slow, if it lies where it
  /// is: two fewer than there are, so that what is due then is found step by step.
  func stepsAtRest(step: Int, rules: PeggleRules) -> Int {
    guard let place = tracks.firstIndex(where: { $0.slowSince >= 0 }),
      tracks[place].step == step, tracks.count(where: { $0.slowSince >= 0 }) == 1
    else { return 0 }
    let track = tracks[place]
    let due = track.isTold ? rules.releaseTime : min(rules.stuckTime, rules.releaseTime)
    let steps = min(due / rules.step, 1e9)
    return max(0, Int(steps) - 2 - (step - track.slowSince))
  }

  /// The slow ball has gone on touching what it touches for so many steps.
  mutating func rest(steps count: Int) {
    for place in tracks.indices where tracks[place].slowSince >= 0 { tracks[place].step += count }
  }

  /// The balls that have been still for long enough, and what is due; in order of first touch.
  mutating func due(step: Int, rules: PeggleRules) -> [(ball: Int, Measure)] {
    var found: [(ball: Int, Measure)] = []
    isAny = false
    for index in tracks.indices where tracks[index].slowSince >= 0 {
      if step - tracks[index].step > Self.mostGap {
        tracks[index].slowSince = -1
        tracks[index].isTold = false
        continue
      }
      isAny = true
      let slow = Double(step - tracks[index].slowSince) * rules.step
      if slow >= rules.stuckTime && !tracks[index].isTold {
        tracks[index].isTold = true
        found.append((tracks[index].ball, .told))
      }
      if slow >= rules.releaseTime {
        // What then holds it is given the same time.
        tracks[index].slowSince = step
        found.append((tracks[index].ball, .passes))
      }
    }
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

  /// The balls are elsewhere: nothing is known of their speeds.
  mutating func forget() {
    tracks.removeAll(keepingCapacity: true)
    isAny = false
  }
}
