import SimHarness

/// What wins and what loses under a mode that does not say how near its goal is.
///
/// Found by asking `is_won` and `is_lost` about positions that were never played. A mode's script
/// sees only a few numbers of a game. Each that it reads is changed alone until the answer changes;
/// where no single number wins, all are changed together and then put back one by one. It knows the
/// level and the named numbers of the position, so no more than its player.
struct PeggleGoal: Equatable {
  /// A number that a mode's script sees.
  enum Quantity: Hashable {
    case orangeLeft, score, balls, litInShot
    /// Whole seconds on the game's clock.
    case seconds
    case variable(String)
  }

  /// Where an answer changes.
  struct Threshold: Equatable {
    var quantity: Quantity
    var value: Int
    /// The distance that counts as the whole distance; at least 1.
    var scale: Double

    /// 1 at the threshold, 0 at the whole distance from it.
    func nearness(of current: Int) -> Double {
      max(0, 1 - Double(current - value).magnitude / scale)
    }
  }

  /// Each of these wins: all its thresholds together.
  var wins: [[Threshold]] = []
  /// Each of these loses, beside the lack of balls.
  var losses: [Threshold] = []

  /// Whether clearing the orange pegs is all that wins, and only the lack of balls loses.
  var isOrangeOnly: Bool {
    losses.isEmpty && wins.count == 1 && wins[0].count == 1
      && wins[0][0].quantity == .orangeLeft
  }

  /// Whether nothing was found that wins.
  var isUnknown: Bool { wins.isEmpty }

  /// Whether using up the balls wins.
  var usesUpBalls: Bool {
    wins.contains { $0.contains { $0.quantity == .balls && $0.value == 0 } }
  }

  /// How near to the goal a shot has come, 0...1: the maximum over the ways to win, lower if losing
  /// is near.
  func progress(of shot: PeggleShot) -> Double {
    var best = 0.0
    for alternative in wins {
      let sum = alternative.reduce(0.0) { $0 + $1.nearness(of: $1.quantity.value(in: shot)) }
      best = max(best, sum / Double(alternative.count))
    }
    guard !losses.isEmpty else { return best }
    let danger = losses.reduce(0.0) { max($0, $1.nearness(of: $1.quantity.value(in: shot))) }
    return best * (0.4 + 0.6 * (1 - danger))
  }
}

extension PeggleGoal.Quantity {
  /// The number as it stands in a shot that was played.
  func value(in shot: PeggleShot) -> Int {
    switch self {
    case .orangeLeft: shot.orangeLeft
    case .score: shot.position.score
    case .balls: shot.position.balls
    case .litInShot: shot.hits.count
    case .seconds: Int(saturating: min(shot.position.time, 1e9))
    case .variable(let name): shot.position.variables.first { $0.name == name }?.value ?? 0
    }
  }

  fileprivate func set(_ value: Int, in position: inout PegglePosition) {
    switch self {
    case .orangeLeft: position.orangeLeft = value
    case .score: position.score = value
    case .balls: position.balls = value
    case .litInShot: position.hits = Array(0..<value)
    case .seconds: position.aimingTime = Double(value)
    case .variable(let name):
      position.variables.set(name, to: value)
    }
  }
}

extension PeggleGoal {
  /// Asks the mode of a level.
  ///
  /// `shot` is used for the questions. `variables` are the named numbers as they stand; which of
  /// them matter shows in what the mode reads when it is asked.
  init(of level: PeggleLevel, variables: [ScriptVariable], asking shot: PeggleShot) {
    var base = PegglePosition(level: level)
    base.variables = variables
    shot.notesReads = true
    shot.reads.removeAll()
    defer { shot.notesReads = false }
    var search = PeggleGoalSearch(base: base, shot: shot)
    guard !search.holds(.isWon, []) else { return }
    let readForWon = shot.reads
    shot.reads.removeAll()
    guard !search.holds(.isLost, []) else { return }
    let readForLost = shot.reads
    shot.reads = readForWon + readForLost
    // An answer that does not read a number is the same whatever that number is. What is read may
    // depend on other numbers, so the list grows while it is gone through.
    var place = 0
    while place < search.quantities.count {
      let quantity = search.quantities[place]
      place += 1
      defer { search.addNames() }
      if readForWon.contains(quantity), let value = search.nearest(quantity, .isWon) {
        wins.append([search.threshold(quantity, value)])
      }
      // An immediate loss is handled elsewhere; a shortage of balls counts in any mode.
      if quantity != .litInShot, quantity != .balls, readForLost.contains(quantity),
        let value = search.nearest(quantity, .isLost)
      {
        losses.append(search.threshold(quantity, value))
      }
    }
    if wins.isEmpty, let thresholds = search.together() { wins = [thresholds] }
  }
}

