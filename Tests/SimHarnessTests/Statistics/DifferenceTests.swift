import Testing

@testable import SimHarness

/// Differences, their tests and the correction for many of them, against published values.
@Suite struct DifferenceTests {
  /// `scipy.stats.norm.sf`, 1.17.1.
  @Test(arguments: [
    (0, 0.5), (0.1, 0.460172162722971), (0.5, 0.3085375387259869), (1, 0.15865525393145707),
    (1.96, 0.024997895148220435), (2.4, 0.008197535924596131), (2.6, 0.004661188023718747),
    (3, 0.0013498980316300933), (5, 2.866515718791933e-07), (8, 6.22096057427174e-16),
    (20, 2.7536241186061556e-89), (37, 5.7255712225239266e-300),
  ])
  func normalTail(z: Double, tail: Double) {
    #expect(isClose(Statistics.normalUpperTail(z) / tail, 1, 1e-12))
    #expect(isClose(Statistics.normalUpperTail(-z), 1 - tail, 1e-15))
  }

  /// `2 * scipy.stats.t.sf`, 1.17.1.
  @Test(arguments: [
    (0, 3, 1), (1, 1, 0.5), (2, 5, 0.10193947882985835), (2.5, 30.5, 0.018016245863791795),
    (10, 2, 0.00985245702332569), (3, 1e6, 0.0026998625414218),
    (-2, 5, 0.10193947882985835),
  ])
  func studentTails(t: Double, freedom: Double, tails: Double) {
    #expect(
      isClose(Statistics.studentT(beyond: t, degreesOfFreedom: freedom), tails, 1e-11 * tails))
  }

  /// The example of the Wikipedia article "Holm–Bonferroni method", and the edges.
  @Test func holm() {
    let corrected = Statistics.holm([0.01, 0.04, 0.03, 0.005])
    for (value, expected) in zip(corrected, [0.03, 0.06, 0.06, 0.02]) {
      #expect(isClose(value, expected, 1e-15))
    }
    #expect(Statistics.holm([]) == [])
    #expect(Statistics.holm([0.2]) == [0.2])
    #expect(Statistics.holm([0.9, 0.8, 1]) == [1, 1, 1])
    #expect(Statistics.holm([0, 0.5]) == [0, 0.5])
  }

  /// The two examples of Fagerland, Lydersen and Laake (0.0703 and 0.0525) with more digits, and
  /// Agresti's 150 against 86.
  ///
  /// Source: "The McNemar test for binary matched-pairs data", BMC Medical Research Methodology
  /// 13:91, 2013.
  @Test(arguments: [
    (1, 7, 0.0703125), (6, 16, 0.052478790283203125), (0, 0, 1), (5, 5, 1),
    (150, 86, 3.7159361395713866e-05),
  ])
  func mcNemar(gained: Int, lost: Int, p: Double) {
    #expect(isClose(Statistics.mcNemar(gained: gained, lost: lost), p, 1e-11 * p))
    #expect(
      Statistics.mcNemar(gained: lost, lost: gained)
        == Statistics.mcNemar(gained: gained, lost: lost))
  }

  /// Fisher's tea tasting (0.486), and `scipy.stats.fisher_exact`, 1.17.1.
  @Test(arguments: [
    (3, 4, 1, 4, 0.48571428571428565), (10, 10, 0, 10, 1.082508822446903e-05),
    (7, 19, 0, 5, 0.272068511198946), (1234, 5000, 1100, 5000, 0.0016617111319061715),
    (2, 10, 6, 10, 0.16980233388902116), (0, 10, 0, 20, 1), (10, 10, 20, 20, 1),
  ])
  func fisher(successes: Int, trials: Int, other: Int, otherTrials: Int, p: Double) {
    let value = Statistics.fisher(
      successes: successes, trials: trials, otherSuccesses: other, otherTrials: otherTrials)
    #expect(isClose(value, p, 1e-11 * p))
    let swapped = Statistics.fisher(
      successes: other, trials: otherTrials, otherSuccesses: successes, otherTrials: trials)
    #expect(isClose(swapped, value, 1e-11))
  }

  /// Method 10 of Newcombe's table II (36, 12, 2, 0) and of Fagerland, Lydersen and Laake,
  /// "Recommended tests and confidence intervals for paired binomial proportions", Statistics in
  /// Medicine 33, 2014 (-0.507 to -0.026 and -0.119 to -0.005), with more digits.
  @Test(arguments: [
    (
      PairedOutcomes(both: 36, lost: 2, gained: 12, neither: 0), 0.05692958400323869,
      0.3404276029749407
    ),
    (
      PairedOutcomes(both: 1, lost: 7, gained: 1, neither: 12), -0.506920226686141,
      -0.02555912416485978
    ),
    (
      PairedOutcomes(both: 59, lost: 16, gained: 6, neither: 80), -0.11862119563870992,
      -0.004625113933050061
    ),
    (PairedOutcomes(both: 54), -0.06641358809089626, 0.06641358809089626),
    (PairedOutcomes(both: 30, neither: 20), -0.04038033158297433, 0.04038033158297435),
  ])
  func pairedRates(outcomes: PairedOutcomes, low: Double, high: Double) throws {
    let interval = try #require(Statistics.pairedRateDifference(outcomes))
    #expect(isClose(interval.low, low, 1e-12))
    #expect(isClose(interval.high, high, 1e-12))
    #expect(
      interval.value == Double(outcomes.after) / Double(outcomes.games)
        - Double(outcomes.before) / Double(outcomes.games))
  }

  /// Method 10 of Newcombe's first example: 56/70 against 48/80 gives 0.0524 to 0.3339.
  @Test func unpairedRates() throws {
    let interval = try #require(
      Statistics.rateDifference(successes: 56, trials: 70, lessSuccesses: 48, lessTrials: 80))
    #expect(isClose(interval.value, 0.2, 1e-15))
    #expect((interval.low * 10_000).rounded() == 524)
    #expect((interval.high * 10_000).rounded() == 3339)
    #expect(
      Statistics.rateDifference(successes: 1, trials: 2, lessSuccesses: 0, lessTrials: 0) == nil)
  }

  /// Welch's example (`scipy.stats.ttest_ind(equal_var=False)`, 1.17.1).
  @Test func unpairedMeans() throws {
    let before = sum([275, 210, 190, 236, 170, 179, 169, 201, 219, 226, 231, 196, 190, 217, 214])
    let after = sum([271, 220, 208, 234, 234, 235, 258, 220, 248, 202, 219, 221, 229, 305, 244])
    let interval = try #require(Statistics.meanDifference(after, less: before))
    #expect(isClose(interval.low, 7.986439248747008, 1e-11))
    #expect(isClose(interval.high, 48.68022741791968, 1e-11))
    let error = try #require(Statistics.welch(after, before))
    #expect(isClose(error.freedom, 27.88730398842011, 1e-11))
    let p = Statistics.pValue(
      difference: interval.value, error: error.value, freedom: error.freedom, beyond: 0,
      constant: 0)
    #expect(isClose(p, 0.00807193817219484, 1e-12))
    #expect(
      Statistics.pValue(
        difference: interval.value, error: error.value, freedom: error.freedom, beyond: 29,
        constant: 0) == 1)
  }

  private func sum(_ values: [Int64]) -> GameSum {
    var sum = GameSum(hasPairs: false)
    for (game, value) in values.enumerated() { sum.add(value, game: game) }
    return sum
  }

  /// Deals that changed by one and two games, against all ways to give each change a sign.
  @Test func signsOfDealsAreThoseOfAllWays() {
    for singles in 0...5 {
      for doubles in 0...4 {
        let sizes = [Int](repeating: 1, count: singles) + [Int](repeating: 2, count: doubles)
        let sums = (0..<1 << sizes.count).map { signs in
          sizes.indices.reduce(0) { $0 + (signs >> $1 & 1 == 1 ? sizes[$1] : -sizes[$1]) }
        }
        for net in Set(sums) {
          let far = sums.count { $0.magnitude >= net.magnitude }
          let p = Statistics.dealSigns(singles: singles, doubles: doubles, net: net)
          let all = Double(far) / Double(sums.count)
          #expect(isClose(p, all, 1e-12), "\(singles) \(doubles) \(net)")
        }
      }
    }
    // It is McNemar's test where no deal changed by two games, and by deals where all of them did.
    #expect(
      isClose(
        Statistics.dealSigns(singles: 30, doubles: 0, net: 20),
        Statistics.mcNemar(gained: 25, lost: 5), 1e-15))
    #expect(
      isClose(
        Statistics.dealSigns(singles: 0, doubles: 30, net: 40),
        Statistics.mcNemar(gained: 25, lost: 5), 1e-12))
  }

  /// The exact coverage of the paired interval at 30 games, summed over all outcomes.
  @Test(arguments: [
    (0.3, 0.1, 0.1, 0.5), (0.45, 0.05, 0.15, 0.35), (0.6, 0.02, 0.08, 0.3), (0.2, 0.2, 0.3, 0.3),
    (0.05, 0.1, 0.05, 0.8),
  ])
  func pairedCoverage(both: Double, lost: Double, gained: Double, neither: Double) throws {
    let games = 30
    var logarithms = [0.0]
    for n in 1...games { logarithms.append(logarithms[n - 1] + DeterministicMath.log(Double(n))) }
    let weights = [both, lost, gained, neither].map(DeterministicMath.log)
    var coverage = 0.0
    var total = 0.0
    for a in 0...games {
      for b in 0...(games - a) {
        for c in 0...(games - a - b) {
          let counts = [a, b, c, games - a - b - c]
          var exponent = logarithms[games]
          for (count, weight) in zip(counts, weights) {
            exponent += Double(count) * weight - logarithms[count]
          }
          let chance = DeterministicMath.exp(exponent)
          total += chance
          let interval = try #require(
            Statistics.pairedRateDifference(
              PairedOutcomes(both: a, lost: b, gained: c, neither: counts[3])))
          let truth = gained - lost
          if interval.low <= truth && truth <= interval.high { coverage += chance }
        }
      }
    }
    #expect(isClose(total, 1, 1e-9))
    #expect((0.94...0.985).contains(coverage), "\(coverage)")
  }

  /// Against a tolerance the p-value is 0.05 where the interval just touches it.
  @Test func tolerances() throws {
    let outcomes = PairedOutcomes(both: 40, lost: 5, gained: 25, neither: 30)
    let interval = try #require(Statistics.pairedRateDifference(outcomes))
    #expect(isClose(Statistics.pValue(outcomes, beyond: interval.low), 0.05, 1e-9))
    #expect(Statistics.pValue(outcomes, beyond: 0.3) == 1)
    #expect(Statistics.pValue(outcomes, beyond: 0) == Statistics.mcNemar(gained: 25, lost: 5))
    let mirrored = PairedOutcomes(both: 40, lost: 25, gained: 5, neither: 30)
    #expect(isClose(Statistics.pValue(mirrored, beyond: interval.low), 0.05, 1e-9))
    let apart = try #require(
      Statistics.rateDifference(successes: 56, trials: 70, lessSuccesses: 48, lessTrials: 80))
    let p = Statistics.pValue(
      PassCount(wins: 56, trials: 70), less: PassCount(wins: 48, trials: 80), beyond: apart.low)
    #expect(isClose(p, 0.05, 1e-9))
  }
}
