import SimHarness
import StableNumerics
import TextFormats

/// What an engine answers of a position.
struct EngineLook: Sendable, Equatable {
  var score = 0
  var moves: [UInt64] = []
  var ending = RulesCall.Ending.none
  /// Why the game was lost, one of those that the game declares.
  var reason: String?
  var events: [RulesCall.Event] = []
  /// What the position is worth to players that look ahead; its score where the engine says
  /// nothing.
  var worth = 0.0
  /// The engine's own hashes of the whole position and of what is seen of it, where it can `hash`.
  var hashes: Hashes?

  struct Hashes: Sendable, Equatable {
    let whole: UInt64
    let seen: UInt64?
  }

  /// The most moves that a position may offer.
  static let maxMoves = 100_000

  /// What is wrong with an answer, in a few words.
  struct Problem: Error {
    let message: String
  }

  init() {}

  /// Reads an answer; `usesBareMoves` is set where moves are bare numbers.
  /// - Throws: What is wrong with it.
  init(
    _ value: JSONValue, _ spec: GameSpec, usesBareMoves: inout Bool
  ) throws(Problem) {
    guard case .object = value.kind else {
      throw Problem(
        message: "expected an object with \"score\" and \"moves\", found \(value.summary)")
    }
    score = try Self.score(value["score"])
    ending = try Self.ending(value["end"])
    // Elsewhere it is a member that is not known, as engines of before there were reasons may have.
    if ending == .lost, !spec.lossReasons.isEmpty {
      reason = try Self.reason(value["reason"], spec)
    }
    if let worth = value["worth"], !worth.isNull {
      self.worth = try Self.worth(worth)
    } else {
      worth = Double(score)
    }
    guard let found = value["moves"] else {
      throw Problem(message: "\"moves\" is missing: a list of moves")
    }
    guard let list = found.elements else {
      throw Problem(message: "\"moves\" must be a list of moves, found \(found.summary)")
    }
    guard list.count <= Self.maxMoves else {
      throw Problem(
        message: "it offers \(list.count) moves, and a position can have at most \(Self.maxMoves)")
    }
    if ending == .none {
      guard !list.isEmpty else {
        throw Problem(
          message: "it offers no move and does not say how the game ends; add \"end\": \"won\","
            + " \"lost\" or \"ended\"")
      }
      moves.reserveCapacity(list.count)
      if list[0].elements == nil { usesBareMoves = true }
      for move in list { moves.append(try Self.move(move, spec)) }
    }
    if let list = value["events"], !list.isNull { events = try Self.events(list, spec) }
    if let hashes = value["hash"], !hashes.isNull { self.hashes = try Self.hashes(hashes) }
  }

  static func score(_ value: JSONValue?) throws(Problem) -> Int {
    guard let value else { throw Problem(message: "\"score\" is missing: a whole number") }
    guard let score = value.whole, score == Saturating.bounded(score) else {
      throw Problem(
        message: "the score must be a whole number from -10^15 to 10^15, found \(value.summary)")
    }
    return score
  }

  static func worth(_ value: JSONValue) throws(Problem) -> Double {
    guard let worth = value.number else {
      throw Problem(message: "the worth must be a number, found \(value.summary)")
    }
    return worth
  }

  static func ending(_ value: JSONValue?) throws(Problem) -> RulesCall.Ending {
    guard let value, !value.isNull else { return .none }
    switch value.text {
    case "won": return .won
    case "lost": return .lost
    case "ended": return .ended
    default:
      throw Problem(
        message: "the end must be \"won\", \"lost\", \"ended\" or null, found \(value.summary)")
    }
  }

  private static func reason(
    _ value: JSONValue?, _ spec: GameSpec
  ) throws(Problem) -> String? {
    guard let value, !value.isNull else { return nil }
    guard let reason = value.text else {
      throw Problem(
        message: "the reason must be a string, one of \"reasons\" in hello, found \(value.summary)")
    }
    guard spec.lossReasons.contains(reason) else {
      throw Problem(
        message: NearestName.complaint(
          about: reason, called: "reason", known: spec.lossReasons))
    }
    return reason
  }

  private static func move(_ value: JSONValue, _ spec: GameSpec) throws(Problem) -> UInt64 {
    let parts = value.elements ?? [value]
    guard parts.count == spec.move.count else {
      throw Problem(
        message: "a move of the game has \(ReportNumber.plain(spec.move.count, "number")), and it"
          + " offers a move with \(parts.count)")
    }
    var packed: UInt64 = 0
    for (place, part) in parts.enumerated() {
      let number = spec.move[place]
      guard let whole = part.whole, number.range.contains(whole) else {
        throw Problem(
          message: "it offers a move whose \(number.name) is \(part.summary), and its range is"
            + " \(number.range.lowerBound) to \(number.range.upperBound)")
      }
      packed |= UInt64(UInt16(truncatingIfNeeded: whole)) << UInt64(16 * place)
    }
    return packed
  }

