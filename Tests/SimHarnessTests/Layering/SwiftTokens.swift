/// The names and braces of a Swift file in their order, without comments and the text of string
/// literals; what `\(...)` puts into a literal counts.
struct SwiftTokens: Sequence, IteratorProtocol {
  enum Token: Equatable {
    /// A keyword or identifier; a member's name follows a point.
    case name(String, line: Int, isMember: Bool)
    case open
    case close
  }

  /// What the text at a place is part of.
  private enum Context {
    /// Code, with its open parentheses.
    case code(open: Int)
    /// A string literal, with the `#` signs and quotes that end it.
    case literal(signs: Int, quotes: Int)
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var contexts = [Context.code(open: 0)]

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> Token? {
    while place < bytes.count {
      switch contexts[contexts.count - 1] {
      case .code(let open):
        if let token = code(open: open) { return token }
      case .literal(let signs, let quotes): literal(signs: signs, quotes: quotes)
      }
    }
    return nil
  }

  // MARK: Code

  private mutating func code(open: Int) -> Token? {
    if skipsComment() || entersLiteral() { return nil }
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "{"):
      place += 1
      return .open
    case UInt8(ascii: "}"):
      place += 1
      return .close
    case UInt8(ascii: "("):
      contexts[contexts.count - 1] = .code(open: open + 1)
      place += 1
    case UInt8(ascii: ")"):
      if open == 0 && contexts.count > 1 {
        contexts.removeLast()
      } else {
        contexts[contexts.count - 1] = .code(open: open - 1)
      }
      place += 1
    case _ where Self.isPartOfName(byte): return name()
    default: step()
    }
    return nil
  }

  private mutating func name() -> Token? {
    let start = place
    while place < bytes.count, Self.isPartOfName(bytes[place]) { place += 1 }
    guard !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start]) else { return nil }
    let point = UInt8(ascii: ".")
    // `0...Limits.most` names a type, `limits.most` a member.
    let isMember =
      start > 0 && bytes[start - 1] == point && !(start > 1 && bytes[start - 2] == point)
    return .name(
      String(decoding: bytes[start..<place], as: UTF8.self), line: line, isMember: isMember)
  }

  private mutating func skipsComment() -> Bool {
    guard bytes[place] == UInt8(ascii: "/") else { return false }
    if isAt("//") {
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      return true
    }
    guard isAt("/*") else { return false }
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        place += 2
      } else if isAt("*/") {
        depth -= 1
        place += 2
      } else {
        step()
      }
    } while depth > 0 && place < bytes.count
    return true
  }

  // MARK: Literals

  private mutating func entersLiteral() -> Bool {
    var quote = place
    while quote < bytes.count, bytes[quote] == UInt8(ascii: "#") { quote += 1 }
    guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return false }
    let signs = quote - place
    place = quote
    let quotes = isAt("\"\"\"") ? 3 : 1
    place += quotes
    contexts.append(.literal(signs: signs, quotes: quotes))
    return true
  }

  private mutating func literal(signs: Int, quotes: Int) {
    guard bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "\\") else {
      return step()
    }
    let hashes = String(repeating: "#", count: signs)
    if isAt(String(repeating: "\"", count: quotes) + hashes) {
      place += quotes + signs
      contexts.removeLast()
    } else if isAt("\\" + hashes + "(") {
      place += signs + 2
      contexts.append(.code(open: 0))
    } else {
      if isAt("\\" + hashes) { place += signs + 1 }
      step()
    }
  }

  // MARK: Steps

  private mutating func step() {
    guard place < bytes.count else { return }
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private func isAt(_ text: String) -> Bool {
    let end = place + text.utf8.count
    return end <= bytes.count && bytes[place..<end].elementsEqual(text.utf8)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
