/// Reads a table of separated values record by record, from chunks of bytes: memory follows the
/// longest record and not the file.
///
/// Fields may be quoted, hold separators and line breaks in quotes, and doubled quotes. Lines end
/// with LF, CRLF or CR. A byte order mark is skipped, and so are empty lines. The separator is the
/// most frequent one of comma, semicolon and tab in the first line, or the one that a first line
/// `sep=;` names, as Excel writes it. Spaces around fields without
/// quotes do not count.
public struct CSVReader {
  /// Gives the next bytes of the file; none at its end.
  public typealias Source = () throws -> [UInt8]

  /// The bytes of the record's fields, one after another, without quotes.
  public private(set) var bytes: [UInt8] = []
  /// Where each field begins and ends in `bytes`.
  public private(set) var fields: [Range<Int>] = []
  /// The line that the record begins on, from 1.
  public private(set) var line = 0
  /// What separates fields.
  public private(set) var separator = UInt8(ascii: ",")

  /// The maximum number of bytes and fields of a record.
  static let maxBytes = 1 << 20
  static let maxFields = 1000

  private let source: Source
  private var chunk: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  private var hasBegun = false
  /// The line of the next byte.
  private var nextLine = 1
  /// A CR ended the last record, so a LF that follows belongs to it.
  private var skipsLineFeed = false

  public init(_ source: @escaping Source) { self.source = source }

  /// The text of a field; nil if it is not valid UTF-8.
  public func text(_ field: Int) -> String? {
    String(validating: bytes[fields[field]], as: UTF8.self)
  }

  // MARK: Reading

  /// Reads the next record; false at the end.
  /// - Throws: `CSVFault`, or what the source throws.
  public mutating func next() throws -> Bool {
    if !hasBegun { try begin() }
    while true {
      guard try readRecord() else { return false }
      // An empty line.
      if fields.count == 1, fields[0].isEmpty, !hasQuotes { continue }
      return true
    }
  }

  /// Whether the field that is being read is quoted.
  private var isQuoted = false
  /// Whether a field of the record was quoted.
  private var hasQuotes = false
  /// Where the field that is being read begins in `bytes`.
  private var start = 0

  private enum State {
    case fieldStart
    case plain
    case quoted
    case afterQuote
  }

  /// Reads a record, which may be an empty line; false at the end.
  private mutating func readRecord() throws -> Bool {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    start = 0
    isQuoted = false
    hasQuotes = false
    var state = State.fieldStart
    var hasByte = false
    var quoteLine = 0
    line = nextLine
    while true {
      if place == chunk.count {
        guard try fill() else {
          if state == .quoted { throw CSVFault(quoteLine, CSVFault.openQuote) }
          if !hasByte { return false }
          endField()
          return true
        }
      }
      let byte = chunk[place]
      place += 1
      if skipsLineFeed {
        skipsLineFeed = false
        if byte == Self.lineFeed { continue }
      }
      hasByte = true
      if byte == 0 { throw CSVFault(nextLine, CSVFault.noText) }
      if bytes.count > Self.maxBytes {
        throw state == .quoted
          ? CSVFault(quoteLine, CSVFault.openQuote)
          : CSVFault(line, "the line is longer than 1 MiB; check the line ends of the file")
      }
      if state == .quoted {
        if byte == Self.quote {
          state = .afterQuote
        } else {
          if byte == Self.lineFeed { nextLine += 1 }
          bytes.append(byte)
        }
        continue
      }
      if byte == separator {
        endField()
        guard fields.count < Self.maxFields else {
          throw CSVFault(line, "the line has more than \(Self.maxFields) columns; leave some out")
        }
        state = .fieldStart
        continue
      }
      switch byte {
      case Self.lineFeed, Self.carriageReturn:
        nextLine += 1
        skipsLineFeed = byte == Self.carriageReturn
        endField()
        return true
      case Self.quote where state == .fieldStart:
        state = .quoted
        isQuoted = true
        quoteLine = nextLine
      case Self.quote where state == .afterQuote:
        bytes.append(byte)
        state = .quoted
      case Self.space, Self.tab:
        if state == .plain { bytes.append(byte) }
      default:
        guard state != .afterQuote else {
          throw CSVFault(
            line, column: fields.count,
            "there is text after a closing quote; double the quotes inside a quoted text")
        }
        state = .plain
        bytes.append(byte)
      }
    }
  }

