/// Small changes of a level, drawn at random, for games whose levels have a layout.
enum LevelMutation {
  /// The most cells or objects that are changed at once.
  private static let mostEdits = 4
  /// How far the number of shots or balls is moved: a share of it (standard deviation).
  private static let stride = 0.2

  /// The level with a few cells or objects changed, and often with more or fewer shots; nil in
  /// games where there is nothing to change, and where what came out is no level to play.
  static func mutated(_ file: LevelFile, using random: inout SeededRandom) -> LevelFile? {
    switch file {
    case .bubbleBlast(let level): mutated(level, using: &random).map { .bubbleBlast($0) }
    case .peggle(let level): mutated(level, using: &random).map { .peggle($0) }
    case .bubblePop, .cards: nil
    }
  }

  private static func mutated(
    _ level: BubbleLevelFile, using random: inout SeededRandom
  ) -> BubbleLevelFile? {
    var level = level
    let cells = level.bubbles.keys.sorted()
    let colours = level.colours
    guard !cells.isEmpty, colours.count > 1 else { return nil }
    for _ in 0...random.below(mostEdits) {
      let cell = cells[random.below(cells.count)]
      switch random.below(4) {
      case 0 where cell.row > 0: level[cell] = nil
      case 1:
        // A colour from beside: patches grow.
        let around = HexGrid.neighbours(of: cell).filter(level.contains)
        if let token = around[random.below(around.count)].token(in: level) { level[cell] = token }
      case 2:
        let around = HexGrid.neighbours(of: cell).filter { level.contains($0) }
        let free = around[random.below(around.count)]
        if level[free] == nil, free.row + 2 < level.rules.rows {
          level[free] = .colour(colours[random.below(colours.count)])
        }
      default: level[cell] = .colour(colours[random.below(colours.count)])
      }
    }
    if let shots = level.rules.shots, random.uniform() < 0.7 {
      level.rules.shots = moved(shots, in: 1...500, using: &random)
    }
    level.dropLoose()
    return level.bubbles.isEmpty ? nil : level
  }

  private static func mutated(
    _ level: PeggleLevelFile, using random: inout SeededRandom
  ) -> PeggleLevelFile? {
    var level = level
    let pegs = level.objects.indices.filter { level.objects[$0].colour != nil }
    guard pegs.count > 2 else { return nil }
    for _ in 0...random.below(mostEdits) {
      let first = pegs[random.below(pegs.count)]
      let second = pegs[random.below(pegs.count)]
      guard case .peg(let one, let radius) = level.objects[first].form,
        case .peg(let other, let otherRadius) = level.objects[second].form
      else { continue }
      level.objects[first].form = .peg(colour: other, radius: radius)
      level.objects[second].form = .peg(
        colour: random.below(2) == 0 ? one : other, radius: otherRadius)
    }
    if random.uniform() < 0.7 {
      level.rules.balls = moved(level.rules.balls, in: 1...100, using: &random)
    }
    return level
  }

  private static func moved(
    _ number: Int, in range: ClosedRange<Int>, using random: inout SeededRandom
  ) -> Int {
    let step = (random.gaussian() * stride * Double(number)).rounded()
    let whole = step == 0 ? (random.below(2) == 0 ? -1 : 1) : Int(step)
    return min(max(number + whole, range.lowerBound), range.upperBound)
  }
}

extension Cell {
  fileprivate func token(in level: BubbleLevelFile) -> BubbleToken? { level[self] }
}

extension BubbleLevelFile {
  /// Takes away what hangs from nothing.
  mutating func dropLoose() {
    var held = bubbles.keys.filter { $0.row == 0 }.sorted()
    var isHeld = Set(held)
    while let cell = held.popLast() {
      for neighbour in HexGrid.neighbours(of: cell)
      where bubbles[neighbour] != nil && isHeld.insert(neighbour).inserted {
        held.append(neighbour)
      }
    }
    for cell in Array(bubbles.keys) where !isHeld.contains(cell) { self[cell] = nil }
  }
}
