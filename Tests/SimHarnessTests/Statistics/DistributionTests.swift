import Testing

@testable import SimHarness

/// Distributions and special functions against constants that `scipy` 1.17.1 gave.
@Suite struct DistributionTests {
  /// `scipy.stats.binom.pmf`, `binom.cdf`; the row of 3 in 1,000,000 from `mpmath` 1.3.0 with 40
  /// digits, for there `scipy` is off by 5e-11.
  @Test(arguments: [
    (0, 10, 0.3, 0.0282475249, 0.028247524900000005),
    (3, 10, 0.3, 0.2668279319999998, 0.6496107184000002),
    (10, 10, 0.3, 5.9048999999999975e-6, 1.0),
    (7, 20, 0.5, 0.07392883300781249, 0.13158798217773438),
    (1, 100, 0.001, 0.09056978449586667, 0.9953619316095759),
    (50, 100, 0.5, 0.07958923738717875, 0.5397946186935889),
    (99, 100, 0.99, 0.36972963764972655, 0.6339676587267709),
    (480, 500, 0.95, 0.05161619253664078, 0.8727654760909439),
    (1000, 2000, 0.5, 0.017839011145854313, 0.5089195055729272),
    (1, 1_000_000, 1e-6, 0.3678796251112704, 0.7357588823429155),
    (500000, 1_000_000, 0.5, 0.0007978843613317499, 0.5003989421806654),
    (250900, 1_000_000, 0.25, 0.00010630715299188477, 0.981190274208735),
    (949000, 1_000_000, 0.95, 5.194657494352214e-8, 2.411396683083054e-6),
    (3, 1_000_000, 1e-5, 0.007566480927945297, 0.010335785844433467),
    (0, 1, 0.7, 0.30000000000000004, 0.30000000000000004),
  ])
  func binomial(successes: Int, trials: Int, probability: Double, pmf: Double, cdf: Double) {
    let mass = Statistics.binomialPMF(successes, trials: trials, probability: probability)
    let sum = Statistics.binomialCDF(successes, trials: trials, probability: probability)
    #expect(isClose(mass, pmf, 2e-13))
    #expect(isClose(sum, cdf, 5e-13))
  }

  @Test(arguments: [(0, 0.3), (1, 0.5), (17, 0.01), (60, 0.999), (400, 0.37)])
  func binomialSumsUp(trials: Int, probability: Double) {
    var sum = 0.0
    for successes in 0...trials {
      sum += Statistics.binomialPMF(successes, trials: trials, probability: probability)
      let below = Statistics.binomialCDF(successes, trials: trials, probability: probability)
      #expect((sum - below).magnitude < 2e-14)
    }
    #expect(Statistics.binomialPMF(-1, trials: trials, probability: probability) == 0)
    #expect(Statistics.binomialPMF(trials + 1, trials: trials, probability: probability) == 0)
    #expect(Statistics.binomialCDF(-1, trials: trials, probability: probability) == 0)
    #expect(Statistics.binomialCDF(trials + 1, trials: trials, probability: probability) == 1)
  }

  @Test func binomialOfCertainty() {
    #expect(Statistics.binomialPMF(0, trials: 5, probability: 0) == 1)
    #expect(Statistics.binomialPMF(1, trials: 5, probability: 0) == 0)
    #expect(Statistics.binomialPMF(5, trials: 5, probability: 1) == 1)
    #expect(Statistics.binomialCDF(0, trials: 5, probability: 0) == 1)
    #expect(Statistics.binomialCDF(4, trials: 5, probability: 1) == 0)
    #expect(Statistics.binomialCDF(5, trials: 5, probability: 1) == 1)
  }

