extension JSONScanner {
  /// The maximum length of a number, so that converting one stays cheap.
  private static var longestNumber: Int { 1_000 }

  /// Reads the number that begins at the scanner.
  mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = position
    var isWhole = true
    if current == ASCII.minus {
      advance()
      try digits(after: "-", from: start)
    } else {
      try digits(after: "", from: start)
    }
    if current == ASCII.point {
      isWhole = false
      advance()
      try digits(after: ".", from: start)
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      let sign = byte(ahead: 1)
      let hasSign = sign == ASCII.plus || sign == ASCII.minus
      advance(by: hasSign ? 2 : 1)
      try digits(after: "e", from: start)
    }
    if let next = current, next == ASCII.point || next == ASCII.minus || ASCII.isWord(next) {
      throw JSONSyntaxError(.stray(found), at: position)
    }
    return try number(bytes[start.offset..<offset], isWhole: isWhole, at: start)
  }

  private mutating func digits(
    after place: String, from start: JSONPosition
  ) throws(JSONSyntaxError) {
    guard let first = current, ASCII.isDigit(first) else {
      throw JSONSyntaxError(.missingDigit(after: place), at: start)
    }
    advance()
    let isWholePart = place.isEmpty || place == "-"
    if isWholePart, first == ASCII.zero {
      guard let next = current, ASCII.isDigit(next) else { return }
      throw JSONSyntaxError(.leadingZero, at: start)
    }
    while let byte = current, ASCII.isDigit(byte) { advance() }
  }

  private func number(
    _ literal: ArraySlice<UInt8>, isWhole: Bool, at start: JSONPosition
  ) throws(JSONSyntaxError) -> JSONNumber {
    guard literal.count <= Self.longestNumber else {
      throw JSONSyntaxError(.length(maximum: Self.longestNumber), at: start)
    }
    let text = String(decoding: literal, as: UTF8.self)
    if isWhole, text != "-0" {
      if let value = Int(text) { return .integer(value) }
      if let value = UInt64(text) { return .unsigned(value) }
    }
    guard let value = Double(text), value.isFinite else {
      throw JSONSyntaxError(.overflow(text), at: start)
    }
    return .real(value)
  }
}
