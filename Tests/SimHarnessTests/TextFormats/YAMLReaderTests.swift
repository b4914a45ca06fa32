import Testing

@testable import SimHarness
@testable import TextFormats

/// What scalars of YAML become.
@Suite struct YAMLReaderTests {
  private func read<Value>(_ text: String, _ decode: (JSONCursor) -> Value?) throws -> Value {
    try YAMLReader.read(Array(text.utf8), file: "a.yml", decode: decode)
  }

  /// Base 60 is of YAML 1.1 alone, and so is `020` for 16.
  ///
  /// A large number of base 60 once overflowed.
  @Test(arguments: [
    "1:30", "-922330039223372036:8", "!!int 1:30", "!!float 1:30.5", "190:20:30.15",
    "020", "-017", "01.5",
  ])
  func numbersOfOtherBasesAreText(_ text: String) throws {
    let word = text.split(separator: " ").last.map(String.init)
    #expect(try read(text) { $0.string() } == word)
    let issues = #expect(throws: FileIssues.self) { try read(text) { $0.int() } }
    #expect(issues?.lines.first?.contains("expected a whole number") == true)
  }

  @Test(arguments: [
    ("a: 1\n---\nb: 2\n", "a.yml:2: $: another document begins here; keep one in a file"),
    (
      String(repeating: "[", count: 3000), "a.yml:1: $: this is nested too deeply"
    ),
    (
      "a: 1\nb:\n  a: 2\n'a' : 3\n",
      "a.yml:4: $: the key 'a' is defined twice, at line 1 and here; remove one of them"
    ),
    (
      "b:\n  x: 1\n  # x: 2\n  xy: 2\n  x: 2\n",
      "a.yml:5: $: the key 'x' is defined twice, at line 2 and here; remove one of them"
    ),
    ("{a: 1, a: 2}", "a.yml:1: $: the key 'a' is defined twice; remove one of them"),
  ])
  func whatTheLibrarySaysIsPutInWords(_ text: String, _ message: String) throws {
    let issues = #expect(throws: FileIssues.self) { try read(text) { $0.string() } }
    #expect(issues?.lines == [message])
  }

  @Test func aByteOrderMarkIsRefusedLikeInJSON() throws {
    let issues = #expect(throws: FileIssues.self) { try read("\u{FEFF}name: a") { $0.string() } }
    #expect(
      issues?.lines == [
        "a.yml:1: $: the file begins with a byte order mark; save it as UTF-8 without one"
      ])
  }

  /// A tab that indents is named; the library only says that no token begins with it.
  @Test func aTabIsNamed() throws {
    let issues = #expect(throws: FileIssues.self) {
      try read("name: a\ngates:\n\t- b\n") { $0.string() }
    }
    #expect(
      issues?.lines == [
        "a.yml:3: $: column 1: this is a tab; YAML is indented with spaces, so replace it"
      ])
  }

  @Test func numbersAreRead() throws {
    for (text, value) in [
      ("12", 12), ("-7", -7), ("+7", 7), ("0", 0), ("0x1F", 31), ("0o17", 15), ("1_000", 1000),
    ] {
      #expect(try read(text) { $0.int() } == value, "\(text)")
    }
    #expect(try read("18446744073709551615") { $0.uint64() } == .max)
    #expect(try read("2.5e3") { $0.double(in: 0...3000) } == 2500)
    #expect(try read("\"12\"") { $0.string() } == "12")
    #expect(throws: FileIssues.self) { try read(".inf") { $0.double(in: 0...3000) } }
    #expect(throws: FileIssues.self) {
      try read("1" + String(repeating: "0", count: 30)) { $0.int() }
    }
  }
}
