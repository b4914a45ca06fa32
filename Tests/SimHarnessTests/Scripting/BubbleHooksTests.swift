import Testing

@testable import SimHarness

/// The hooks of each bundled bubble on boards made by hand.
@Suite struct BubbleHooksTests {
  private typealias Game = BubbleGame<SmallMask>

  private func events(
    _ grid: [String], row: Int, column: Int, queue: String = "GGG",
    legend: [Character: String] = [:], change: (inout BubbleRules) -> Void = { _ in }
  ) throws -> [String] {
    var game = try Game(
      try Bubbles.level(grid, queue: queue, legend: legend, columns: 6, rows: 9, change: change))
    try game.shoot(atRow: row, column: column)
    return game.names()
  }

  @Test func probe() throws {
    for line in try events(["BBRRBB", "R*BRR"], row: 2, column: 2) { print(line) }
    print("--- bomb")
    for line in try events(["BBRRBB", "R$=RR", "......"], row: 2, column: 2, queue: "BGG") { print(line) }
    print("--- star lightning")
    for line in try events(["BBRRBB", "..x.."], row: 1, column: 3, queue: "RGG", legend: ["x": "crate"]) { print(line) }
    print("--- crate")
    for line in try events(["RB~BRR", "R...."], row: 1, column: 1, queue: "BGG", legend: ["~": "rainbow"]) { print(line) }
    print("--- rainbow")
  }
}
