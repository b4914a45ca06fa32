/// Walks over the bytes of a JSON text and keeps count of lines and columns.
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0
  /// The bytes of this line that continue a scalar, so that a column costs no second walk.
  private var continuationBytes = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte at the scanner, or nil at the end.
  var current: UInt8? { byte(ahead: 0) }

  var position: JSONPosition {
    JSONPosition(
      line: line, column: offset - lineStart - continuationBytes + 1, offset: offset)
  }

  func byte(ahead distance: Int) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  func isAt(_ first: UInt8...) -> Bool {
    bytes[offset...].starts(with: first)
  }

  /// Steps over bytes that begin a scalar each.
  mutating func advance(by count: Int = 1) {
    offset += count
  }

  /// Steps over one scalar of `length` bytes.
  mutating func advanceOverScalar(length: Int) {
    offset += length
    continuationBytes += length - 1
  }

  mutating func skipSpace() {
    while let byte = current {
      switch byte {
      case ASCII.space, ASCII.tab: advance()
      case ASCII.lineFeed: advanceOverLineBreak(length: 1)
      case ASCII.carriageReturn:
        advanceOverLineBreak(length: self.byte(ahead: 1) == ASCII.lineFeed ? 2 : 1)
      default: return
      }
    }
  }

  /// Steps over letters, digits, `_` and `$` and returns the first 80 of them.
  mutating func word() -> String {
    let start = offset
    while let byte = current, ASCII.isWord(byte) { advance() }
    return String(decoding: bytes[start..<min(offset, start + 80)], as: UTF8.self)
  }

  /// The character at the scanner for an error message.
  var found: String {
    guard let byte = current else { return "the end of the text" }
    guard byte >= 0x80 else { return SafeText.named(String(Unicode.Scalar(byte))) }
    guard let length = scalarLength else { return "the byte 0x" + String(byte, radix: 16) }
    return SafeText.named(String(decoding: bytes[offset..<offset + length], as: UTF8.self))
  }

  /// The length of the scalar at the scanner, or nil if the bytes there are not UTF-8.
  ///
  /// The ranges are those of table 3-7 of the Unicode standard, which leave out overlong forms,
  /// surrogates and everything above U+10FFFF.
  var scalarLength: Int? {
    guard let first = current else { return nil }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return nil
    }
    guard let next = byte(ahead: 1), second.contains(next) else { return nil }
    for distance in 2..<max(2, length) {
      guard let next = byte(ahead: distance), (0x80...0xBF).contains(next) else { return nil }
    }
    return length
  }

  private mutating func advanceOverLineBreak(length: Int) {
    offset += length
    line += 1
    lineStart = offset
    continuationBytes = 0
  }
}
