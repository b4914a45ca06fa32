import Testing

/// How a golden file's difference is reported.
@Suite struct GoldenTests {
  @Test(arguments: [
    ("a\nb\n", "a\nc\n", 2, "c", "b"),
    ("a\nb\n", "a\n", 2, "", "b"),
    ("a\n", "a", 2, "(the text has ended)", ""),
    ("a", "a\r", 1, "a\r", "a"),
    ("", "x", 1, "x", ""),
  ])
  func theFirstDifferingLineIsNamed(
    text: String, golden: String, line: Int, kept: String, made: String
  ) {
    #expect(
      Golden.difference(of: text, from: golden, in: "f.txt")
        == "f.txt:\(line): the golden file differs\n  golden: \(kept)\n  made:   \(made)")
  }

  @Test func aMissingFileIsNamed() {
    #expect(
      Golden.difference(of: "", from: nil, in: "f.txt") == "f.txt: there is no such golden file")
  }
}
