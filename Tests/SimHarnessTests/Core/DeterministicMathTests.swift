import Glibc
import Testing

@testable import SimHarness

private typealias Ours = DeterministicMath

/// A function of one number beside the system's, with the arguments to compare them on.
private struct UnaryCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let ours: @Sendable (Double) -> Double
  let system: @Sendable (Double) -> Double
  let arguments: [ArgumentRange]

  init(
    _ name: String, _ ours: @escaping @Sendable (Double) -> Double,
    _ system: @escaping @Sendable (Double) -> Double, on arguments: [ArgumentRange]
  ) {
    testDescription = name
    self.ours = ours
    self.system = system
    self.arguments = arguments
  }
}

/// A function of two numbers beside the system's.
private struct BinaryCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let ours: @Sendable (Double, Double) -> Double
  let system: @Sendable (Double, Double) -> Double
  let arguments: [(ArgumentRange, ArgumentRange)]

  init(
    _ name: String, _ ours: @escaping @Sendable (Double, Double) -> Double,
    _ system: @escaping @Sendable (Double, Double) -> Double,
    on arguments: [(ArgumentRange, ArgumentRange)]
  ) {
    testDescription = name
    self.ours = ours
    self.system = system
    self.arguments = arguments
  }
}

/// How arguments are drawn.
private enum ArgumentRange: Sendable {
  /// Evenly over a range.
  case even(ClosedRange<Double>)
  /// Powers of 2 with an exponent drawn evenly, of both signs.
  case signed(ClosedRange<Double>)
  /// Powers of 2 with an exponent drawn evenly, positive.
  case positive(ClosedRange<Double>)
  /// 1 plus a number of either sign drawn as in `signed`.
  case aroundOne(ClosedRange<Double>)
  /// The doubles nearest to multiples of pi / 2.
  case quarterTurns(upTo: Int)
  /// Whole numbers.
  case whole(ClosedRange<Int>)

  func draw(_ numbers: inout Numbers) -> Double {
    switch self {
    case .even(let range):
      return range.lowerBound + (range.upperBound - range.lowerBound) * numbers.unit()
    case .signed(let exponents):
      let value = ArgumentRange.positive(exponents).draw(&numbers)
      return numbers.next() & 1 == 0 ? value : -value
    case .positive(let exponents):
      // Shaped with the system's function: only what is compared need be ours.
      return Glibc.exp2(ArgumentRange.even(exponents).draw(&numbers))
    case .aroundOne(let exponents):
      return 1 + ArgumentRange.signed(exponents).draw(&numbers)
    case .quarterTurns(let limit):
      return Double(numbers.next() % UInt64(limit)) * 0x1.921fb54442d18p+0
    case .whole(let range):
      return Double(range.lowerBound + Int(numbers.next() % UInt64(range.count)))
    }
  }
}

/// Seeded numbers for arguments (SplitMix64).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// A number strictly between 0 and 1.
  mutating func unit() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }
}

/// How many doubles apart two results are; 0 for two NaNs or zeros of the same sign.
private func distance(_ a: Double, _ b: Double) -> Int64 {
  if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? 0 : .max }
  func place(_ value: Double) -> Int64 {
    let bits = Int64(bitPattern: value.bitPattern)
    return bits < 0 ? Int64.min &- bits - 1 : bits
  }
  let (difference, overflow) = place(a).subtractingReportingOverflow(place(b))
  return overflow ? .max : Int64(clamping: difference.magnitude)
}

@Suite struct DeterministicMathTests {
  private static let draws = 4000
  private static let angles: [ArgumentRange] = [
    .even(-4...4), .even(-1e5...1e5), .signed(-30...30), .signed(17...1023.9), .even(1e15...1e16),
    .quarterTurns(upTo: 1_000_000),
  ]
  private static let ratios: [ArgumentRange] = [
    .even(-1...1), .signed(-60 ... -1), .even(0.999...1),
  ]
  private static let positives: [ArgumentRange] = [
    .even(0...100), .aroundOne(-52 ... -1), .positive(-1074...1023.9),
  ]

