import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct JSONWriterTests {
  private static let doubles: [(Double, String)] = [
    (0.5, "0.5"), (3.0, "3"), (-0.0, "-0"), (0.1 + 0.2, "0.30000000000000004"),
    (1e20, "1e+20"), (.leastNonzeroMagnitude, "5e-324"), (100_000, "100000"), (-2.25, "-2.25"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
  ]

  @Test(arguments: doubles)
  func writesDoublesInTheFewestDigits(value: Double, text: String) {
    #expect(JSONWriter.number(value) == text)
    #expect(Double(text) == value)
  }

  @Test func escapesStrings() {
    let tree: JSONTree = "\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é😀\u{2028}\u{2029}"
    #expect(
      JSONWriter.compact(tree)
        == #""\"\\/\n\r\t\b\f\u0000\u001f\u007fé😀\u2028\u2029""#)
  }

  @Test func membersWithoutAValueAreLeftOut() {
    let none: Int? = nil
    let tree = JSONTree.members([
      "b": none.map { .int($0) }, "a": .present(1, if: true), "c": .present(true, if: false),
      "d": .null, "e": Optional(2).map { .int($0) },
    ])
    #expect(JSONWriter.compact(tree) == #"{"a":1,"d":null,"e":2}"#)
  }

  @Test func escapesMarkupOnlyWhenAsked() {
    let tree: JSONTree = ["</script>": "<!-- & -->"]
    #expect(JSONWriter.compact(tree) == #"{"</script>":"<!-- & -->"}"#)
    #expect(
      JSONWriter(.compact, isMarkupSafe: true).text(tree)
        == #"{"\u003c/script\u003e":"\u003c!-- \u0026 --\u003e"}"#)
  }

  @Test func writesCompactly() {
    let tree: JSONTree = ["b": [1, 2.5, nil, true], "a": ["": []], "c": [:]]
    #expect(JSONWriter.compact(tree) == #"{"b":[1,2.5,null,true],"a":{"":[]},"c":{}}"#)
    #expect(JSONWriter.compact(.unsigned(.max)) == "18446744073709551615")
  }

  @Test func writesForPeople() {
    let tree: JSONTree = [
      "name": "First Steps", "grid": ["RRGG", "BBB"], "empty": [[:], []],
      "objects": [["x": 1, "at": [1, 2]]],
    ]
    #expect(
      JSONWriter.pretty(tree) == """
        {
          "name": "First Steps",
          "grid": ["RRGG", "BBB"],
          "empty": [
            {},
            []
          ],
          "objects": [
            {
              "x": 1,
              "at": [1, 2]
            }
          ]
        }

        """)
    #expect(JSONWriter.pretty(3) == "3\n")
  }

  @Test(arguments: [(86, true), (87, false)])
  func keepsArraysOfScalarsOnALineOfAHundred(length: Int, fits: Bool) {
    let word = String(repeating: "é", count: length)
    let text = JSONWriter.pretty(["key": [.string(word)], "b": 1])
    let lines = text.split(separator: "\n")
    #expect(lines[1].hasSuffix("],") == fits)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(!fits || lines[1].count == 100)
  }

  #if DEBUG
  @Test func trapsOnNumbersThatAreNotFinite() async {
    await #expect(processExitsWith: .failure) { _ = JSONWriter.number(.nan) }
  }
  #else
  @Test func writesNullForNumbersThatAreNotFinite() {
    #expect(JSONWriter.compact([.double(.nan), .double(-.infinity)]) == "[null,null]")
  }
  #endif

  @Test func givesEachElementOfAListALine() {
    let members: [(key: String, value: JSONTree)] = [
      ("a", [1, 2]), ("b", [["x": 1], "y"]), ("c", ["d": [[]]]), ("e", []),
    ]
    #expect(
      JSONWriter.pretty(members, linesOf: ["b", "e"]) == """
        {
          "a": [1, 2],
          "b": [
            {"x": 1},
            "y"
          ],
          "c": {
            "d": [
              []
            ]
          },
          "e": []
        }

        """)
    #expect(
      JSONWriter.pretty(members, linesOf: []) == JSONWriter.pretty(.object(members)))
  }
}
