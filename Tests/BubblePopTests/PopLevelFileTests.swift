import TestSupport
import Testing

@testable import BubblePopGame
@testable import SimHarness
@testable import TextFormats

/// Level files of bubble pop: read, written, and everything wrong with them said at once.
@Suite struct PopLevelFileTests {
  private func read(_ fields: String) throws(FileIssues) -> PopLevelFile {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "bubble-pop", "name": "A"\(fields)}
      """
    return try JSONReader.read(Array(text.utf8), file: "a.json") {
      PopLevelFile.decode($0, catalog: Bubbles.library)
    }
  }

  private func issues(_ fields: String) -> [String] {
    do throws(FileIssues) {
      _ = try read(fields)
      return []
    } catch {
      return error.issues.map { "\($0.path): \($0.message)" }
    }
  }

  @Test func theDefaultsAreThoseOfTheRules() throws {
    let file = try read("")
    #expect(file == PopLevelFile(name: "A"))
    #expect(file.rules.duration == 60 && file.rules.maxBubbles == 15)
    #expect(file.rules.width == 390 && file.rules.height == 844 && file.rules.radius == 32)
    #expect(file.colours.map(\.points) == [1, 2, 5, 8, 10])
    #expect(file.colours.map(\.probability) == [0.4, 0.3, 0.15, 0.1, 0.05])
    #expect(!file.rules.moves && file.rules.goal == nil)
  }

  @Test(arguments: [
    "", #", "duration": 1, "maxBubbles": 0"#, #", "duration": 600, "maxBubbles": 200"#,
    #", "area": {"width": 64, "height": 64}, "goal": {"score": 5}"#,
    #", "movement": {"on": true, "acceleration": 0.5}, "id": "b", "spawner": "uniform""#,
    #"""
    , "bubbles": [{"colour": "x", "points": 3, "probability": 0.25, "script": "clock"},
    {"colour": "y", "points": 0, "probability": 0.75}], "params": {"clock": {"seconds": 7}}
    """#,
  ])
  func whatIsWrittenIsReadAgain(_ fields: String) throws {
    let file = try read(fields)
    let again = try LevelFile.read(
      Array(file.text.utf8), file: "b.json", catalog: Bubbles.library)
    #expect(again == LevelFile(file))
    #expect(again.text == file.text)
    var renamed = file
    renamed.name = "B"
    renamed.id = "other"
    #expect(renamed.contentHash == file.contentHash)
    renamed.rules.duration += 1
    #expect(renamed.contentHash != file.contentHash)
    _ = try file.level(catalog: Bubbles.library)
  }

  @Test(arguments: [
    (#", "duration": 0"#, "$.duration: expected a whole number from 1 to 600, found 0"),
    (#", "duration": 601"#, "$.duration: expected a whole number from 1 to 600, found 601"),
    (#", "maxBubbles": 201"#, "$.maxBubbles: expected a whole number from 0 to 200, found 201"),
    (
      #", "area": {"width": 63, "height": 100}"#,
      "$.area: the area of 63 x 100 points has no room for a bubble of radius 32; enlarge it or"
        + " set a smaller radius"
    ),
    (
      #", "goal": {"score": 0}"#,
      "$.goal.score: expected a whole number from 1 to 1000000000, found 0"
    ),
    (#", "bubbles": []"#, "$.bubbles: expected an array of 1 to 32 bubbles, found 0"),
    (
      #", "bubbles": [{"colour": "a", "points": 1, "probability": 0.999}]"#,
      "$.bubbles: the probabilities sum to 0.999, not 1; change them together, as in"
        + " bubbles[*].probability=[0.4,0.6]"
    ),
    // The sum as people write it, without the rounding of its last digits.
    (
      #", "bubbles": [{"colour": "a", "points": 1, "probability": 0.2},"#
        + #"{"colour": "b", "points": 1, "probability": 0.7000000000000001}]"#,
      "$.bubbles: the probabilities sum to 0.9, not 1; change them together, as in"
        + " bubbles[*].probability=[0.4,0.6]"
    ),
    (
      #", "bubbles": [{"colour": "a", "points": 1, "probability": 1, "script": "clok"}]"#,
      "$.bubbles[0].script: unknown bubble script 'clok'; did you mean 'clock'? known: clock, pop_bomb"
    ),
    (
      #", "spawner": "unifrm""#,
      "$.spawner: unknown spawner 'unifrm'; did you mean 'uniform'? known:"
        + " bag, helpful, streaks, uniform, weighted"
    ),
    (
      #", "params": {"clock": {"seconds": 1}}"#,
      "$.params.clock: unknown script 'clock' of this level; known: none"
    ),
  ])
  func whatIsWrongIsReported(_ fields: String, _ issue: String) {
    // Unknown scripts end with the folder that was searched.
    #expect(issues(fields).map { $0.components(separatedBy: "; searched: ")[0] } == [issue])
  }

  @Test func everythingWrongIsReportedAtOnce() {
    let found = issues(
      #", "duration": -1, "radius": "x", "goal": {}, "bubbles": [{"colour": "a b"}], "speed": 1"#)
    #expect(found.count == 7, "\(found)")
  }

  @Test func fieldsAreSetByTheirPaths() throws {
    var file = PopLevelFile(name: "A")
    try file.set("duration", to: "30", catalog: Bubbles.library)
    try file.set("goal.score", to: "100", catalog: Bubbles.library)
    try file.set("width", to: "500", catalog: Bubbles.library)
    try file.set("spawner", to: "streaks", catalog: Bubbles.library)
    try file.set("params.streaks.share", to: "0.5", catalog: Bubbles.library)
    #expect(file.rules.duration == 30 && file.rules.goal == 100 && file.rules.width == 500)
    #expect(file.parameters == ["streaks": ["share": 0.5]])
    let before = file
    #expect(throws: LevelFieldProblem.self) {
      try file.set("params.streaks.share", to: "2", catalog: Bubbles.library)
    }
    #expect(throws: LevelFieldProblem.self) {
      try file.set("radius", to: "400", catalog: Bubbles.library)
    }
    #expect(throws: LevelFieldProblem.self) {
      try file.set("colour", to: "1", catalog: Bubbles.library)
    }
    #expect(file == before)
    try file.apply(rules: ["maxBubbles": 7], parameters: [:], catalog: Bubbles.library)
    #expect(file.rules.maxBubbles == 7)
  }

  @Test func thePictureShowsAScreen() throws {
    let picture = PopPicture.text(of: PopLevelFile(name: "A"))
    let lines = picture.split(separator: "\n")
    #expect(lines[0].count == 41)
    #expect(lines.filter { $0.hasPrefix("|") }.count == 42)
    #expect(picture.contains("R red: 1 point, probability 0.4"))
    #expect(picture.contains("B blue") && picture.contains("L black"))
    let screen = lines.filter { $0.hasPrefix("|") }.joined()
    #expect(screen.filter(\.isLetter).count >= 7)
  }
}