/// The questions by which a goal is found.
private struct PeggleGoalSearch {
  typealias Quantity = PeggleGoal.Quantity

  let base: PegglePosition
  let shot: PeggleShot
  private(set) var quantities: [Quantity] = [.orangeLeft, .score, .balls, .litInShot, .seconds]

  /// The maximum change of a number in steps of one.
  private static let nearby = 100
  /// The maximum change of a score, a clock or a named number.
  private static let farthest = 1 << 24

  init(base: PegglePosition, shot: PeggleShot) {
    self.base = base
    self.shot = shot
  }

  /// Adds the named numbers that the mode has read since.
  mutating func addNames() {
    for read in shot.reads where !quantities.contains(read) { quantities.append(read) }
  }

  /// A hook's answer with these numbers changed; a fault counts as no.
  func holds(_ hook: PeggleScript.Hook, _ changes: [(Quantity, Int)]) -> Bool {
    var position = base
    for (quantity, value) in changes { quantity.set(value, in: &position) }
    shot.restart(from: position, offset: 0)
    do throws(ScriptFault) {
      return try shot.holds(hook)
    } catch {
      return false
    }
  }

  private func start(_ quantity: Quantity) -> Int {
    shot.restart(from: base, offset: 0)
    return quantity.value(in: shot)
  }

  private func range(_ quantity: Quantity) -> ClosedRange<Int> {
    switch quantity {
    case .orangeLeft: 0...base.setup.orangeCount
    case .balls: 0...(base.balls + Self.nearby)
    case .litInShot: 0...base.setup.pegCount
    case .score, .seconds: 0...Self.farthest
    case .variable: -Self.farthest...Self.farthest
    }
  }

  func threshold(_ quantity: Quantity, _ value: Int) -> PeggleGoal.Threshold {
    var distance = Double(value - start(quantity)).magnitude
    if case .variable = quantity { distance = max(distance, Double(value).magnitude) }
    return PeggleGoal.Threshold(quantity: quantity, value: value, scale: max(1, distance))
  }

  /// The nearest value at which a hook says yes, all else being as it is.
  func nearest(_ quantity: Quantity, _ hook: PeggleScript.Hook) -> Int? {
    let range = range(quantity)
    let start = start(quantity)
    // Small numbers may have to be met exactly; a score or a clock is only passed.
    if quantity != .score && quantity != .seconds {
      for offset in 1...Self.nearby {
        for value in [start + offset, start - offset] where range.contains(value) {
          if holds(hook, [(quantity, value)]) { return value }
        }
      }
      guard case .variable = quantity else { return nil }
    }
    for sign in [1, -1] {
      if let value = passed(quantity, hook, from: start, sign: sign, within: range) {
        return value
      }
    }
    return nil
  }

  /// Where the answer becomes yes in one direction: doubling, then halving the step.
  private func passed(
    _ quantity: Quantity, _ hook: PeggleScript.Hook, from start: Int, sign: Int,
    within range: ClosedRange<Int>
  ) -> Int? {
    var step = 1
    while range.contains(start + sign * step), !holds(hook, [(quantity, start + sign * step)]) {
      step *= 2
    }
    guard range.contains(start + sign * step) else { return nil }
    var no = step / 2
    while step - no > 1 {
      let middle = no + (step - no) / 2
      if holds(hook, [(quantity, start + sign * middle)]) { step = middle } else { no = middle }
    }
    return start + sign * step
  }

  /// Numbers that win together and not one by one.
  mutating func together() -> [PeggleGoal.Threshold]? {
    for balls in [base.balls, 0, base.balls, 0] {
      // The second time with what was read the first time.
      addNames()
      var point = quantities.map { quantity -> (Quantity, Int) in
        switch quantity {
        case .orangeLeft: (quantity, 0)
        case .balls: (quantity, balls)
        case .litInShot: (quantity, base.setup.pegCount)
        case .seconds: (quantity, 0)
        case .score, .variable: (quantity, Self.farthest)
        }
      }
      guard holds(.isWon, point) else { continue }
      for place in point.indices {
        let far = point[place].1
        let near = start(point[place].0)
        point[place].1 = near
        if near == far || holds(.isWon, point) { continue }
        // From `near`, which is not enough, to `far`, which is.
        var (no, yes) = (near, far)
        while (yes - no).magnitude > 1 {
          point[place].1 = no + (yes - no) / 2
          if holds(.isWon, point) { yes = point[place].1 } else { no = point[place].1 }
        }
        point[place].1 = yes
      }
      return point.filter { $0.1 != start($0.0) }.map { threshold($0.0, $0.1) }
    }
    return nil
  }
}
