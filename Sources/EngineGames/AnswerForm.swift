import SimHarness

/// What an engine's answers are read by: what its game declares.
struct AnswerForm: Sendable {
  /// The numbers of a move.
  let ranges: [ClosedRange<Int>]
  /// The names of the events, in UTF-8; nil if a string of JSON must write one in another way.
  let events: [[UInt8]?]
  /// Why games can be lost, in UTF-8: such names need no escapes.
  let reasons: [(name: String, bytes: [UInt8])]

  init(_ spec: GameSpec) {
    ranges = spec.move.map(\.range)
    events = spec.events.map { event in
      let name = Array(event.name.utf8)
      return name.allSatisfy(Self.isPlain) ? name : nil
    }
    reasons = spec.lossReasons.map { ($0, Array($0.utf8)) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
