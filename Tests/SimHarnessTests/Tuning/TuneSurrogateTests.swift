import Testing

@testable import Lab
@testable import SimHarness

@Suite struct TuneSurrogateTests {
  @Test func findsAStraightLine() {
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    let observations = (0..<40).map { _ in
      let x = [random.uniform(), random.uniform(), random.uniform()]
      return TuneSurrogate.Observation(
        coordinates: x, link: 0.5 + 3 * x[0] - 2 * x[1], variance: 1e-6)
    }
    let centre = [0.5, 0.5, 0.5]
    let model = TuneSurrogate(
      observations, centre: centre, bears: [true, true, false], slopeUnit: 1)
    #expect(abs(model.link(at: centre) - 1) < 1e-3)
    #expect(abs(model.link(at: [0.9, 0.5, 0.1]) - 2.2) < 2e-3)
    #expect(model.coefficients.count == 3, "what does not bear on the figure has no slope")
  }

  @Test func solvesWhatItWasGiven() {
    let matrix = [[4.0, 0, 0], [2, 5, 0], [1, 0.5, 3]]
    let root = TuneSurrogate.cholesky(matrix)
    let solution = TuneSurrogate.solve(root, [1, 2, 3])
    // The full symmetric matrix times the solution.
    let full = [[4.0, 2, 1], [2, 5, 0.5], [1, 0.5, 3]]
    for (row, wanted) in zip(full, [1.0, 2, 3]) {
      let product = zip(row, solution).map { $0 * $1 }.reduce(0, +)
      #expect(abs(product - wanted) < 1e-12)
    }
  }

  /// A logistic regression on marks: where all games are passed, log odds of counts mislead.
  @Test func fitsPassMarksAsALogisticRegressionDoes() {
    // Games of three points and the rates that the odds -2 + 4 x give, to the last game.
    let observations = [(0.5, 500), (0.25, 269), (0.75, 731)].map { x, passed in
      let marks = PassMarks(passed: passed, games: 1000)
      return TuneSurrogate.Observation(coordinates: [x], link: 0, variance: 1, marks: marks)
    }
    let model = TuneSurrogate(observations, centre: [0.5], bears: [true], slopeUnit: 1)
    #expect(abs(model.coefficients[0]) < 1e-3)
    #expect(abs(model.coefficients[1] - 4) < 0.05)
    // The variance of log odds at a half is 4 a game; the points beside add to what is known.
    #expect(model.variance < 4.0 / 1000 && model.variance > 4.0 / 3000)
  }

  @Test func aPointThatAllPassIsNoOutlier() {
    let marks = PassMarks(passed: 100, games: 100)
    let work = marks.working(at: 5)
    #expect(work.link > 5 && work.link < 6.01)
    #expect(abs(work.variance - 1 / (100 * 0.006648)) < 0.01)
    #expect(PassMarks(passed: 0, games: 10).working(at: 50).variance.isFinite)
  }

  @Test func withoutGamesNothingIsKnown() {
    let model = TuneSurrogate([], centre: [0, 0], bears: [true, true], slopeUnit: 1)
    #expect(model.link(at: [1, 1]) == 0)
  }
}
