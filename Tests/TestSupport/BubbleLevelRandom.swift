import BubbleBlastGame
import SimHarness

/// Makes random levels that are right, and random operations on them.
package struct BubbleLevelRandom {
  package var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(key: StreamKey(rawValue: seed)) }

  package static let kinds = [
    "bomb", "lightning", "star", "indestructible", "rainbow", "chameleon", "crate", "timer_bomb",
  ]

  package mutating func isLikely(_ probability: Double) -> Bool { random.uniform() < probability }

  package mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  package mutating func level() -> BubbleLevelFile {
    let isFrozen = isLikely(0.2)
    var level = BubbleLevelFile(
      name: name(), rules: isFrozen ? .frozenBubble : BubbleRules())
    if isLikely(0.3) { level.id = name() }
    if !isFrozen {
      level.rules.columns = 2 + random.below(63)
      level.rules.rows = 9 + random.below(56)
    }
    if isLikely(0.5) { level.rules.shots = isLikely(0.2) ? nil : 1 + random.below(100_000) }
    if isLikely(0.3) { level.rules.preview = random.below(9) }
    if isLikely(0.3) { level.rules.swap = level.rules.preview > 0 }
    if !isFrozen {
      if isLikely(0.2) { level.rules.maxBounces = random.below(10_001) }
      if isLikely(0.2) { level.rules.contact = 0.001 + 0.999 * random.uniform() }
    }
    if isLikely(0.3) { level.rules.descentEvery = isLikely(0.3) ? nil : 1 + random.below(99) }
    if isLikely(0.2) { level.rules.aims = 3 + random.below(1_022) }
    if isLikely(0.2) { level.rules.aimMargin = 0.01 + random.uniform() }
    if isLikely(0.2) { level.rules.matchSize = 2 + random.below(19) }
    if isLikely(0.3) { level.rules.goal = .score(1 + random.below(1_000_000)) }
    if isLikely(0.3) { level.rules.scoring = scoring() }
    if isLikely(0.3) {
      let first = random.below(1_000)
      level.stars = [first, first + 1 + random.below(99), first + 100 + random.below(99)]
    }
    if isLikely(0.3) { level.queue = (0..<random.below(20)).map { _ in colour() } }
    if isLikely(0.3) { level.spawn = spawn() }
    if isLikely(0.2) { level.parameters["crate"] = ["hits": Double(1 + random.below(9))] }
    if isLikely(0.2) { level.parameters["timer_bomb"] = ["fuse": 1 + 98 * random.uniform()] }
    fill(&level, withKinds: !isFrozen)
    return level
  }

  private mutating func fill(_ level: inout BubbleLevelFile, withKinds: Bool) {
    for _ in 0..<random.below(4) {
      let letter = element(Array("BRx*=1zé~@-"))
      let token = withKinds && isLikely(0.6) ? .kind(kind()) : BubbleToken.colour(colour())
      var own = level.legend.own
      own[letter] = token
      level.legend = BubbleLegend(own: own)
    }
    for _ in 0..<random.below(60) {
      let cell = cell(in: level)
      let token = withKinds && isLikely(0.2) ? .kind(kind()) : BubbleToken.colour(colour())
      level.place(token, at: cell, preferring: isLikely(0.5) ? "%" : nil)
    }
  }

  package mutating func cell(in level: BubbleLevelFile) -> Cell {
    let row = random.below(level.rules.rows)
    let width = HexGrid.width(ofRow: row, columns: level.rules.columns)
    return Cell(row: row, column: random.below(width))
  }

  package mutating func colour() -> BubbleColour { element(BubbleColour.allCases) }

  package mutating func kind() -> String { element(Self.kinds) }

  private mutating func scoring() -> BubbleScoring {
    if isLikely(0.3) { return .puzzleBobble }
    var scoring = BubbleScoring.saga
    scoring.matched = random.below(20_001) - 10_000
    scoring.fallen = random.below(100)
    return scoring
  }

  private mutating func spawn() -> BubbleSpawn {
    var spawn = BubbleSpawn(onlyPresent: isLikely(0.5))
    if isLikely(0.7) {
      var weights = (0..<8).map { _ in isLikely(0.5) ? 0.0 : 10 * random.uniform() }
      weights[random.below(8)] = 1
      spawn.weights = weights
    }
    return spawn
  }

  private mutating func name() -> String {
    let letters = Array("abc XYZ019-_.,\"\\/äß漢😀'")
    return "L" + String((0..<random.below(20)).map { _ in element(letters) })
  }

  /// An operation of the shell, sometimes one that cannot be done.
  package mutating func operation(on level: BubbleLevelFile) -> String {
    let cell = cell(in: level)
    let other = self.cell(in: level)
    let what = element(BubbleColour.allCases.map(\.name) + Self.kinds + ["empty", "eraser"])
    switch random.below(12) {
    case 0...3: return "fill \(cell.row),\(cell.column)=\(what)"
    case 4, 5: return "drag \(cell.row),\(cell.column)..\(other.row),\(other.column)=\(what)"
    case 6, 7: return "tap \(cell.row),\(cell.column)"
    case 8: return "erase \(cell.row),\(cell.column)"
    case 9: return isLikely(0.1) ? "reset" : "set name=N\(random.below(9))"
    case 10: return "set shots=\(1 + random.below(99))"
    default: return element(["set rows=9", "set rows=20", "set columns=64", "set preview=3"])
    }
  }
}
