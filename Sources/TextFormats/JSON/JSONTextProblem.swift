/// A problem with the bytes of a JSON text or with one of its strings.
package enum JSONTextProblem {
  case byteOrderMark
  case wideEncoding
  case invalidByte(UInt8)
  case lineBreak
  case control(UInt8)
  case unknownEscape(String)
  case shortUnicodeEscape
  case loneSurrogate(UInt32)
  case apostrophes
  case curlyQuotes

  package var message: String {
    switch self {
    case .byteOrderMark:
      "the file begins with a byte order mark; save it as UTF-8 without one"
    case .wideEncoding: "the file is UTF-16 or UTF-32; save it as UTF-8"
    case .invalidByte(let byte):
      "the byte 0x\(Self.hexadecimal(UInt32(byte), digits: 2)) is not UTF-8; "
        + "save the file as UTF-8"
    case .lineBreak:
      "a string cannot continue on the next line; close it with '\"', or write \\n for a line break"
    case .control(ASCII.tab): "a tab inside a string; write \\t"
    case .control(let byte):
      "a control character inside a string; write \\u\(Self.hexadecimal(UInt32(byte), digits: 4))"
    case .unknownEscape(let found):
      "a backslash is not allowed before \(found); write \\\\ for a backslash"
    case .shortUnicodeEscape: "\\u needs four hexadecimal digits; write all four, as in \\u00e9"
    case .loneSurrogate(let value):
      "\\u\(Self.hexadecimal(value, digits: 4)) is half of a surrogate pair; "
        + "write both halves or the character itself"
    case .apostrophes: "JSON has no single quotes; write \" instead of '"
    case .curlyQuotes: "JSON has no typographic quotes; write \" instead"
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