  /// `scipy.stats.t.ppf`.
  @Test(arguments: [
    (0.975, 1, 12.706204736174694),
    (0.975, 2, 4.302652729749462),
    (0.975, 3, 3.1824463052837078),
    (0.975, 4.5, 2.6589123472044034),
    (0.975, 10, 2.228138851986274),
    (0.975, 30, 2.0422724563012378),
    (0.975, 199, 1.9719565442517533),
    (0.975, 1999, 1.9611514201705613),
    (0.975, 50000, 1.9600114310936798),
    (0.975, 1_000_000, 1.959966356814107),
    (0.95, 1, 6.313751514675037),
    (0.95, 2, 2.9199855803537242),
    (0.95, 3, 2.3533634348018233),
    (0.95, 4.5, 2.065575888878524),
    (0.95, 10, 1.8124611228116756),
    (0.95, 30, 1.697260886593957),
    (0.95, 199, 1.6525467461665633),
    (0.95, 1999, 1.6456162481872625),
    (0.95, 50000, 1.644884102902513),
    (0.95, 1_000_000, 1.6448551507220404),
    (0.995, 1, 63.656741162871526),
    (0.995, 2, 9.924843200918287),
    (0.995, 3, 5.840909309733355),
    (0.995, 4.5, 4.272823993011293),
    (0.995, 10, 3.16927267261695),
    (0.995, 30, 2.7499956535672254),
    (0.995, 199, 2.600760216058516),
    (0.995, 1999, 2.5782910195219233),
    (0.995, 50000, 2.575927638034875),
    (0.995, 1_000_000, 2.5758342201053344),
    (0.6, 1, 0.32491969623290634),
    (0.6, 2, 0.2886751345948128),
    (0.6, 3, 0.2766706623326898),
    (0.6, 4.5, 0.2687518355421751),
    (0.6, 10, 0.2601848294920803),
    (0.6, 30, 0.2556053649519128),
    (0.6, 199, 0.25368607538177196),
    (0.6, 1999, 0.2533808236822733),
    (0.6, 50000, 0.2533484511806963),
    (0.6, 1_000_000, 0.25334717053784184),
    (0.25, 1, -1.0000000000000002),
    (0.25, 2, -0.8164965809277261),
    (0.25, 3, -0.7648923284043444),
    (0.25, 4.5, -0.7328666862359944),
    (0.25, 10, -0.6998120613124317),
    (0.25, 30, -0.6827556933212927),
    (0.25, 199, -0.6757245956106454),
    (0.25, 1999, -0.6746124989153225),
    (0.25, 50000, -0.6744946569264005),
    (0.25, 1_000_000, -0.6744899955310875),
    (1e-6, 1, -318309.8861827435),
    (1e-6, 2, -707.1057205259339),
    (1e-6, 3, -103.29946778041935),
    (1e-6, 4.5, -31.081356583149244),
    (1e-6, 10, -9.751995490940581),
    (1e-6, 30, -5.871117120418882),
    (1e-6, 199, -4.898044059397847),
    (1e-6, 1999, -4.767487194970644),
    (1e-6, 50000, -4.753985152851937),
    (1e-6, 1_000_000, -4.75345234827968),
    (0.9999, 1, 3183.098757118502),
    (0.9999, 2, 70.70007107496818),
    (0.9999, 3, 22.203742273205),
    (0.9999, 4.5, 11.02099636861251),
    (0.9999, 10, 5.693820101457592),
    (0.9999, 30, 4.23398595727206),
    (0.9999, 199, 3.789478993814937),
    (0.9999, 1999, 3.7259260267056393),
    (0.9999, 50000, 3.7192922889764377),
    (0.9999, 1_000_000, 3.719030274762571),
    (0.51, 1, 0.03142626604335125),
    (0.51, 2, 0.028289929799333573),
    (0.51, 3, 0.027211467049117997),
    (0.51, 4.5, 0.026490567242958993),
    (0.51, 10, 0.025702893008090297),
    (0.51, 30, 0.025278783971765764),
    (0.51, 199, 0.02510044137861079),
    (0.51, 1999, 0.02507204560672059),
    (0.51, 50000, 0.025069033682339554),
    (0.51, 1_000_000, 0.02506891452987755),
  ])
  func studentT(p: Double, degreesOfFreedom: Double, quantile: Double) {
    let t = Statistics.studentT(quantile: p, degreesOfFreedom: degreesOfFreedom)
    #expect(isClose(t, quantile, 4e-13))
    if p == 0.25 {
      #expect(Statistics.studentT(quantile: 0.75, degreesOfFreedom: degreesOfFreedom) == -t)
    }
  }

