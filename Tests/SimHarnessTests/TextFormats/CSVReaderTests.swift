import Testing

@testable import TextFormats

/// Tables of separated values, whole and in pieces.
@Suite struct CSVReaderTests {
  /// The records of a text that comes in pieces of a size, with their lines.
  private static func records(
    _ text: [UInt8], pieces: Int = 1 << 20
  ) throws -> [(line: Int, fields: [String])] {
    var rest = text[...]
    var reader = CSVReader {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    var records: [(line: Int, fields: [String])] = []
    while try reader.next() {
      records.append((reader.line, reader.fields.indices.map { reader.text($0) ?? "?" }))
    }
    return records
  }

  private static let texts: [(text: String, lines: [Int], fields: [[String]])] = [
    ("a,b\n1,2\n", [1, 2], [["a", "b"], ["1", "2"]]),
    ("\u{FEFF}a,b\r\n1,2\r\n\r\n3,4", [1, 2, 4], [["a", "b"], ["1", "2"], ["3", "4"]]),
    ("a;b\r1;2\r", [1, 2], [["a", "b"], ["1", "2"]]),
    ("a\tb c\n 1 \t\n", [1, 2], [["a", "b c"], ["1", ""]]),
    (
      "a,b\n\"x,\"\"y\"\"\nz\" , 2 \n3,\n", [1, 2, 4],
      [["a", "b"], ["x,\"y\"\nz", "2"], ["3", ""]]
    ),
    (
      "\"a;b\",c\n\"\",\" d \"\n5\" disk,e\n", [1, 2, 3],
      [["a;b", "c"], ["", " d "], ["5\" disk", "e"]]
    ),
    ("\n\n a , b\n\"\"\n", [3, 4], [["a", "b"], [""]]),
    // The separator that Excel names, whatever else the lines hold.
    ("sep=;\r\na,b;c\r\n1,5;2\r\n", [2, 3], [["a,b", "c"], ["1,5", "2"]]),
    ("\u{FEFF}SEP=|\na|b\n", [2], [["a", "b"]]),
    ("sep=;", [], []),
    ("sep=,b\n1,2\n", [1, 2], [["sep=", "b"], ["1", "2"]]),
    ("", [], []),
  ]

  @Test(arguments: texts.indices, [1, 2, 3, 1000])
  func everyFieldAsItStands(text: Int, pieces: Int) throws {
    let (text, lines, fields) = Self.texts[text]
    let records = try Self.records(Array(text.utf8), pieces: pieces)
    #expect(records.map(\.line) == lines)
    #expect(records.map(\.fields) == fields)
  }

  @Test(arguments: [
    ("a,b\n1,\"x\n2,3\n", 2, "the quote that opens on this line is not closed"),
    ("a,b\n\"x\"y,1\n", 2, "there is text after a closing quote"),
    ("a,b\n1,\u{0}\n", 2, "the file has a zero byte"),
    ("sep=x\na,b\n", 1, "'sep=' names no separator; name a comma, a semicolon, a tab or |"),
    ("a" + String(repeating: ",", count: 1000) + "\n", 1, "the line has more than 1000 columns"),
  ])
  func textWithoutATableIsNamed(text: String, line: Int, message: String) throws {
    let fault = #expect(throws: CSVFault.self) { try Self.records(Array(text.utf8)) }
    #expect(fault?.line == line)
    #expect(fault?.message.hasPrefix(message) == true, "\(fault?.message ?? "")")
  }

  @Test func utf16IsNamed() throws {
    let fault = #expect(throws: CSVFault.self) { try Self.records([0xFF, 0xFE, 0x61, 0]) }
    #expect(fault?.message.hasPrefix("the text is UTF-16") == true)
  }

  /// A quote that is never closed does not take the rest of a large file into memory.
  @Test func aQuoteThatIsNeverClosedEndsTheReading() throws {
    let text = Array("a,b\n\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let fault = #expect(throws: CSVFault.self) { try Self.records(text) }
    #expect(fault?.line == 2)
  }
}
