import Testing

@testable import SimHarness
@testable import TextFormats

@Suite struct JSONReaderTests {
  private enum Colour: String, CaseIterable { case red, green, blue }

  @Test func readsWhatIsRight() throws {
    let text = """
      {"name": "A", "on": true, "shots": 30.0, "seed": 18446744073709551615, "x": -1.5,
       "radius": 2, "goal": "clear", "colour": "red", "rows": ["a", "b"], "weights": {"z": 1}}
      """
    let fields = [
      "name", "on", "shots", "seed", "x", "radius", "goal", "colour", "rows", "weights", "other",
    ]
    let reader = JSONReader()
    let value = try #require(JSONParser.parse(text).value)
    let level = try #require(reader.object(value, fields: fields))
    #expect(level.required("name")?.string() == "A")
    #expect(level.required("name")?.string(length: 1...3) == "A")
    #expect(level.required("on")?.bool() == true)
    #expect(level.required("shots")?.int(in: 1...64) == 30)
    #expect(level.required("seed")?.uint64() == .max)
    #expect(level.required("x")?.double(in: -2...0) == -1.5)
    #expect(level.required("radius")?.double(above: 0) == 2)
    #expect(level.required("goal")?.enumeration(["clear": 1, "score": 2]) == 1)
    #expect(level.required("colour")?.enumeration(Colour.self) == .red)
    #expect(
      level.required("rows")?.array(of: "strings", count: 0...2) { $0.string() } == ["a", "b"])
    let weights = level.required("weights")?.dictionary(of: "weights", count: 1...8) {
      $1.double()
    }
    #expect(weights?.map(\.key) == ["z"])
    #expect(weights?.map(\.value) == [1])
    #expect(level.optional("other") == nil)
    #expect(level.keys.count == 10)
    #expect(reader.issues.isEmpty)
  }

  @Test func collectsAllIssuesOfAFile() throws {
    let text = """
      {
        "shotz": 30,
        "rows": "twelve",
        "grid": 3,
        "objects": [
          {"x": 1, "radius": 0},
          {"x": "a b"}
        ],
        "rows": 3
      }
      """
    let error = #expect(throws: FileIssues.self) {
      try JSONReader.read(Array(text.utf8), file: "a.json") { root -> Int? in
        let level = root.object(fields: ["name", "shots", "rows", "grid", "objects"])
        _ = level?.required("name")?.string()
        _ = level?.optional("grid")?.array(of: "strings", count: 0...64) { $0.string() }
        _ = level?.required("objects")?.array(of: "objects", count: 0...2_000) { item in
          let object = item.object(fields: ["x", "radius"])
          _ = object?.required("radius")?.double(above: 0, to: 10)
          return object?.required("x")?.double(in: 0...800)
        }
        return level?.required("rows")?.int(in: 1...64)
      }
    }
    #expect(
      error?.description == """
        a.json:1: $: the field 'name' is missing; add it
        a.json:2: $.shotz: unknown field 'shotz'; did you mean 'shots'? \
        known: name, shots, rows, grid, objects
        a.json:3: $.rows: expected a whole number from 1 to 64, found "twelve"
        a.json:4: $.grid: expected an array of strings, found a number
        a.json:6: $.objects[0].radius: expected a number above 0 and at most 10, found 0
        a.json:7: $.objects[1]: the field 'radius' is missing; add it
        a.json:7: $.objects[1].x: expected a number from 0 to 800, found "a b"
        a.json:9: $.rows: the key 'rows' is defined twice, at line 3 and here at line 9; \
        remove one of them
        """)
  }

  @Test func givesTheValueOrTheSyntaxError() throws {
    let value = try JSONReader.read(Array("[1]".utf8), file: "a.json") { $0.path.description }
    #expect(value == "$")
    let error = #expect(throws: FileIssues.self) {
      try JSONReader.read(Array("[1".utf8), file: "a.json") { _ in 1 }
    }
    #expect(
      error?.description
        == "a.json:1: $: column 3: the text ends inside an array that began at line 1; "
        + "add the missing ']'")
    let silent = #expect(throws: FileIssues.self) {
      try JSONReader.read(Array("[1]".utf8), file: "a.json") { _ -> Int? in nil }
    }
    #expect(silent?.description == "a.json:1: $: this cannot be read; check the file")
  }

  @Test(arguments: [
    ("1", "expected a string, found 1"),
    ("null", "expected a string, found null"),
    ("true", "expected a string, found true"),
    ("[]", "expected a string, found an array"),
    ("{}", "expected a string, found an object"),
    ("\"abcd\"", "expected a string of 1 to 3 characters, found 4"),
    ("\"\"", "expected a string of 1 to 3 characters, found an empty string"),
  ])
  func complainsAboutStrings(text: String, message: String) throws {
    #expect(try messages(text) { _ = $0.string(length: 1...3) } == [message])
  }

  @Test(arguments: [
    ("0", "expected a whole number from 1 to 64, found 0"),
    ("1.5", "expected a whole number from 1 to 64, found 1.5"),
    ("1e300", "expected a whole number from 1 to 64, found 1e+300"),
    ("18446744073709551615", "expected a whole number from 1 to 64, found 18446744073709551615"),
    ("\"1\"", "expected a whole number from 1 to 64, found \"1\""),
  ])
  func complainsAboutWholeNumbers(text: String, message: String) throws {
    #expect(try messages(text) { _ = $0.int(in: 1...64) } == [message])
  }

  @Test func complainsAboutOtherScalars() throws {
    #expect(
      try messages("-1") { _ = $0.uint64() } == [
        "expected a whole number from 0 to 18446744073709551615, found -1"
      ])
    // 2^64, a whole number beyond every seed, and one beyond every other number.
    #expect(
      try messages("18446744073709551616") { _ = $0.uint64() } == [
        "expected a whole number from 0 to 18446744073709551615, found 1.8446744073709552e+19"
      ])
    #expect(
      try messages("1e300") { _ = $0.int(in: 1...Int.max) } == [
        "expected a whole number from 1 to 9223372036854775807, found 1e+300"
      ])
    #expect(
      try messages("-9223372036854775809") { _ = $0.int() } == [
        "expected a whole number from -9223372036854775808 to 9223372036854775807, found"
          + " -9.223372036854776e+18"
      ])
    #expect(try messages("1") { _ = $0.bool() } == ["expected true or false, found 1"])
    #expect(
      try messages("-0.5") { _ = $0.double(in: 0...1) } == [
        "expected a number from 0 to 1, found -0.5"
      ])
  }

  @Test(arguments: [("null", true), ("0", false), ("[]", false)])
  func knowsNull(text: String, isNull: Bool) throws {
    let value = try #require(JSONParser.parse(text).value)
    #expect(JSONReader().cursor(at: value).isNull == isNull)
  }

  @Test func wordsTheRanges() {
    #expect(JSONExpectation.wholeNumber(Int.min...Int.max) == "a whole number")
    #expect(JSONExpectation.wholeNumber(1...Int.max) == "a whole number of at least 1")
    #expect(
      JSONExpectation.wholeNumber(0...UInt64.max)
        == "a whole number from 0 to 18446744073709551615")
    #expect(JSONExpectation.wholeNumber(Int.min...5) == "a whole number of at most 5")
    #expect(JSONExpectation.number(JSONExpectation.anyNumber) == "a number")
    #expect(JSONExpectation.number(0...Double.infinity) == "a number of at least 0")
    #expect(JSONExpectation.number(0...0.5) == "a number from 0 to 0.5")
    #expect(JSONExpectation.number(above: 0, to: .infinity) == "a number above 0")
    #expect(JSONExpectation.count(0...4, of: "rows") == "at most 4 rows")
    #expect(JSONExpectation.count(3...3, of: "scores") == "3 scores")
    #expect(JSONExpectation.count(1...Int.max, of: "rows") == "at least 1 rows")
  }

  @Test func complainsAboutNames() throws {
    #expect(
      try messages("\"gren\"") { _ = $0.enumeration(Colour.self) } == [
        "unknown name 'gren'; did you mean 'green'? known: red, green, blue"
      ])
    #expect(
      try messages("\"pink!\"") { _ = $0.name(among: ["red", "blue"], called: "colour") } == [
        "unknown colour 'pink!'; known: red, blue"
      ])
    #expect(
      try messages("3") { _ = $0.enumeration(["clear": 1, "score": 2]) } == [
        "expected one of clear, score, found 3"
      ])
  }

  @Test func complainsAboutContainers() throws {
    let strings: (JSONCursor) -> Void = {
      _ = $0.array(of: "strings", count: 1...2) { $0.string() }
    }
    #expect(try messages("[]", strings) == ["expected an array of 1 to 2 strings, found 0"])
    #expect(try messages("[1,2,3]", strings) == ["expected an array of 1 to 2 strings, found 3"])
    #expect(try messages("{}", strings) == ["expected an array of strings, found an object"])
    #expect(try messages("[1, \"a\"]", strings) == ["expected a string, found 1"])
    let numbers: (JSONCursor) -> Void = {
      _ = $0.dictionary(of: "weights", count: 0...1) { $1.double() }
    }
    #expect(try messages("[]", numbers) == ["expected an object, found an array"])
    #expect(
      try messages("{\"a\":1,\"b\":2}", numbers) == [
        "expected an object of at most 1 weights, found 2"
      ])
  }

  @Test func tracksPathsOfStrangeKeys() throws {
    let text = "{\"a b\": {\"\\u001b\\\"\": [0, \"x\"]}}"
    let reader = JSONReader()
    let value = try #require(JSONParser.parse(text).value)
    _ = reader.cursor(at: value).dictionary(of: "objects", count: 0...9) { _, inner in
      inner.dictionary(of: "arrays", count: 0...9) { _, array in
        array.array(of: "numbers", count: 0...9) { $0.int() }
      }
    }
    #expect(reader.issues.map(\.path) == [#"$["a b"]["\u{1B}\""][1]"#])
  }

  private func messages(
    _ text: String, _ decode: (JSONCursor) -> Void
  ) throws -> [String] {
    let reader = JSONReader()
    decode(reader.cursor(at: try #require(JSONParser.parse(text).value)))
    return reader.issues.map(\.message)
  }
}
