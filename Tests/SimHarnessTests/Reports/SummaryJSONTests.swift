import Testing

@testable import Reporting
@testable import SimHarness
@testable import TextFormats

@Suite struct SummaryJSONTests {
  private var run: RunSummary {
    var won = ReportFixture.cell("First \"Steps\"", "casual", wins: 1, of: 4, capped: 1, faults: 1)
    won.passRate = Interval(value: 0.25, low: 0.05, high: 0.75)
    won.score = ReportFixture.distribution([100, 200, 200, 400])
    won.moves = ReportFixture.distribution([10])
    won.metrics = [
      MetricSummary(
        name: "near_miss", unit: "share", summary: "",
        value: Interval(value: 0.5, low: 0.25, high: 0.75)),
      MetricSummary(name: "luck_share", unit: "share", summary: "", value: nil),
    ]
    var ended = CellSummary(level: "Free", levelHash: "2a", agent: "casual")
    ended.games = 2
    ended.ended = 2
    var run = ReportFixture.run([won, ended])
    run.seed = .max
    run.levels[0].flags = [
      LevelFlag(kind: .tooHard, reason: ""), LevelFlag(kind: .faults, reason: ""),
    ]
    return run
  }

  @Test func isExactlyThis() throws {
    func intervals(_ games: String) -> String {
      let reasons = [("p5", 59), ("p25", 11), ("p50", 6), ("p75", 11), ("p95", 59)]
        .map { name, needed in
          "\"\(name)\":\"\(games) too few for an interval of this quantile; it needs \(needed)\""
        }
      return """
        "intervals":{"p5":[null,null],"p25":[null,null],"p50":[null,null],"p75":[null,null],\
        "p95":[null,null]},"reasons":{\(reasons.joined(separator: ","))}
        """
    }
    let distribution = """
      {"mean":225,"low":101.68603755724442,"high":348.3139624427556,"sd":125.83057392117917,\
      "min":100,"p5":100,"p25":100,"p50":200,"p75":200,"p95":400,"max":400,\(intervals("4 games are"))}
      """
    let one = """
      {"mean":10,"low":null,"high":null,"sd":null,"min":10,"p5":10,"p25":10,"p50":10,"p75":10,\
      "p95":10,"max":10,\(intervals("1 game is"))}
      """
    let golden = """
      {"format":"playtest-summary","version":1,"seed":18446744073709551615,"cells":[
      {"level":"First \\"Steps\\"","levelHash":"1f","agent":"casual","games":5,"wins":1,"losses":2,\
      "ended":0,"capped":1,"faults":1,"inconclusive":0,\
      "passRate":{"value":0.25,"low":0.05,"high":0.75},"score":\(distribution),"moves":\(one),\
      "hazard":[],"metrics":{"near_miss":{"value":0.5,"low":0.25,"high":0.75,"unit":"share"},\
      "luck_share":{"value":null,"low":null,"high":null,"unit":"share",\
      "reason":"no game gives this figure"}}},
      {"level":"Free","levelHash":"2a","agent":"casual","games":2,"wins":0,"losses":0,"ended":2,\
      "capped":0,"faults":0,"inconclusive":0,"passRate":null,"score":null,"moves":null,\
      "hazard":[],"metrics":{}}
      ],"levels":[
      {"level":"First \\"Steps\\"","difficulty":null,"flags":["too-hard","faults"],"notes":[],"metrics":{}},
      {"level":"Free","difficulty":null,"flags":[],"notes":[],"metrics":{}}
      ],"players":[]}

      """
    #expect(SummaryJSON.render(run) == golden)
  }

  @Test func isJSONForAnyRun() {
    for run in [run, ReportFixture.run([]), ReportFixture.realistic(levels: 30)] {
      #expect(isParsed(SummaryJSON.render(run)))
    }
  }

  @Test func marksAPartialRun() {
    var run = run
    run.isPartial = true
    #expect(
      SummaryJSON.render(run).hasPrefix(
        #"{"format":"playtest-summary","version":1,"seed":18446744073709551615,"partial":true,"#))
  }

  @Test func anUndefinedNumberIsNull() {
    var cell = ReportFixture.cell("L", "a", wins: 1, of: 2)
    cell.passRate = Interval(value: .nan, low: -.infinity, high: .infinity)
    let text = SummaryJSON.render(ReportFixture.run([cell]))
    #expect(text.contains(#""passRate":{"value":null,"low":null,"high":null}"#))
  }

  private func isParsed(_ text: String) -> Bool {
    let result = JSONParser.parse(text)
    return result.value != nil && result.issues.isEmpty
  }
}
