import Testing

@testable import Lab
@testable import SimHarness

@Suite struct TuneSpaceTests {
  private static func space() throws -> TuneSpace {
    try Tuning.plan(
      """
      level: x
      parameters:
        - {path: spawn.weights, simplex: true, least: 0.05}
        - {path: shots, int: [3, 20]}
        - {path: rules.contact, real: [0.7, 1], step: 0.01}
      targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}]
      """, [Tuning.variants(Tuning.bubbles)]
    ).space
  }

  @Test func beginsAtTheLevelAsItIs() throws {
    let space = try Self.space()
    #expect(space.start == [334, 333, 333, 9, 16])
    let values = space.edits(at: space.start, level: 0)
    #expect(values.map(\.value) == [1, 1, 1, 9, .double(0.86)])
    #expect(
      values.map(\.path) == [
        "spawn.weights.blue", "spawn.weights.red", "spawn.weights.green", "shots", "rules.contact",
      ])
  }

  @Test func movesStayWithinTheBounds() throws {
    let space = try Self.space()
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    var point = space.start
    for _ in 0..<5000 {
      let axis = random.below(3)
      let component = random.below(space.axes[axis].count)
      var from: Int? = random.below(space.axes[axis].count)
      if from == component || axis > 0 { from = nil }
      let move = TuneSpace.Move(
        axis: axis, component: component, from: from, parts: random.below(801) - 400)
      guard let next = space.moved(point, by: move) else { continue }
      #expect(next != point)
      point = next
      #expect(point[0..<3].reduce(0, +) == 1000)
      #expect(point[0..<3].allSatisfy { $0 >= 50 })
      #expect((3...20).contains(point[3]))
      #expect((0...30).contains(point[4]))
    }
    #expect(point != space.start)
  }

  @Test func apportionsByLargestRemainders() {
    #expect(TuneSpace.apportioned([1, 1, 1], minimum: 1).sorted() == [333, 333, 334])
    #expect(TuneSpace.apportioned([0, 1], minimum: 20) == [20, 980])
    #expect(
      TuneSpace.apportioned([0.4, 0.3, 0.15, 0.1, 0.05], minimum: 1) == [400, 300, 150, 100, 50])
  }

  @Test func proportionsAreDistances() throws {
    let space = try Self.space()
    let first = space.coordinates(of: [200, 400, 400, 9, 16])
    let second = space.coordinates(of: [400, 300, 300, 9, 16])
    #expect(abs(first[0...2].reduce(0, +)) < 1e-12)
    // ln(400/300) - ln(200/400), scaled.
    let wanted = (DeterministicMath.log(4.0 / 3) - DeterministicMath.log(0.5)) * 0.36
    #expect(abs((second[0] - second[1]) - (first[0] - first[1]) - wanted) < 1e-12)
  }
}