  private static func events(
    _ value: JSONValue, _ spec: GameSpec
  ) throws(Problem) -> [RulesCall.Event] {
    guard let list = value.elements else {
      throw Problem(
        message: "\"events\" must be a list such as [[\"hit\", 2]], found \(value.summary)")
    }
    guard list.count <= maxMoves else {
      throw Problem(
        message: "it reports \(list.count) events, but a move can have at most \(maxMoves)")
    }
    var events: [RulesCall.Event] = []
    for item in list {
      let parts = item.elements ?? [item]
      guard let name = parts.first?.text, parts.count <= 2 else {
        throw Problem(message: "an event must be [\"name\", number], found \(item.summary)")
      }
      guard let place = spec.events.firstIndex(where: { $0.name == name }) else {
        throw Problem(
          message: NearestName.complaint(
            about: name, called: "event", known: spec.events.map(\.name)))
      }
      var number = 1
      if parts.count == 2 {
        guard let whole = parts[1].whole, whole == Saturating.bounded(whole) else {
          throw Problem(
            message: "the number of the event \(name) must be a whole number from -10^15 to 10^15,"
              + " found \(parts[1].summary)")
        }
        number = whole
      }
      events.append(RulesCall.Event(name: place, value: number))
    }
    return events
  }

  private static func hashes(_ value: JSONValue) throws(Problem) -> Hashes {
    let list = value.elements ?? []
    let numbers = list.compactMap(hash)
    guard (1...2).contains(numbers.count), numbers.count == list.count else {
      let odd = list.first { hash($0) == nil }
      throw Problem(
        message: "\"hash\" must be a list of one or two strings of 16 hexadecimal digits, found"
          + " \(odd.map { "\($0.summary) in it" } ?? value.summary)")
    }
    return Hashes(whole: numbers[0], seen: numbers.count > 1 ? numbers[1] : nil)
  }

  /// A hash of 16 hexadecimal digits; nil if it is anything else.
  private static func hash(_ value: JSONValue) -> UInt64? {
    guard let text = value.text, text.utf8.count == 16, text.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return UInt64(text, radix: 16)
  }

  /// What comes of each move, as `try` answers it.
  static func tries(_ value: JSONValue, count: Int) throws(Problem) -> [RulesLook] {
    guard let list = value.elements else {
      throw Problem(message: "`try` must return a list, found \(value.summary)")
    }
    guard list.count == count else {
      throw Problem(
        message: "`try` answered \(ReportNumber.plain(list.count, "move")), and the position offers"
          + " \(count)")
    }
    var looks: [RulesLook] = []
    looks.reserveCapacity(count)
    for item in list {
      guard let parts = item.elements, (1...4).contains(parts.count) else {
        throw Problem(
          message: "`try` must return [score, end] or [score, end, worth] for each move, found"
            + " \(item.summary)")
      }
      let score = try Self.score(parts[0])
      var worth = Double(score)
      if parts.count > 2, !parts[2].isNull { worth = try Self.worth(parts[2]) }
      let seen = parts.count > 3 ? hash(parts[3]) : nil
      if parts.count > 3, seen == nil {
        throw Problem(
          message: "the hash of a move in `try` must be a string of 16 hexadecimal digits, found"
            + " \(parts[3].summary)")
      }
      looks.append(
        RulesLook(
          score: score, ending: try ending(parts.count > 1 ? parts[1] : nil), worth: worth,
          seen: seen.map { bytes(of: $0) } ?? []))
    }
    return looks
  }

  static func bytes(of number: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 8) { buffer, count in
      UnsafeMutableRawBufferPointer(buffer).storeBytes(of: number.littleEndian, as: UInt64.self)
      count = 8
    }
  }

  /// The look as players see it.
  var withoutHashes: EngineLook {
    var look = self
    look.hashes = nil
    return look
  }

  /// The look in a few words, for messages.
  func words(_ spec: GameSpec) -> String {
    let offered = moves.prefix(4).map { Self.text(of: $0, spec, bare: false) }
    var parts = ["score \(score)"]
    switch ending {
    case .none:
      parts.append(
        "\(ReportNumber.plain(moves.count, "move")): \(offered.joined(separator: " "))\(moves.count > 4 ? " ..." : "")"
      )
    default: parts.append("\(ending)\(reason.map { " (\($0))" } ?? "")")
    }
    if !events.isEmpty {
      parts.append(
        "events "
          + events.prefix(4).map { "\(spec.events[$0.name].name) \($0.value)" }
          .joined(separator: ", "))
    }
    if worth != Double(score) { parts.append("worth \(JSONWriter.number(worth))") }
    return parts.joined(separator: ", ")
  }

  /// A move as an operation's argument.
  static func text(of move: UInt64, _ spec: GameSpec, bare: Bool) -> String {
    let numbers = spec.move.indices.map { place in
      "\(Int16(truncatingIfNeeded: move >> UInt64(16 * place)))"
    }
    return bare && numbers.count == 1 ? numbers[0] : "[\(numbers.joined(separator: ","))]"
  }

  /// Combines all of it into a digest.
  func combine(into digest: inout StableDigest) {
    digest.combine(score)
    digest.combine(Int(ending.rawValue))
    if let reason { digest.combine(reason) }
    digest.combine(worth)
    digest.combine(moves.count)
    for move in moves { digest.combine(move) }
    digest.combine(events.count)
    for event in events {
      digest.combine(event.name)
      digest.combine(event.value)
    }
  }
}
