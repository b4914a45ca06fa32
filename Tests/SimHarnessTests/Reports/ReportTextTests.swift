import Testing

@testable import Reporting
@testable import SimHarness
@testable import TextFormats

@Suite struct ReportTextTests {
  @Test func ratesArePrintedWithTheirIntervals() {
    #expect(ReportNumber.rate(Interval(value: 0.43, low: 0.4, high: 0.46)) == "43% [40, 46]")
    #expect(ReportNumber.rate(Interval(value: 0, low: 0, high: 0.0188)) == "0% [0, 2]")
    #expect(ReportNumber.rate(nil) == "–")
    #expect(ReportNumber.percent(0.005) == "0.5%")
    #expect(ReportNumber.percent(0.0004) == "<0.1%")
    #expect(ReportNumber.percent(0.9996) == ">99.9%")
    #expect(ReportNumber.percent(0.996) == "99.6%")
    #expect(ReportNumber.percent(1) == "100%")
    #expect(ReportNumber.percent(.nan) == "–")
    #expect(ReportNumber.limit(0.2) == "20%")
    #expect(ReportNumber.limit(0.025) == "2.5%")
  }

  /// Halves go up, whatever the bits of their products: 0.575 * 100 is 57.49999999999999.
  @Test func halvesOfPercentGoUp() {
    for count in 2...198 {
      #expect(ReportNumber.percent(Double(count) / 200) == "\((count + 1) / 2)%")
    }
    for count in 0...2000 {
      let hundredths = (count + 1) / 2
      let rest = hundredths % 100
      #expect(
        ReportNumber.fixed(Double(count) / 200, decimals: 2)
          == "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)")
    }
    #expect(ReportNumber.percent(0.575) == "58%" && ReportNumber.percent(0.5746) == "57%")
    #expect(ReportNumber.percent(0.574_999_999_999) == "57%")
    // 999,999 of 1,739,130 games are 57.49996%, 4,599,999 of 8,000,000 are 57.4999875%.
    #expect(ReportNumber.percent(999_999 / 1_739_130) == "57%")
    #expect(ReportNumber.percent(4_599_999 / 8_000_000) == "57%")
    #expect(ReportNumber.fixed(-57.49999999999999, decimals: 0) == "-58")
    #expect(ReportNumber.fixed(999_999_999_999_999, decimals: 0) == "999999999999999")
  }

  @Test func numbersAreShort() {
    #expect(ReportNumber.count(-1_234_567) == "-1,234,567")
    #expect(ReportNumber.count(.min) == "-9,223,372,036,854,775,808")
    #expect(ReportNumber.short(0.43157) == "0.432")
    #expect(ReportNumber.short(9.999) == "10.0")
    #expect(ReportNumber.short(1234.5) == "1,235")
    #expect(ReportNumber.short(0) == "0.00")
    #expect(ReportNumber.short(1e15) == "1,000,000,000,000,000")
    #expect(ReportNumber.short(1e300) == "1e+300")
    #expect(ReportNumber.fixed(-0.004, decimals: 2) == "0.00")
    #expect(ReportNumber.games(1) == "1 game")
  }

  @Test(arguments: [
    ("casual", "casual"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    ("$(rm)", "'$(rm)'"), ("a\nb", #"$'a\012b'"#), ("\u{202E}x'", #"$'\342\200\256x\''"#),
    ("'\u{301}; rm", "''\\''\u{301}; rm'"), ("=cmd", "'=cmd'"), ("~", "'~'"),
  ]) func shellWordsAreQuoted(word: String, quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }

  @Test func aValueIsNeverAnOption() {
    #expect(ShellText.option("--level", "-rf") == "--level=-rf")
    #expect(ShellText.path("-rf") == "./-rf")
  }

  @Test func theWorstProblemsAreOfDifferentKindsAndLevels() {
    let run = ReportFixture.realistic(levels: 14)
    let problems = ReportProblem.worst(of: run)
    #expect(problems.map(\.flag.kind) == [.faults, .unwon, .spike])
    #expect(Set(problems.map(\.level)).count == 3)
    #expect(ReportProblem.worst(of: ReportFixture.run([])).isEmpty)
  }
}
