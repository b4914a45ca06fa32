import Foundation
import Testing

@testable import Agents
@testable import BubblePopGame
@testable import SimHarness

/// Figures that follow from the rules, against many games of fixed seeds.
@Suite struct PopFactsTests {
  /// Standard errors that a figure may be off.
  private static let errors = 4.5

  /// What random play of whole games gives.
  private struct Sums: Observer {
    typealias State = PopState
    var counts = [Int](repeating: 0, count: 5)
    var pops: [(colour: UInt8, points: Int)] = []
    var repeats = 0
    var pairs = 0
    private var last: UInt8?

    mutating func gameDidStart(_ state: borrowing PopState, index: Int) { last = nil }

    mutating func eventDidOccur(_ event: PopEvent) {
      switch event {
      case .spawned(let bubble): counts[Int(bubble.colour)] += 1
      case .popped(_, let colour, let points, _):
        // The first pop of a game goes on no run.
        if let last {
          pairs += 1
          if last == colour { repeats += 1 }
          pops.append((colour, points))
        }
        last = colour
      default: break
      }
    }
  }

  private static let sums: Sums = {
    var sums = Sums()
    var runner = Runner(agent: RandomAgent<PopState>(), name: "random", maxMoves: 20_000)
    let level = PopLevel(name: "facts")
    let streams = LevelStreams(seed: 4, levelID: "facts")
    for index in 0..<150 {
      _ = runner.play(
        level, index: index, streams: GameStreams(level: streams, index: index), scripts: nil,
        observer: &sums)
    }
    return sums
  }()

  private let points = [1.0, 2, 5, 8, 10]
  private let probabilities = [0.4, 0.3, 0.15, 0.1, 0.05]

  @Test func theColoursPassAChiSquareTest() {
    let counts = Self.sums.counts
    let total = Double(counts.reduce(0, +))
    #expect(total > 20_000)
    var chi = 0.0
    for (count, probability) in zip(counts, probabilities) {
      let expected = total * probability
      chi += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    // The 0.9999 quantile with 4 degrees of freedom.
    #expect(chi < 23.513)
  }

  @Test func aBubbleIsWorth305PointsOnAverage() {
    let counts = Self.sums.counts.map(Double.init)
    let total = counts.reduce(0, +)
    let mean = zip(counts, points).reduce(0) { $0 + $1.0 * $1.1 } / total
    #expect(abs(mean - 3.05) < Self.errors * (7.4475 / total).squareRoot())
    let square = zip(counts, points).reduce(0) { $0 + $1.0 * ($1.1 - 3.05) * ($1.1 - 3.05) }
    let fourth = zip(probabilities, points).reduce(0) {
      let d = $1.1 - 3.05
      return $0 + $1.0 * d * d * d * d
    }
    let spread = ((fourth - 7.4475 * 7.4475) / total).squareRoot()
    #expect(abs(square / total - 7.4475) < Self.errors * spread)
  }

  @Test func everyThirdOrFourthPopGoesOnARun() {
    let sums = Self.sums
    let total = Double(sums.pairs)
    #expect(total > 5_000)
    let share = Double(sums.repeats) / total
    // Neighbouring pairs share a pop; twice the variance of independent ones bounds theirs.
    #expect(abs(share - 0.285) < Self.errors * (2 * 0.285 * 0.715 / total).squareRoot())
  }

  @Test func aRandomPopIsWorth342Points() {
    let pops = Self.sums.pops
    let mean = Double(pops.reduce(0) { $0 + $1.points }) / Double(pops.count)
    // The variance of a pop with runs, and pairs that share a pop.
    #expect(abs(mean - 3.42) < Self.errors * (2 * 7.98 / Double(pops.count)).squareRoot())
  }

  /// The model alone, in a flat loop: 10^5 refreshes, with `PLAYTEST_FULL_SWEEP=1` 10^6.
  @Test func nothingOverlapsOrLeavesTheScreen() throws {
    let level = PopGame.level {
      $0.maxBubbles = 30
      $0.duration = 500
    }
    let isFull = ProcessInfo.processInfo.environment["PLAYTEST_FULL_SWEEP"] == "1"
    for index in 0..<(isFull ? 2_005 : 201) {
      var game = try PopGame(level, index: index)
      for second in 1..<500 { try game.play(.wait(until: Double(second))) }
      #expect(game.state.view.nextRefresh == 500)
    }
  }

  /// k is uniform in 0...n and the target in 0...15.
  @Test func removedAndAddedCountsAreUniform() throws {
    var targets = [Int](repeating: 0, count: 16)
    var half = (removed: 0, shown: 0)
    for index in 0..<60 {
      var game = try PopGame(PopGame.level(), index: index)
      for second in 1..<60 {
        let shown = game.state.view.bubbles.count
        try game.play(.wait(until: Double(second)))
        guard case .refreshed(_, let removed, let target, _)? = game.events.last else { continue }
        targets[target] += 1
        half.removed += removed
        half.shown += shown
      }
    }
    let expected = Double(targets.reduce(0, +)) / 16
    let chi = targets.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    // The 0.9999 quantile with 15 degrees of freedom.
    #expect(chi < 44.263)
    #expect(abs(Double(half.removed) / Double(half.shown) - 0.5) < 0.03)
  }
}
