import Testing

@testable import Lab
@testable import SimHarness

@Suite struct GeneratorSpaceTests {
  private static func space(
    _ settings: [String], explores: Bool = false
  ) throws -> GeneratorSpace {
    try GeneratorSpace(try Generating.script("stripes"), settings: settings, explores: explores)
  }

  @Test func whatIsSaidIsKept() throws {
    let space = try Self.space(["rows=5", "colours=3...4"])
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    var colours: Set<Double> = []
    for _ in 0..<200 {
      let values = space.named(space.sample(using: &random))
      #expect(values["rows"] == 5)
      #expect(values["shots"] == 40, "nothing was said of it")
      colours.insert(values["colours"] ?? 0)
    }
    #expect(colours == [3, 4])
  }

  @Test func exploringMovesWithinTheRangesInWholeSteps() throws {
    let space = try Self.space(["rows=5"], explores: true)
    var random = SeededRandom(key: StreamKey(rawValue: 2))
    var values = space.sample(using: &random)
    var moves = 0
    for _ in 0..<1000 {
      let next = space.moved(values, using: &random)
      for (value, range) in zip(next, space.ranges) {
        #expect(range.contains(value) && value == value.rounded())
      }
      if next != values { moves += 1 }
      values = next
    }
    #expect(moves > 800)
    #expect(space.named(values)["rows"] == 5)
  }

  @Test(arguments: [
    ("row=5", "\"row=5\": unknown parameter 'row'; did you mean 'rows'?"),
    ("rows", "\"rows\": write it as NAME=NUMBER or NAME=A...B"),
    ("rows=x", "\"rows=x\": write it as NAME=NUMBER or NAME=A...B, the smaller first"),
    ("rows=5...3", "\"rows=5...3\": write it as NAME=NUMBER or NAME=A...B, the smaller first"),
    ("rows=5...30", "\"rows=5...30\": it must be from 1 to 11"),
    ("rows=inf", "\"rows=inf\": write it as NAME=NUMBER or NAME=A...B, the smaller first"),
  ])
  func saysWhatIsWrong(_ setting: String, _ message: String) throws {
    let script = try Generating.script("stripes")
    do throws(GenerateError) {
      _ = try GeneratorSpace(script, settings: [setting], explores: false)
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }
}
