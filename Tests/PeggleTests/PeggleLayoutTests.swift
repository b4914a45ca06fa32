import Testing

@testable import PeggleGame
@testable import SimHarness

@Suite struct PeggleLayoutTests {
  private func peg(_ x: Double, _ y: Double, _ radius: Double = 20) -> PeggleObject {
    PeggleObject(.peg(colour: "blue", radius: radius), x: x, y: y)
  }

  @Test func touchingIsLegal() {
    let objects = [
      peg(100, 200), peg(140, 200),
      PeggleObject(.block(width: 40, height: 40), x: 180, y: 200),
      PeggleObject(.triangle(width: 40, height: 40), x: 220, y: 200), peg(20, 300), peg(780, 580),
      // The ball in the cannon's mouth has a radius of 20.
      peg(440, 50), peg(400, 90),
    ]
    #expect(PeggleLayout.problems(of: objects, rules: PeggleRules()) == [])
  }

  @Test func reportsWhatOverlapsLeavesOrCovers() {
    let objects: [PeggleObject?] = [
      peg(100, 200), nil, peg(130, 200), peg(400, 80), peg(15, 300), peg(785, 590),
      PeggleObject(.block(width: 40, height: 40), x: 100, y: 230, rotation: Double.pi / 4),
    ]
    let problems = PeggleLayout.problems(of: objects, rules: PeggleRules())
    #expect(
      problems.map { "\($0.object ?? -1): \($0.description)" } == [
        "2: this overlaps $.objects[0] by 10 px; move one of them away or set \"overlaps\" to true",
        "3: this covers the cannon's mouth at (400, 50), where a ball of radius 20 starts, "
          + "by 10 px; move it away or set \"overlaps\" to true",
        "4: this extends beyond the left edge by 5 px; move it inside",
        "5: this extends beyond the right edge by 5 px; move it inside",
        "5: this extends beyond the bottom edge by 10 px; move it inside",
        "6: this overlaps $.objects[0] by 18.28 px; move one of them away or set \"overlaps\" to "
          + "true",
      ])
    let slight = PeggleLayout.problems(
      of: [peg(100, 200), peg(139.999, 200)], rules: PeggleRules())
    #expect(
      slight.map(\.description).first?.hasPrefix(
        "this overlaps $.objects[0] by less than 0.01 px;") == true)
  }

  /// The sweep finds what comparing all pairs finds.
  @Test func findsEveryPair() {
    var maker = PeggleLevelRandom(seed: 8)
    var found = 0
    for _ in 0..<300 {
      let rules = PeggleRules()
      let objects = (0..<30).map { _ in maker.object(on: rules) }
      var pairs: [[Int]] = []
      for second in objects.indices {
        for first in 0..<second
        where PeggleGeometry.overlaps(objects[first].outline, objects[second].outline) {
          pairs.append([first, second])
        }
      }
      var swept: [[Int]] = []
      for problem in PeggleLayout.problems(of: objects, rules: rules) {
        if case .overlap(let first, let second, _) = problem { swept.append([first, second]) }
      }
      #expect(
        swept.sorted { $0.lexicographicallyPrecedes($1) }
          == pairs.sorted { $0.lexicographicallyPrecedes($1) })
      found += pairs.count
      let last = objects[29]
      let alone = PeggleLayout.problems(
        of: last, at: 29, among: objects, rules: rules)
      #expect(
        alone.count
          == PeggleLayout.problems(of: objects, rules: rules).filter { $0.object == 29 }.count)
    }
    #expect(found > 3_000)
  }

  @Test func listsSoManyPairsAndNoMore() {
    let heap = [PeggleObject](repeating: peg(100, 300), count: 2_000)
    let problems = PeggleLayout.problems(of: heap, rules: PeggleRules())
    #expect(problems.count == PeggleLayout.maxOverlaps + 1)
    #expect(problems.contains(.moreOverlaps(listed: 1_000)))
    // 50 x 40 pegs that touch.
    var rules = PeggleRules()
    rules.width = 2_000
    rules.height = 2_000
    let grid = (0..<2_000).map { index in
      peg(20 + 40 * Double(index % 50), 120 + 40 * Double(index / 50))
    }
    #expect(PeggleLayout.problems(of: grid, rules: rules) == [])
  }
}
