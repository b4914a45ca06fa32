/// Walks over the bytes of an answer for `AnswerReader`: takes what is expected there, or says that
/// something else is there.
struct AnswerScanner {
  private let bytes: [UInt8]
  private let end: Int
  private var at = 0

  /// Digits of a number; with more it might not be held exactly.
  private static let maxDigits = 15

  /// Reads the first `count` of some bytes.
  init(_ bytes: [UInt8], count: Int) {
    self.bytes = bytes
    end = min(count, bytes.count)
  }

  /// Whether all bytes were taken.
  var isAtEnd: Bool { at == end }

  /// The byte at a distance; nil behind the end.
  func byte(ahead distance: Int) -> UInt8? {
    at + distance < end ? bytes[at + distance] : nil
  }

  /// Takes a string of these bytes, after its opening quote.
  mutating func take(rest text: [UInt8]) -> Bool {
    guard byte(ahead: text.count) == UInt8(ascii: "\""),
      text.elementsEqual(bytes[at..<at + text.count])
    else { return false }
    at += text.count + 1
    return true
  }

  /// Takes blanks, and the carriage return that some programs end a line with.
  mutating func skipSpace() {
    while at < end,
      bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t")
        || bytes[at] == UInt8(ascii: "\r")
    { at += 1 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    if at < end, bytes[at] == UInt8(ascii: " ") { skipSpace() }
    guard at < end, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Takes these letters, which stand for themselves.
  mutating func take(word: StaticString) -> Bool {
    if at < end, bytes[at] == UInt8(ascii: " ") { skipSpace() }
    let count = word.utf8CodeUnitCount
    guard at + count <= end else { return false }
    let start = at
    let isEqual = word.withUTF8Buffer { letters in
      for place in 0..<count where bytes[start + place] != letters[place] { return false }
      return true
    }
    if isEqual { at += count }
    return isEqual
  }

  /// A whole number of at most 15 digits.
  mutating func whole() -> Int? {
    if at < end, bytes[at] == UInt8(ascii: " ") { skipSpace() }
    let isNegative = at < end && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard let (value, count) = digits(), count <= Self.maxDigits else { return nil }
    // -0 is a fraction to the reader of JSON.
    if isNegative, value == 0 { return nil }
    guard at < end, !Self.continuesNumber(bytes[at]) else { return nil }
    return isNegative ? -value : value
  }

  /// A number that a double holds as exactly as it is written: at most 15 digits.
  mutating func number() -> Double? {
    if at < end, bytes[at] == UInt8(ascii: " ") { skipSpace() }
    let isNegative = at < end && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard var (value, count) = digits() else { return nil }
    var scale = 1.0
    if at < end, bytes[at] == UInt8(ascii: ".") {
      at += 1
      let start = at
      while at < end, let digit = Self.digit(bytes[at]), count < Self.maxDigits {
        value = value * 10 + digit
        count += 1
        scale *= 10
        at += 1
      }
      guard at > start else { return nil }
    }
    guard count <= Self.maxDigits, at < end, !Self.continuesNumber(bytes[at]) else { return nil }
    // Both are exact, so that the quotient is the nearest double.
    let number = Double(value) / scale
    return isNegative ? -number : number
  }

  /// Digits as JSON has them before a fraction, at most 16, and how many there are.
  mutating func digits() -> (value: Int, count: Int)? {
    let start = at
    var value = 0
    while at < end, let digit = Self.digit(bytes[at]), at - start <= Self.maxDigits {
      value = value * 10 + digit
      at += 1
    }
    let count = at - start
    guard count > 0, count == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    return (value, count)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte - UInt8(ascii: "0")) : nil
  }

  /// Whether a byte makes what stands before it another number, or none.
  private static func continuesNumber(_ byte: UInt8) -> Bool {
    digit(byte) != nil || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// A string of 1 to 16 hexadecimal digits.
  mutating func hexadecimal() -> UInt64? {
    guard take("\"") else { return nil }
    let start = at
    var value: UInt64 = 0
    while at < end, at - start < 16, let digit = Self.hexadecimalValue(bytes[at]) {
      value = value << 4 | digit
      at += 1
    }
    // No space belongs before the closing quote.
    guard at - start == 16, at < end, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at += 1
    return value
  }

  private static func hexadecimalValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