  @Test(arguments: [1, 1.5, 2, 3, 40, 3000, 99_999, 1e12, 1e300])
  func studentTIsFiniteAndRises(degreesOfFreedom: Double) {
    var last = -Double.infinity
    for p in [1e-100, 1e-20, 1e-9, 0.001, 0.1, 0.2499, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.9999] {
      let t = Statistics.studentT(quantile: p, degreesOfFreedom: degreesOfFreedom)
      #expect(t.isFinite && t > last)
      last = t
    }
    #expect(Statistics.studentT(quantile: 0, degreesOfFreedom: degreesOfFreedom) == -.infinity)
    #expect(Statistics.studentT(quantile: 1, degreesOfFreedom: degreesOfFreedom) == .infinity)
    #expect(Statistics.studentT(quantile: 0.5, degreesOfFreedom: degreesOfFreedom) == 0)
  }

  /// The expansion for many degrees of freedom takes over without a step.
  @Test func expansionMeetsTheSolution() {
    for p in [0.501, 0.6, 0.975, 1e-6, 1e-15, 1e-100] {
      let z = Statistics.normalQuantile(p)
      let freedom = 1000 + 200 * z * z
      let solved = Statistics.studentT(quantile: p, degreesOfFreedom: freedom * (1 - 1e-13))
      let expanded = Statistics.studentT(quantile: p, degreesOfFreedom: freedom * (1 + 1e-13))
      #expect(isClose(solved, expanded, 4e-13))
    }
  }

  @Test func normalQuantile() {
    // scipy.stats.norm.ppf
    #expect(isClose(Statistics.normalQuantile(0.975), 1.959963984540054, 1e-15))
    #expect(isClose(Statistics.normalQuantile(0.001), -3.090232306167813, 1e-15))
  }

  /// `scipy.special.gammaln`.
  @Test(arguments: [
    (1e-5, 11.512919692895826),
    (0.1, 2.252712651734206),
    (0.5, 0.5723649429247),
    (0.9, 0.06637623973474327),
    (1.5, -0.12078223763524526),
    (1.999, -0.0004224618006920533),
    (2.5, 0.2846828704729192),
    (3, 0.6931471805599453),
    (7.25, 7.0521854507385395),
    (15.9, 27.625493215168696),
    (16.1, 28.17369449481355),
    (100, 359.1342053695754),
    (12345.678, 103959.91990554606),
    (1000000.0, 12815504.569147611),
    (1000000000000.0, 26631021115915.65),
  ])
  func logGamma(x: Double, value: Double) {
    #expect((Statistics.logGamma(x) - value).magnitude < 1e-14 * max(1, value.magnitude))
  }

  @Test func logGammaAtTheEnds() {
    #expect(Statistics.logGamma(1) == 0)
    #expect(Statistics.logGamma(2) == 0)
    #expect(Statistics.logGamma(.leastNonzeroMagnitude).isFinite)
    #expect(Statistics.logGamma(1e305).isFinite)
  }

  /// `scipy.special.betainc`.
  @Test(arguments: [
    (0.3, 0.5, 0.5, 0.36901011956554536),
    (0.25, 1, 1, 0.25),
    (0.9, 2, 3, 0.9963),
    (0.01, 0.5, 10, 0.3420718248432154),
    (0.99, 50, 0.5, 0.3173043978741973),
    (0.3, 30, 70, 0.5116251045586087),
    (0.51, 1000, 1000, 0.8144473405684881),
    (0.333, 100000.0, 200000.0, 0.34940317176600605),
    (0.999998, 500000.0, 0.5, 0.15729910327878688),
    (0.5, 0.001, 2, 0.9998067465369478),
    (0.0001, 3, 100000.0, 0.9972319660398833),
  ])
  func incompleteBeta(x: Double, a: Double, b: Double, value: Double) {
    #expect(isClose(Statistics.incompleteBeta(x, a: a, b: b), value, 5e-13))
  }

  @Test func incompleteBetaAtTheEnds() {
    #expect(Statistics.incompleteBeta(0, a: 2, b: 3) == 0)
    #expect(Statistics.incompleteBeta(1, a: 2, b: 3) == 1)
  }
}

/// Whether two numbers differ by no more than a share of the second.
func isClose(_ value: Double, _ expected: Double, _ tolerance: Double) -> Bool {
  (value - expected).magnitude <= tolerance * expected.magnitude
}