  private static let unaryCases: [UnaryCase] = [
    UnaryCase("sin", Ours.sin, Glibc.sin, on: angles),
    UnaryCase("cos", Ours.cos, Glibc.cos, on: angles),
    UnaryCase("tan", Ours.tan, Glibc.tan, on: angles),
    UnaryCase("asin", Ours.asin, Glibc.asin, on: ratios),
    UnaryCase("acos", Ours.acos, Glibc.acos, on: ratios),
    UnaryCase("atan", Ours.atan, Glibc.atan, on: [.even(-3...3), .signed(-70...70)]),
    UnaryCase(
      "exp", Ours.exp, Glibc.exp,
      on: [.even(-1...1), .even(-708...709), .signed(-60...9), .even(-746 ... -700)]),
    UnaryCase("log", Ours.log, Glibc.log, on: positives),
    UnaryCase(
      "log1p", Ours.log1p, Glibc.log1p,
      on: [.even(-1...1), .signed(-60 ... -1), .positive(-60...1000)]),
    UnaryCase("log2", Ours.log2, Glibc.log2, on: positives),
    UnaryCase("log10", Ours.log10, Glibc.log10, on: positives),
  ]

  private static let binaryCases: [BinaryCase] = [
    BinaryCase(
      "atan2", Ours.atan2, Glibc.atan2,
      on: [
        (.even(-1...1), .even(-1...1)), (.signed(-64...64), .signed(-10...10)),
        (.signed(-1074...1023.9), .signed(-1074...1023.9)),
        (.signed(1000...1023), .even(1e300...1e308)),
        (.signed(-1074 ... -1060), .signed(-1074 ... -1060)),
      ]),
    BinaryCase(
      "pow", Ours.pow, Glibc.pow,
      on: [
        (.even(0...10), .even(-3...3)), (.positive(-1074...1023.9), .signed(-20...2)),
        (.aroundOne(-20 ... -15), .signed(20...25)), (.even(-10...10), .whole(-300...300)),
      ]),
    BinaryCase(
      "hypot", Ours.hypot, Glibc.hypot,
      on: [
        (.even(-1...1), .even(-1...1)), (.signed(-40...40), .signed(-10...10)),
        (.signed(1000...1022), .signed(1000...1022)),
        (.signed(-1074 ... -1060), .signed(-1074 ... -1060)),
      ]),
  ]

  // MARK: Accuracy

  @Test(arguments: unaryCases)
  private func staysWithinTwoUnitsOfTheSystem(_ function: UnaryCase) {
    var numbers = Numbers(state: 1)
    for range in function.arguments {
      for _ in 0..<Self.draws {
        let x = range.draw(&numbers)
        let ours = function.ours(x)
        let system = function.system(x)
        #expect(distance(ours, system) <= 2, "\(x): \(ours), not \(system)")
      }
    }
  }

  @Test(arguments: binaryCases)
  private func staysWithinTwoUnitsOfTheSystem(_ function: BinaryCase) {
    var numbers = Numbers(state: 2)
    for (first, second) in function.arguments {
      for _ in 0..<Self.draws {
        let (x, y) = (first.draw(&numbers), second.draw(&numbers))
        let ours = function.ours(x, y)
        let system = function.system(x, y)
        #expect(distance(ours, system) <= 2, "\(x), \(y): \(ours), not \(system)")
      }
    }
  }

  /// Values of mpmath with 1,500 digits: the double hardest to reduce, the largest, and others.
  @Test(arguments: [
    (0x1.6ac5b262ca1ffp+849, 1, -4.687165924254628e-19, -2.133485385753704e+18),
    (.greatestFiniteMagnitude, 0.004961954789184062, -0.9999876894265599, -0.004962015874444895),
    (1e22, -0.8522008497671888, 0.523214785395139, -1.6287782256068988),
    (1_000_000_000_000_000.5, 0.5071670524843193, -0.8618477712881596, -0.5884647722953239),
    (131_072, -0.9991137889507709, 0.04209081525029623, -23.737097583153588),
    (102943.70807248341, -3.469362238821186e-07, 0.9999999999999398, -3.4693622388213946e-07),
  ])
  func reducesHugeAngles(x: Double, sine: Double, cosine: Double, tangent: Double) {
    #expect(distance(Ours.sin(x), sine) <= 1)
    #expect(distance(Ours.cos(x), cosine) <= 1)
    #expect(distance(Ours.tan(x), tangent) <= 1)
  }

