import Testing

@testable import SimHarness
@testable import TextFormats

/// A text and the issues it must give, rendered as `line: path: message`.
struct BadJSON: Sendable, CustomTestStringConvertible {
  let text: String
  let issue: String

  init(_ text: String, _ issue: String) {
    self.text = text
    self.issue = issue
  }

  var testDescription: String { SafeText.quoted(text) }
}

@Suite struct JSONParserTests {
  private static let validTexts: [(String, JSONTree)] = [
    ("null", .null),
    (" true ", true),
    ("false", false),
    ("0", 0),
    ("-0", -0.0),
    ("-12", -12),
    ("1000000000", 1_000_000_000),
    ("9223372036854775807", .int(.max)),
    ("-9223372036854775808", .int(.min)),
    ("18446744073709551615", .unsigned(.max)),
    ("18446744073709551616", .double(18_446_744_073_709_551_616)),
    ("1.5", 1.5),
    ("1E3", .double(1_000)),
    ("1e-2", 0.01),
    ("-2.5e+1", .double(-25)),
    ("1e-999", .double(0)),
    ("\"\"", ""),
    ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u00e9\\u20AC\\ud83d\\uDE00\"", "é€😀"),
    ("\"é€😀\u{7F}\"", "é€😀\u{7F}"),
    ("[]", []),
    ("{}", [:]),
    ("[1, [2], {\"a\": [null]}]", [1, [2], ["a": [nil]]]),
    ("\r\n\t {\"b\" : 1 ,\r\"a\" :[ ] }\n", ["b": 1, "a": []]),
  ]

  @Test(arguments: validTexts)
  func readsValidTexts(text: String, expected: JSONTree) throws {
    let result = JSONParser.parse(text)
    #expect(result.issues.isEmpty)
    #expect(JSONTree(try #require(result.value)) == expected)
  }

  @Test func keepsTheSignOfZero() throws {
    let value = try #require(JSONParser.parse("-0").value)
    #expect(value.kind == .number(.real(-0.0)))
    #expect(JSONWriter.compact(JSONTree(value)) == "-0")
  }

  @Test(arguments: [
    BadJSON("", "1: $: column 1: the text is empty; write a JSON value such as {}"),
    BadJSON(" \n", "2: $: column 1: the text is empty; write a JSON value such as {}"),
    BadJSON(
      "\n\n{\n\"a\": 1\n",
      "5: $: column 1: the text ends inside an object that began at line 3; "
        + "add the missing '}'"),
    BadJSON(
      "{\"a\": [1,\n2",
      "2: $.a: column 2: the text ends inside an array that began at line 1; "
        + "add the missing ']'"),
    BadJSON(
      "[\"a",
      "1: $[0]: column 4: the text ends inside a string that began at line 1; "
        + "add the missing '\"'"),
    BadJSON(
      "{\"a\"",
      "1: $.a: column 5: the text ends inside an object that began at line 1; "
        + "add the missing '}'"),
    BadJSON(
      "{\n  \"a\": 1\n  \"b\": 2\n}",
      "3: $: column 3: a comma is missing before this key; add it"),
    BadJSON(
      "{\"a\": 1 2}",
      "1: $: column 9: a comma is missing before this value; add it"),
    BadJSON(
      "{\"grid\": [\"RR\",\n\"GG\"\n\"BB\"]}",
      "3: $.grid: column 1: a comma is missing before this value; add it"),
    BadJSON(
      "{\"a\" 1}",
      "1: $.a: column 6: expected ':' after the key \"a\", found '1'; "
        + "write a colon between key and value"),
    BadJSON("[1,\n2,\n]", "2: $: column 2: a comma is not allowed before ']'; remove it"),
    BadJSON("{\"a\":1,}", "1: $: column 7: a comma is not allowed before '}'; remove it"),
    BadJSON(
      "[1,,2]",
      "1: $[1]: column 4: a value is missing before ','; add it or remove what follows"),
    BadJSON(
      "{,}",
      "1: $: column 2: a key is missing before ','; add it or remove what follows"),
    BadJSON(
      "{\"a\":}",
      "1: $.a: column 6: a value is missing before '}'; add it or remove what follows"),
    BadJSON("{\n// shots\n}", "2: $: column 1: JSON has no comments; remove it"),
    BadJSON("[1] # end", "1: $: column 5: JSON has no comments; remove it"),
    BadJSON("{'a': 1}", "1: $: column 2: JSON has no single quotes; write \" instead of '"),
    BadJSON("[“a”]", "1: $[0]: column 2: JSON has no typographic quotes; write \" instead"),
    BadJSON("{shots: 1}", "1: $: column 2: a key must be in double quotes; write \"shots\""),
    BadJSON(
      "[red]", "1: $[0]: column 2: unknown word 'red'; write \"red\" if it is a string"),
    BadJSON("[True]", "1: $[0]: column 2: unknown word 'True'; write true"),
    BadJSON("[tru", "1: $[0]: column 2: unknown word 'tru'; write true"),
    BadJSON("[None]", "1: $[0]: column 2: unknown word 'None'; write null"),
    BadJSON(
      "[NaN]",
      "1: $[0]: column 2: 'NaN' is not a JSON number; write a finite number or null"),
    BadJSON(
      "[-Infinity]",
      "1: $[0]: column 2: '-Infinity' is not a JSON number; write a finite number or null"),
    BadJSON(
      "{\n\"a\": [1\n}",
      "3: $.a: column 1: found '}' inside an array that began at line 2; close it with ']' first"),
    BadJSON("[]\n]", "2: $: column 1: ']' closes nothing; remove it"),
    BadJSON("}", "1: $: column 1: '}' closes nothing; remove it"),
    BadJSON(
      "{} 1",
      "1: $: column 4: expected the end of the text, found '1'; "
        + "remove what follows the first value"),
    BadJSON(
      "[1 : 2]",
      "1: $: column 4: expected ',' or ']', found ':'; write ',' or ']' instead"),
    BadJSON(
      "[\u{A0}1]",
      "1: $[0]: column 2: expected a value, found '\u{A0}'; write a value instead"),
    BadJSON(
      "{1: 2}",
      "1: $: column 2: a key must be in double quotes; write \"1\""),
  ])
  func explainsWrongStructure(bad: BadJSON) { expectIssue(bad) }

  @Test(arguments: [
    BadJSON(
      "01", "1: $: column 1: a number cannot begin with '0' and a digit; remove the leading zeros"
    ),
    BadJSON(
      "[-01]",
      "1: $[0]: column 2: a number cannot begin with '0' and a digit; remove the leading zeros"),
    BadJSON("+1", "1: $: column 1: a number cannot begin with '+'; remove it"),
    BadJSON(".5", "1: $: column 1: a number cannot begin with a point; write 0 before it"),
    BadJSON("1.", "1: $: column 1: a digit is missing after '.'; write it or remove '.'"),
    BadJSON("1.e3", "1: $: column 1: a digit is missing after '.'; write it or remove '.'"),
    BadJSON("[1e]", "1: $[0]: column 2: a digit is missing after 'e'; write it or remove 'e'"),
    BadJSON("1E+", "1: $: column 1: a digit is missing after 'e'; write it or remove 'e'"),
    BadJSON("-", "1: $: column 1: a digit is missing after '-'; write it or remove '-'"),
    BadJSON(
      "0x10",
      "1: $: column 2: 'x' cannot be part of a number; write a decimal number such as 12 or 0.5"),
    BadJSON(
      "1_000",
      "1: $: column 2: '_' cannot be part of a number; write a decimal number such as 12 or 0.5"),
    BadJSON(
      "1.2.3",
      "1: $: column 4: '.' cannot be part of a number; write a decimal number such as 12 or 0.5"),
    BadJSON(
      "1e999", "1: $: column 1: the number 1e999 is too large; write one below 1.7e308"),
    BadJSON(
      "{\"a\": -1e999}",
      "1: $.a: column 7: the number -1e999 is too large; write one below 1.7e308"),
    BadJSON(
      String(repeating: "1", count: 400),
      "1: $: column 1: the number 111111111111111111111111111111… is too large; "
        + "write one below 1.7e308"),
    BadJSON(
      "0." + String(repeating: "1", count: 1_000),
      "1: $: column 1: a number with more than 1000 characters; write fewer digits"),
  ])
  func explainsWrongNumbers(bad: BadJSON) { expectIssue(bad) }

  @Test(arguments: [
    BadJSON(
      "{\"name\": \"abc,\n\"b\": 1}",
      "1: $.name: column 15: a string cannot continue on the next line; "
        + "close it with '\"', or write \\n for a line break"),
    BadJSON("[\"é\t\"]", "1: $[0]: column 4: a tab inside a string; write \\t"),
    BadJSON(
      "\"\u{1B}[0m\"", "1: $: column 2: a control character inside a string; write \\u001b"),
    BadJSON(
      "\"C:\\dir\"",
      "1: $: column 4: a backslash is not allowed before 'd'; write \\\\ for a backslash"),
    BadJSON(
      "\"\\\u{202E}\"",
      "1: $: column 2: a backslash is not allowed before '\\u{202E}'; write \\\\ for a backslash"),
    BadJSON(
      "\"\\u12G4\"",
      "1: $: column 2: \\u needs four hexadecimal digits; write all four, as in \\u00e9"),
    BadJSON(
      "\"\\ud83d\"",
      "1: $: column 2: \\ud83d is half of a surrogate pair; "
        + "write both halves or the character itself"),
    BadJSON(
      "\"\\ud83d\\u0041\"",
      "1: $: column 2: \\ud83d is half of a surrogate pair; "
        + "write both halves or the character itself"),
    BadJSON(
      "\"\\udc00\\udc00\"",
      "1: $: column 2: \\udc00 is half of a surrogate pair; "
        + "write both halves or the character itself"),
    BadJSON(
      "\"\\ude00\"",
      "1: $: column 2: \\ude00 is half of a surrogate pair; "
        + "write both halves or the character itself"),
    BadJSON(
      "\u{FEFF}{}",
      "1: $: column 1: the file begins with a byte order mark; save it as UTF-8 without one"),
  ])
  func explainsWrongStrings(bad: BadJSON) { expectIssue(bad) }

  @Test(
    arguments: [
      [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func refusesBytesThatAreNotUTF8(sequence: [UInt8]) throws {
    let first = try #require(sequence.first)
    let message =
      "the byte 0x\(String(first, radix: 16)) is not UTF-8; save the file as UTF-8"
    let inString = Array("{\"a\":\n\"é".utf8) + sequence + Array("\"}".utf8)
    #expect(issues(of: inString) == ["2: $.a: column 3: \(message)"])
    let outside = Array("[1, ".utf8) + sequence + Array("]".utf8)
    #expect(issues(of: outside) == ["1: $[1]: column 5: \(message)"])
  }

  @Test func acceptsTheBordersOfUTF8() throws {
    let borders = "\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    let value = try #require(JSONParser.parse("\"" + borders + "\"").value)
    #expect(value.kind == .string(borders))
  }

  @Test func refusesOtherEncodings() {
    #expect(
      issues(of: [0xFF, 0xFE, 0x7B, 0]) == [
        "1: $: column 1: the file is UTF-16 or UTF-32; save it as UTF-8"
      ])
  }

  @Test func namesBothLinesOfDuplicateKeysAndGoesOn() throws {
    let text = """
      {
        "shots": 1,
        "goal": {"score": 1, "score": 2},
        "shots": 2,
        "sh\\u006fts": 3
      }
      """
    let result = JSONParser.parse(text)
    #expect(
      result.issues.map(\.description) == [
        "3: $.goal.score: the key 'score' is defined twice, at line 3 and here at line 3; "
          + "remove one of them",
        "4: $.shots: the key 'shots' is defined twice, at line 2 and here at line 4; "
          + "remove one of them",
        "5: $.shots: the key 'shots' is defined twice, at line 2 and here at line 5; "
          + "remove one of them",
      ])
    #expect(JSONTree(try #require(result.value)) == ["shots": 1, "goal": ["score": 1]])
  }

  @Test func keepsDuplicatesBesideASyntaxError() {
    let lines = JSONParser.parse("{\"a\":1,\n\"a\":2,\n\"b\"}").issues.map(\.line)
    #expect(lines == [2, 3])
  }

  @Test func knowsThePlaceOfEveryValueAndKey() throws {
    let text = "{\"é😀\": [1,\r\n  true],\r\"b\":\n\n  {}}"
    let value = try #require(JSONParser.parse(text).value)
    guard case .object(let members) = value.kind, members.count == 2,
      case .array(let elements) = members[0].value.kind, elements.count == 2
    else {
      Issue.record("another structure")
      return
    }
    #expect(value.position == .start)
    #expect(members[0].keyPosition == JSONPosition(line: 1, column: 2, offset: 1))
    #expect(members[0].value.position == JSONPosition(line: 1, column: 8, offset: 11))
    #expect(elements[0].position == JSONPosition(line: 1, column: 9, offset: 12))
    #expect(elements[1].position == JSONPosition(line: 2, column: 3, offset: 18))
    #expect(members[1].keyPosition == JSONPosition(line: 3, column: 1, offset: 25))
    #expect(members[1].value.position == JSONPosition(line: 5, column: 3, offset: 33))
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func refusesDeepNesting(opening: String) {
    let lines = JSONParser.parse(String(repeating: opening, count: 100_000)).issues
    #expect(lines.count == 1)
    let message = "more than 64 nested arrays and objects; nest them less deeply"
    #expect(lines.first?.message.hasSuffix(message) == true)
  }

  @Test func allowsNestingUpToTheLimit() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(JSONParser.parse(nested(64)).issues.isEmpty)
    #expect(JSONParser.parse(nested(65)).value == nil)
    #expect(JSONParser.parse(nested(1_000), limits: JSONLimits(depth: 1_000)).issues.isEmpty)
  }

  @Test func keepsToItsLimits() {
    let limits = JSONLimits(bytes: 30, members: 2, elements: 3, values: 8)
    func message(_ text: String) -> String? {
      JSONParser.parse(text, limits: limits).issues.first?.description
    }
    #expect(message("{\"a\":1,\"b\":[1,2,3]}") == nil)
    #expect(
      message("{\"a\":1,\"b\":2,\"c\":3}")
        == "1: $: column 14: an object with more than 2 keys; make it smaller")
    #expect(
      message("[1,2,\n3,4]")
        == "2: $: column 3: an array with more than 3 elements; make it smaller")
    #expect(
      message("[[1,2,3],[4,5,6]]")
        == "1: $[1][2]: column 15: more than 8 values in the text; make it smaller")
    #expect(
      message("\"" + String(repeating: "a", count: 29) + "\"")
        == "1: $: column 1: the text has 31 bytes, more than the maximum of 30; make it smaller")
  }

  @Test func stopsAfterAThousandDuplicates() {
    let many = Array(repeating: "\"a\":1", count: 5_000).joined(separator: ",")
    let result = JSONParser.parse("{" + many + "}")
    #expect(result.value == nil)
    #expect(result.issues.count == 1_001)
  }

  /// A reader that looks back over what it has read would take hours.
  @Test func takesLinearTimeForLargeTexts() {
    let array = "[" + Array(repeating: "1", count: 99_999).joined(separator: ",\n") + "]"
    #expect(JSONParser.parse(array).issues.isEmpty)
    let members = (0..<9_999).map { "\"key\($0)\":\"é\"" }
    #expect(JSONParser.parse("{" + members.joined(separator: ",") + "}").issues.isEmpty)
  }

  private func expectIssue(_ bad: BadJSON) {
    let result = JSONParser.parse(bad.text)
    #expect(result.value == nil)
    #expect(result.issues.map(\.description) == [bad.issue])
  }

  private func issues(of bytes: [UInt8]) -> [String] {
    JSONParser.parse(bytes).issues.map(\.description)
  }
}
