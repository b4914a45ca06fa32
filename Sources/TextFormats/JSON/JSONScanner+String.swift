extension JSONScanner {
  /// Reads the string whose opening quote is at the scanner.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    advance()
    var text = try plainText()
    while let byte = current {
      switch byte {
      case ASCII.quote:
        advance()
        return text
      case ASCII.backslash: text.unicodeScalars.append(try escape(inStringAt: start))
      case ASCII.lineFeed, ASCII.carriageReturn: throw JSONSyntaxError(.lineBreak, at: position)
      default: throw JSONSyntaxError(.control(byte), at: position)
      }
      text += try plainText()
    }
    throw JSONSyntaxError(.endsInside(.string, line: start.line), at: position)
  }

  /// Reads up to the next quote, backslash or control character.
  private mutating func plainText() throws(JSONSyntaxError) -> String {
    let start = offset
    while let byte = current, byte >= 0x20, byte != ASCII.quote, byte != ASCII.backslash {
      guard byte >= 0x80 else {
        advance()
        continue
      }
      guard let length = scalarLength else {
        throw JSONSyntaxError(.invalidByte(byte), at: position)
      }
      advanceOverScalar(length: length)
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads the escape whose backslash is at the scanner.
  private mutating func escape(
    inStringAt start: JSONPosition
  ) throws(JSONSyntaxError) -> Unicode.Scalar {
    let backslash = position
    advance()
    guard let byte = current else {
      throw JSONSyntaxError(.endsInside(.string, line: start.line), at: position)
    }
    let scalar: Unicode.Scalar
    switch byte {
    case ASCII.quote, ASCII.backslash, ASCII.slash: scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(at: backslash)
    default: throw JSONSyntaxError(.unknownEscape(found), at: backslash)
    }
    advance()
    return scalar
  }

  /// Reads `uXXXX`, and the second half of a pair if it is a first half.
  private mutating func unicodeEscape(
    at backslash: JSONPosition
  ) throws(JSONSyntaxError) -> Unicode.Scalar {
    let value = try hexadecimalDigits(at: backslash)
    if let scalar = Unicode.Scalar(value) { return scalar }
    let second = position
    guard value < 0xDC00, current == ASCII.backslash, byte(ahead: 1) == UInt8(ascii: "u") else {
      throw JSONSyntaxError(.loneSurrogate(value), at: backslash)
    }
    advance()
    let low = try hexadecimalDigits(at: second)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
    else { throw JSONSyntaxError(.loneSurrogate(value), at: backslash) }
    return scalar
  }

  /// Reads `u` and four digits.
  private mutating func hexadecimalDigits(
    at backslash: JSONPosition
  ) throws(JSONSyntaxError) -> UInt32 {
    advance()
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap(ASCII.hexadecimalValue) else {
        throw JSONSyntaxError(.shortUnicodeEscape, at: backslash)
      }
      value = value << 4 | digit
      advance()
    }
    return value
  }
}
