import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("ab", "ba", 1),
    ("shotz", "shots", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("shtos", "shots", 1),
  ])
  func measuresDistance(left: String, right: String, expected: Int) {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    #expect(NearestName.distance(left, right) == expected)
    #expect(NearestName.distance(right, left) == expected)
  }

  @Test(
    arguments: [
      ("shotz", "shots"), ("SHOTS", "shots"), ("max_bounces", "maxBounces"), ("color", "colour"),
      ("colr", "colour"), ("desc", "descent"), ("x", nil), ("", nil), ("elephant", nil),
      ("y", nil), ("zz", nil), ("spwan", "spawn"), (String(repeating: "s", count: 65), nil),
    ] as [(String, String?)])
  func suggestsNearNamesOnly(name: String, expected: String?) {
    let known = ["shots", "maxBounces", "colour", "descent", "spawn", "z"]
    #expect(NearestName.suggestion(for: name, among: known) == expected)
  }

  @Test func takesTheFirstOfEquallyNearNames() {
    #expect(NearestName.suggestion(for: "cart", among: ["cast", "card"]) == "card")
    #expect(NearestName.suggestion(for: "abc", among: ["abcdefgh", "abcdefghi"]) == nil)
  }

  @Test func wordsTheComplaint() {
    #expect(
      NearestName.complaint(about: "shotz", called: "field", known: ["rows", "shots"])
        == "unknown field 'shotz'; did you mean 'shots'? known: rows, shots")
    #expect(
      NearestName.complaint(about: "a\u{1B}", called: "agent", known: [])
        == #"unknown agent 'a\u{1B}'; known: none"#)
    let many = (1...42).map(String.init)
    #expect(NearestName.list(many).hasSuffix("39, 40 and 2 more"))
  }
}