  /// Values of mpmath with 50 digits.
  @Test(arguments: [
    (0.975, 1.9599639845400538),
    (0.995, 2.5758293035489004),
    (0.75, 0.6744897501960817),
    (0.6, 0.2533471031357997),
    (0.2, -0.8416212335729142),
    (0.125, -1.150349380376008),
    (0.1, -1.2815515655446004),
    (0.025, -1.9599639845400543),
    (0.01, -2.326347874040841),
    (1e-05, -4.264890793922825),
    (1e-10, -6.361340902404057),
    (1e-100, -21.273453560965326),
    (1e-300, -37.0470962993612),
    (0.5000001, 2.506628273311648e-07),
  ])
  func findsNormalQuantiles(p: Double, expected: Double) {
    #expect(distance(Ours.normalQuantile(p), expected) <= 2)
  }

  @Test func normalQuantileInvertsTheDistribution() {
    var numbers = Numbers(state: 3)
    for range in [ArgumentRange.even(0...1), .positive(-1020 ... -3), .even(0.1...0.3)] {
      for _ in 0..<Self.draws {
        let p = range.draw(&numbers)
        let x = Ours.normalQuantile(p)
        let back = Glibc.erfc(-x / 2.0.squareRoot()) / 2
        // The condition number of the tail is about x^2.
        #expect((back - p).magnitude <= p * 4e-16 * (2 + x * x), "\(p)")
        if p >= 0.5 { #expect(distance(Ours.normalQuantile(1 - p), -x) == 0) }
      }
    }
  }

  // MARK: Identities

  @Test func identitiesHold() {
    var numbers = Numbers(state: 4)
    for _ in 0..<Self.draws {
      let angle = ArgumentRange.signed(-20...40).draw(&numbers)
      let pair = Ours.sincos(angle)
      #expect(pair.sin == Ours.sin(angle) && pair.cos == Ours.cos(angle))
      #expect((pair.sin * pair.sin + pair.cos * pair.cos - 1).magnitude < 4e-16)
      #expect(Ours.sin(-angle) == -pair.sin && Ours.cos(-angle) == pair.cos)
      #expect(Ours.tan(-angle) == -Ours.tan(angle))

      let x = ArgumentRange.positive(-1000...1000).draw(&numbers)
      let logarithm = Ours.log(x)
      #expect((Ours.exp(logarithm) / x - 1).magnitude < 2e-16 * (2 + logarithm.magnitude))
      #expect(Ours.pow(x, 1) == x && Ours.hypot(x, 0) == x)
      #expect(distance(Ours.pow(x, -1), 1 / x) <= 1)
      #expect(distance(Ours.pow(x, 0.5), x.squareRoot()) <= 1)
      #expect(distance(Ours.hypot(3 * x, 4 * x), 5 * x) <= 1)
    }
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(Ours.log2(power) == Double(exponent))
      #expect(Ours.pow(2, Double(exponent)) == power)
    }
    var power = 1.0
    for exponent in 0...22 {
      #expect(Ours.log10(power) == Double(exponent))
      #expect(Ours.pow(10, Double(exponent)) == power)
      power *= 10
    }
  }

  // MARK: Special values

  private static let specials: [Double] = [
    0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 2.5, -2.5, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p52 + 1, 0x1p53, -0x1p53 - 2,
    1.nextUp, 1.nextDown, -1.nextUp, 710, -746, 1e20, 1e-20,
  ]

  @Test(arguments: unaryCases)
  private func specialValuesAreThoseOfTheSystem(_ function: UnaryCase) {
    for x in Self.specials {
      let ours = function.ours(x)
      let system = function.system(x)
      #expect(distance(ours, system) <= 1 && isAlike(ours, system), "\(x): \(ours), not \(system)")
    }
  }

