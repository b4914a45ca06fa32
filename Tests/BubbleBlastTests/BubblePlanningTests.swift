import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import SimHarness

/// What planning players know of Bubble Blast.
@Suite struct BubblePlanningTests {
  /// Groups and lone bubbles, against floods from every cell of random boards.
  @Test func theShapeIsWhatFloodsFind() {
    var random = SeededRandom(key: StreamKey(rawValue: 8))
    for _ in 0..<500 {
      var board = BubbleBoard<SmallMask>()
      for row in 0..<8 {
        for column in 0..<(12 - row % 2) where random.below(3) > 0 {
          let colours = random.below(2) == 0 ? 3 : 7
          board.place(
            BubbleColour.allCases[random.below(colours)], at: Cell(row: row, column: column))
        }
      }
      let shape = board.shape
      var groups = 0
      var singles = 0
      var colours = Set<BubbleColour>()
      var seen = SmallMask()
      var hasHole = false
      for cell in board.occupied.cells {
        guard let colour = board.colour(at: cell) else { continue }
        colours.insert(colour)
        if seen.contains(cell) { continue }
        let group = board.group(of: cell, colour: colour)
        seen.formUnion(group)
        groups += 1
        if group.count == 1 { singles += 1 }
        // A hole takes a ring of six.
        if group.count >= 6 { hasHole = true }
      }
      #expect(shape.bubbles == board.occupied.count && shape.singles == singles)
      #expect(shape.colours == colours.count)
      #expect(shape.groups == groups || (hasHole && shape.groups < groups))
    }
  }

  private func choice(_ model: SkillModel, _ grid: [String], queue: String) throws -> BubbleMove {
    let level = try Bubbles.level(grid, queue: queue) { $0.shots = 10 }
    var context = GameContext(streams: Bubbles.streams())
    let state = try BubbleState<SmallMask>(level: level, in: &context)
    var imagination = GameContext.imagination(for: Bubbles.streams(), scripts: nil)
    var planner = Planner<BubbleState<SmallMask>>(model.effort, hand: model.execution)
    return try planner.choose(Turn(state: state), in: &imagination).move
  }

  /// The least error, in tenths of a degree, that spoils a winning shot.
  private func margin(of angle: Double, _ grid: [String]) throws -> Int {
    let level = try Bubbles.level(grid, queue: "RB")
    for tenths in 0...200 {
      for side in [-1.0, 1.0] {
        var context = GameContext(streams: Bubbles.streams())
        var state = try BubbleState<SmallMask>(level: level, in: &context)
        let error = side * Double(tenths) * Double.pi / 1800
        try state.apply(BubbleMove(angle: angle + error), in: &context) { _ in }
        if state.outcome != .won { return tenths }
      }
    }
    return 201
  }

  /// A hand that trembles aims where it has more room to err, in sum over gaps of all kinds.
  @Test func anUnsteadyHandAimsForTheMiddle() throws {
    var total = (perfect: 0, shaky: 0)
    for column in 0..<11 {
      var row = Array("............")
      row[column] = "R"
      row[column + 1] = "R"
      let grid = [String(row)]
      let perfect = try choice(SkillModel(.planner, .perfect), grid, queue: "RB")
      let shaky = try choice(SkillModel(.planner, .shaky), grid, queue: "RB")
      let margins = (try margin(of: perfect.angle, grid), try margin(of: shaky.angle, grid))
      #expect(margins.0 > 0 && margins.1 > 0, "column \(column): \(margins)")
      total.perfect += margins.0
      total.shaky += margins.1
    }
    #expect(total.shaky > total.perfect, "\(total)")
  }

  /// What any game gets: its lookahead's moves, and the score.
  @Test func plainKnowledgeIsScoreAndOrder() throws {
    let level = try Bubbles.level(["RR....B....."], queue: "RB")
    var context = GameContext(streams: Bubbles.streams())
    var state = try BubbleState<SmallMask>(level: level, in: &context)
    var plain = PlainPlanning<BubbleState<SmallMask>>(hand: .perfect)
    var prospects: [Prospect<BubbleMove>] = []
    try plain.scan(Turn(state: state), isDecision: true, in: &context, into: &prospects)
    let best = try #require(prospects.max { $0.order < $1.order })
    #expect(try plain.rolloutMove(Turn(state: state), in: &context) == best.move)
    #expect(try plain.worth(of: state, in: &context) == 0)
    try state.apply(best.move, in: &context) { _ in }
    #expect(try plain.worth(of: state, in: &context) == 30)
  }
}
