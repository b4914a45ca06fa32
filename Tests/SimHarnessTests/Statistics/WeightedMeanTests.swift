import Testing

@testable import SimHarness

/// Bounds on means by random weights, against the exact ones of two values.
@Suite struct WeightedMeanTests {
  /// With values 0 and 1 the weighted mean is a beta variable, and the bound Clopper and Pearson's:
  /// the share at which as few successes have the probability `error`.
  @Test(arguments: [(0, 40), (1, 40), (3, 40), (20, 40), (39, 40), (2, 200), (100, 200), (1, 5000)])
  func twoValuesGiveTheExactBinomialBound(successes: Int, games: Int) {
    var values = [(value: 0.0, count: games - successes)]
    if successes > 0 { values.append((1, successes)) }
    let bound = WeightedMean(values, highEnd: 1).upperBound(error: 0.025)
    let tail = Statistics.binomialCDF(successes, trials: games, probability: bound)
    #expect(isClose(tail, 0.025, 0.03), "\(bound) \(tail)")
  }

  @Test(arguments: [(1, 40, 0.1), (3, 40, 0.2), (20, 40, 0.6), (100, 200, 0.56)])
  func twoValuesGiveTheExactBinomialTest(successes: Int, games: Int, share: Double) {
    let mean = WeightedMean([(0, games - successes), (1, successes)], highEnd: 1)
    let exact = Statistics.binomialCDF(successes, trials: games, probability: share)
    #expect(isClose(mean.probability(atLeast: share), exact, 0.02))
  }

  /// A bound is where its own tail begins.
  @Test func boundAndProbabilityAgree() {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for _ in 0..<300 {
      let count = 2 + random.below(40)
      let values = Set((0..<count).map { _ in random.below(1000) }).sorted()
        .map { (value: Double($0), count: 1 + random.below(9)) }
      let end = (values.last?.value ?? 0) + Double(random.below(50))
      let mean = WeightedMean(values, highEnd: end)
      for error in [0.001, 0.025, 0.2] {
        let bound = mean.upperBound(error: error)
        #expect(bound <= end)
        if bound < end { #expect(isClose(mean.probability(atLeast: bound), error, 1e-4)) }
      }
    }
  }

  /// Simulated weights: 20,000 draws of the mean of a skewed sample (standard error 0.0011).
  @Test func tailIsThatOfSimulatedWeights() {
    let values: [(value: Double, count: Int)] = [(0, 30), (1, 6), (5, 3), (30, 1)]
    let bound = WeightedMean(values, highEnd: 40).upperBound(error: 0.025)
    var random = SeededRandom(key: StreamKey(rawValue: 9))
    var beyond = 0
    for _ in 0..<20_000 {
      var sum = 0.0
      var total = 0.0
      for (value, count) in values + [(40, 1)] {
        for _ in 0..<count {
          let weight = -DeterministicMath.log(1 - random.uniform())
          sum += weight * value
          total += weight
        }
      }
      if sum / total >= bound { beyond += 1 }
    }
    #expect((0.0215...0.0285).contains(Double(beyond) / 20_000), "\(beyond)")
  }
}