  @Test(arguments: binaryCases)
  private func specialPairsAreThoseOfTheSystem(_ function: BinaryCase) {
    for x in Self.specials {
      for y in Self.specials {
        let ours = function.ours(x, y)
        let system = function.system(x, y)
        #expect(
          distance(ours, system) <= 1 && isAlike(ours, system), "\(x), \(y): \(ours), not \(system)"
        )
      }
    }
  }

  /// Whether two results have the same sign, and are both or neither infinite.
  private func isAlike(_ a: Double, _ b: Double) -> Bool {
    a.isNaN || (a.sign == b.sign && a.isInfinite == b.isInfinite)
  }

  @Test func normalQuantileHasEdges() {
    #expect(Ours.normalQuantile(0) == -.infinity)
    #expect(Ours.normalQuantile(1) == .infinity)
    #expect(Ours.normalQuantile(0.5) == 0)
    for p in [-0.1, 1.1, -.infinity, .infinity, .nan] { #expect(Ours.normalQuantile(p).isNaN) }
    #expect(Ours.normalQuantile(.leastNonzeroMagnitude) < -38)
    #expect(Ours.normalQuantile(1.nextDown) < 8.3)
  }

  // MARK: Same bits everywhere

  /// The result's bits for some arguments of each function; they may never change.
  @Test func bitsArePinned() {
    let one: [(name: String, function: (Double) -> Double, pins: [(Double, UInt64)])] = [
      (
        "sin", Ours.sin,
        [
          (0.1, 0x3fb9_8eae_cb8b_cb2c), (0.7853981633974483, 0x3fe6_a09e_667f_3bcc),
          (2.5, 0x3fe3_26af_0dcf_cab1), (-30.0, 0x3fef_9df4_7f1c_903d),
          (100000.0, 0x3fa2_4daa_9c52_7e96), (1e+22, 0xbfeb_453a_b76b_f397),
        ]
      ),
      (
        "cos", Ours.cos,
        [
          (0.1, 0x3fef_d712_f9a8_17c1), (0.7853981633974483, 0x3fe6_a09e_667f_3bcd),
          (2.5, 0xbfe9_a2f7_ef85_8b7d), (-30.0, 0x3fc3_be82_f250_5a52),
          (100000.0, 0xbfef_fac3_841b_3da7), (1e+22, 0x3fe0_be2c_ef01_c8f4),
        ]
      ),
      (
        "tan", Ours.tan,
        [
          (0.1, 0x3fb9_af88_7743_0b80), (0.7853981633974483, 0x3fef_ffff_ffff_ffff),
          (2.5, 0xbfe7_e79b_4e00_bb15), (-30.0, 0x4019_9f0f_2426_93c3),
          (100000.0, 0xbfa2_50a9_d503_313d), (1e+22, 0xbffa_0f79_c1b6_b258),
        ]
      ),
      (
        "asin", Ours.asin,
        [
          (1e-09, 0x3e11_2e0b_e826_d695), (0.1, 0x3fb9_a492_7603_7884),
          (-0.5, 0xbfe0_c152_382d_7366), (0.72, 0x3fe9_b8bf_a408_85bd),
          (0.999999, 0x3ff9_1c30_6b2c_13ad),
        ]
      ),
      (
        "acos", Ours.acos,
        [
          (1e-09, 0x3ff9_21fb_53ff_74e9), (0.1, 0x3ff7_87b2_2ce3_f590),
          (-0.5, 0x4000_c152_382d_7366), (0.72, 0x3fe8_8b37_047f_d474),
          (0.999999, 0x3f57_2ba4_6065_af16),
        ]
      ),
      (
        "atan", Ours.atan,
        [
          (1e-05, 0x3ee4_f8b5_88e0_6854), (0.12, 0x3fbe_92e4_e371_f679),
          (-0.5, 0xbfdd_ac67_0561_bb4f), (1.5, 0x3fef_730b_d281_f69b),
          (1000000.0, 0x3ff9_21fa_47d4_b30d),
        ]
      ),
      (
        "exp", Ours.exp,
        [
          (-745.0, 0x0000_0000_0000_0001), (-10.5, 0x3efc_dfc2_63f6_a0ba),
          (1e-09, 0x3ff0_0000_0044_b830), (0.3, 0x3ff5_9905_8c8c_1a96),
          (1.0, 0x4005_bf0a_8b14_5769), (709.7, 0x7fed_75ae_7a50_ee14),
        ]
      ),
      (
        "log", Ours.log,
        [
          (0x1p-1030, 0xc086_4f88_6378_b146), (0.1, 0xc002_6bb1_bbb5_5515),
          (0.999, 0xbf50_6467_0d97_9b73), (1.001, 0x3f50_6035_4f8c_3cc4),
          (7.0, 0x3fff_2272_ae32_5a57), (1e+300, 0x4085_9634_47f8_7fb5),
        ]
      ),
      (
        "log1p", Ours.log1p,
        [
          (-0.9, 0xc002_6bb1_bbb5_5516), (-1e-09, 0xbe11_2e0b_e84b_bb51),
          (1e-17, 0x3c67_0ef5_4646_d497), (0.5, 0x3fd9_f323_ecbf_984c),
          (10000000000.0, 0x4037_069e_2aa3_184e),
        ]
      ),
      (
        "log2", Ours.log2,
        [
          (0x1p-1030, 0xc090_1800_0000_0000), (0.1, 0xc00a_934f_0979_a371),
          (0.999, 0xbf57_a621_0ffb_7151), (1.001, 0x3f57_a013_faca_698f),
          (7.0, 0x4006_7576_7f54_042d), (1e+300, 0x408f_24a0_9f1a_8b89),
        ]
      ),
      (
        "log10", Ours.log10,
        [
          (0x1p-1030, 0xc073_60f9_6d98_6936), (0.1, 0xbff0_0000_0000_0000),
          (0.999, 0xbf3c_79e5_dbf0_22b6), (1.001, 0x3f3c_729c_93dd_d23a),
          (7.0, 0x3feb_0b0b_0b78_cc3f), (1e+300, 0x4072_c000_0000_0000),
        ]
      ),
      (
        "normalQuantile", Ours.normalQuantile,
        [
          (1e-300, 0xc042_8607_4064_c26e), (1e-05, 0xc011_0f3f_8843_a3d9),
          (0.03, 0xbffe_17bb_09d8_9140), (0.2, 0xbfea_ee8f_a73a_1333),
          (0.6, 0x3fd0_36d6_c4a0_4b5a), (0.99, 0x4002_9c5c_4630_ff0e),
        ]
      ),
    ]
    for (name, function, pins) in one {
      for (x, bits) in pins {
        #expect(function(x).bitPattern == bits, "\(name)(\(x))")
      }
    }
    let two: [(String, (Double, Double) -> Double, [(Double, Double, UInt64)])] = [
      (
        "atan2", Ours.atan2,
        [
          (1.0, 3.0, 0x3fd4_978f_a326_9ee1), (-0.2, -5.0, 0xc008_d01a_fbb6_52e3),
          (7.0, 0.001, 0x3ff9_2165_8858_2346), (0x1p-1030, 0x1.8p-1029, 0x3fd4_978f_a326_9ee1),
        ]
      ),
      (
        "pow", Ours.pow,
        [
          (2.0, 0.5, 0x3ff6_a09e_667f_3bcd), (1.0001, 12345.678, 0x400b_7e52_6b8e_001c),
          (0.3, -40.5, 0x4454_5a23_f823_9462), (10.0, -320.0, 0x0000_0000_0000_07e8),
          (-3.0, 7.0, 0xc0a1_1600_0000_0000),
        ]
      ),
      (
        "hypot", Ours.hypot,
        [
          (1.0, 2.0, 0x4001_e377_9b97_f4a8), (1e+300, 1.5e+300, 0x7e45_8919_dd55_7064),
          (0x1p-1030, 0x1p-1029, 0x0000_23c6_ef37_2fe9),
        ]
      ),
    ]
    for (name, function, pins) in two {
      for (x, y, bits) in pins {
        #expect(function(x, y).bitPattern == bits, "\(name)(\(x), \(y))")
      }
    }
  }

  /// A digest of thousands of results; if it changes, recorded games change.
  @Test func digestsArePinned() {
    var numbers = Numbers(state: 5)
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: Double) {
      digest = (digest ^ value.bitPattern) &* 0x100_0000_01b3
    }
    for _ in 0..<Self.draws {
      let unit = numbers.unit()
      let wide = (numbers.unit() - 0.5) * 1000
      add(Ours.sin(wide))
      add(Ours.cos(wide))
      add(Ours.tan(wide))
      add(Ours.sin(wide * 1e15))
      add(Ours.asin(unit))
      add(Ours.acos(unit))
      add(Ours.atan(wide))
      add(Ours.atan2(unit, wide))
      add(Ours.exp(wide))
      add(Ours.log(unit))
      add(Ours.log1p(unit))
      add(Ours.log2(unit))
      add(Ours.log10(unit))
      add(Ours.pow(unit, wide))
      add(Ours.hypot(unit, wide))
      add(Ours.normalQuantile(unit))
    }
    #expect(digest == 0x5f7e_15a7_65bb_bc75)
  }
}