  private mutating func endField() {
    var end = bytes.count
    while !isQuoted, end > start, bytes[end - 1] == Self.space || bytes[end - 1] == Self.tab {
      end -= 1
    }
    fields.append(start..<end)
    start = bytes.count
    hasQuotes = hasQuotes || isQuoted
    isQuoted = false
  }

  /// Takes the next bytes; false at the end.
  private mutating func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    chunk = try source()
    place = 0
    isAtEnd = chunk.isEmpty
    return !isAtEnd
  }

  // MARK: The beginning

  /// Skips a byte order mark and finds the separator.
  private mutating func begin() throws {
    hasBegun = true
    guard try fill() else { return }
    // A pipe may give a few bytes at a time; the first line decides.
    while !chunk.contains(where: Self.isLineEnd), chunk.count < Self.maxBytes {
      let more = try source()
      guard !more.isEmpty else {
        isAtEnd = true
        break
      }
      chunk += more
    }
    if chunk.starts(with: [0xFF, 0xFE]) || chunk.starts(with: [0xFE, 0xFF]) {
      throw CSVFault(1, "the text is UTF-16; save the file as UTF-8")
    }
    if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    if Self.isJSON(chunk[place...]) {
      throw CSVFault(
        1, "the file is JSON; export it as CSV, a header line and then one row per line")
    }
    if try takesSeparatorLine() { return }
    separator = Self.separator(of: chunk[place...])
  }

  /// Skips a first line such as `sep=;`, which names the separator; false where there is none.
  private mutating func takesSeparatorLine() throws -> Bool {
    let line = chunk[place...].prefix { !Self.isLineEnd($0) }
    let text = String(decoding: line.prefix(8), as: UTF8.self).lowercased()
    guard text.hasPrefix("sep="), line.count <= 5, let mark = line.dropFirst(4).first else {
      return false
    }
    guard Self.separators.contains(mark) || mark == UInt8(ascii: "|") else {
      throw CSVFault(
        1, "'sep=' names no separator; name a comma, a semicolon, a tab or |, or remove the line")
    }
    separator = mark
    place = line.endIndex
    // The end of this line belongs to it.
    if place < chunk.count {
      skipsLineFeed = chunk[place] == Self.carriageReturn
      place += 1
      nextLine = 2
    }
    return true
  }

  /// Whether a text begins as an object of JSON, or a list of objects or lists.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == tab || isLineEnd(byte) }
    let text = text.drop(while: isSpace)
    guard text.first == UInt8(ascii: "[") else { return text.first == UInt8(ascii: "{") }
    let inner = text.dropFirst().drop(while: isSpace).first
    return inner == UInt8(ascii: "[") || inner == UInt8(ascii: "{")
  }

  /// The most frequent separator outside quotes in the first line that is not empty.
  private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
    let first = text.drop(while: isLineEnd).prefix { !isLineEnd($0) }
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in first {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted, let place = separators.firstIndex(of: byte) { counts[place] += 1 }
    }
    let best = counts.indices.max {
      counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1)
    }
    return separators[best ?? 0]
  }

  /// What a file may be separated by without saying so.
  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), tab]

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == lineFeed || byte == carriageReturn
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
}

/// Why a file is not a table of separated values.
public struct CSVFault: Error, Sendable, Equatable {
  /// From 1.
  public let line: Int
  /// The field's place in its record, from 0, where it is known.
  public let column: Int?
  /// What is wrong; what to do.
  public let message: String

  init(_ line: Int, column: Int? = nil, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  static let openQuote = "the quote that opens on this line is not closed; close or remove it"
  static let noText =
    "the file has a zero byte, so it is not a text file; export it as CSV in UTF-8"
}
