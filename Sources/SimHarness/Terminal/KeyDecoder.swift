/// Makes keys of the bytes that a terminal sends.
///
/// A sequence may come in several pieces; what is not known is skipped as a whole.
///
/// What is pasted is no keys and is left out, except Control-C.
///
/// Source: ECMA-48 control sequences; xterm's keys with modifiers, its mouse protocol 1006 and its
/// bracketed paste (2004).
public struct KeyDecoder: Sendable {
  /// The start of a sequence whose rest has not come.
  private var pending: [UInt8] = []
  private var isPasting = false

  /// A sequence that is longer than this is none.
  private static let longest = 32
  private static let escape: UInt8 = 0x1B
  private static let interrupt: UInt8 = 0x03
  private static let pasteStart = Array("\u{1B}[200~".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  public init() {}

  /// Whether a sequence has begun and not ended: if nothing more comes soon, `flush`.
  public var isWaiting: Bool { !pending.isEmpty && !isPasting }

  /// The keys that these bytes complete.
  public mutating func keys(in bytes: [UInt8]) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    var rest = pending[...]
    while let first = rest.first {
      if isPasting {
        let end = rest.firstRange(of: Self.pasteEnd)
        if rest[..<(end?.lowerBound ?? rest.endIndex)].contains(Self.interrupt) {
          keys.append(.interrupt)
        }
        if let end {
          rest = rest[end.upperBound...]
          isPasting = false
          continue
        }
        rest = rest.suffix(Self.pasteEnd.count - 1).filter { $0 != Self.interrupt }[...]
        break
      }
      if rest.starts(with: Self.pasteStart) {
        rest = rest.dropFirst(Self.pasteStart.count)
        isPasting = true
        continue
      }
      guard let (key, length) = Self.next(in: rest, first: first) else { break }
      if let key { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return keys
  }

  /// Nothing more has come: a single escape is the Escape key.
  public mutating func flush() -> [TerminalKey] {
    if isPasting { return [] }
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  /// The first key and how many bytes it takes, or nil if more bytes are needed.
  private static func next(
    in bytes: ArraySlice<UInt8>, first: UInt8
  ) -> (key: TerminalKey?, length: Int)? {
    switch first {
    case escape: return sequence(bytes)
    case interrupt: return (.interrupt, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x0C: return (.redraw, 1)
    case 0x1A: return (.suspend, 1)
    case 0x00..<0x20: return (nil, 1)
    case 0x20..<0x80: return (.character(Character(Unicode.Scalar(first))), 1)
    default: return character(bytes, first: first)
    }
  }

  /// A character of several bytes.
  private static func character(
    _ bytes: ArraySlice<UInt8>, first: UInt8
  ) -> (key: TerminalKey?, length: Int)? {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard length > 1 else { return (nil, 1) }
    let part = bytes.prefix(length)
    guard part.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (nil, 1) }
    guard part.count == length else { return nil }
    let text = String(decoding: part, as: UTF8.self)
    guard text.count == 1, let character = text.first, character != "\u{FFFD}" else {
      return (nil, length)
    }
    return (.character(character), length)
  }

  /// What begins with an escape.
  private static func sequence(
    _ bytes: ArraySlice<UInt8>
  ) -> (key: TerminalKey?, length: Int)? {
    let body = Array(bytes.prefix(longest))
    guard body.count > 1 else { return nil }
    if body[1] == escape { return (.escape, 1) }
    if body[1] == UInt8(ascii: "O") {
      guard body.count > 2 else { return nil }
      return (arrow(body[2], isFine: false), 3)
    }
    // Alt with a key means nothing here.
    guard body[1] == UInt8(ascii: "[") else { return (nil, 2) }
    guard let end = body.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return body.count < longest ? nil : (nil, longest)
    }
    let final = body[end]
    let parameters = body[2..<end]
    if parameters.first == UInt8(ascii: "<") {
      return (click(parameters.dropFirst(), final: final), end + 1)
    }
    return (arrow(final, isFine: !parameters.isEmpty && parameters != [0x31]), end + 1)
  }

  private static func arrow(_ final: UInt8, isFine: Bool) -> TerminalKey? {
    switch final {
    case UInt8(ascii: "A"): .arrow(.up, isFine: isFine)
    case UInt8(ascii: "B"): .arrow(.down, isFine: isFine)
    case UInt8(ascii: "C"): .arrow(.right, isFine: isFine)
    case UInt8(ascii: "D"): .arrow(.left, isFine: isFine)
    default: nil
    }
  }

  /// A press of the first button; releases, moves, the wheel and other buttons are nothing.
  private static func click(_ parameters: ArraySlice<UInt8>, final: UInt8) -> TerminalKey? {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard final == UInt8(ascii: "M"), numbers.count == 3, numbers[0] == 0,
      let column = numbers[1], let row = numbers[2], column > 0, row > 0
    else { return nil }
    return .click(column: column - 1, row: row - 1)
  }
}
