import SimHarness

/// Reads the usual answers of an engine straight from their bytes, without a tree of JSON.
///
/// It knows no faults: of everything that is not usual, such as an unknown member, an escape in a
/// string, a number out of its range or a fraction where a whole number belongs, it says only that it
/// cannot read it. The reader of JSON then reads the same bytes and says what is wrong, if something
/// is. What both can read, they read alike.
struct AnswerReader {
  private var scan: AnswerScanner
  private let form: AnswerForm

  /// Moves and events that are read at most; the reader of JSON says that there are too many.
  private static let maxList = EngineLook.maxMoves

  /// Reads the first `count` of some bytes.
  init(_ bytes: [UInt8], count: Int, _ form: AnswerForm) {
    scan = AnswerScanner(bytes, count: count)
    self.form = form
  }

  // MARK: Answers

  /// What the operations at some places answer, where all others answer null.
  ///
  /// - Parameters:
  ///   - id: The number that the answer must have.
  ///   - count: How many operations were asked.
  ///   - isLook: Whether the operation at a place answers a look.
  /// - Returns: The looks, and whether their moves are bare numbers; nil: the answer is not usual.
  mutating func looks(
    id: Int, count: Int, isLook: (Int) -> Bool
  ) -> (looks: [EngineLook], usesBareMoves: Bool)? {
    var looks: [EngineLook] = []
    var isBare = false
    let isRead = readAnswer(id: id) { reader in
      for place in 0..<count {
        if place > 0, !reader.scan.take(",") { return false }
        if isLook(place) {
          guard let look = reader.look(&isBare) else { return false }
          looks.append(look)
        } else if !reader.scan.take(word: "null") {
          return false
        }
      }
      return true
    }
    return isRead ? (looks, isBare) : nil
  }

  /// What a `try` answers that was asked last, where all before it answer null.
  mutating func tries(id: Int, count: Int, moves: Int) -> [RulesLook]? {
    var looks: [RulesLook] = []
    let isRead = readAnswer(id: id) { reader in
      for _ in 1..<max(count, 1) where !(reader.scan.take(word: "null") && reader.scan.take(",")) {
        return false
      }
      looks.reserveCapacity(moves)
      guard reader.scan.take("[") else { return false }
      for place in 0..<moves {
        if place > 0, !reader.scan.take(",") { return false }
        guard let look = reader.tried() else { return false }
        looks.append(look)
      }
      return reader.scan.take("]")
    }
    return isRead ? looks : nil
  }

  /// Reads a whole answer; `read` reads what is in the list of results.
  private mutating func readAnswer(id: Int, _ read: (inout AnswerReader) -> Bool) -> Bool {
    guard scan.take("{"), scan.take(word: "\"id\""), scan.take(":"), scan.whole() == id,
      scan.take(","),
      scan.take(word: "\"r\""), scan.take(":"), scan.take("["), read(&self), scan.take("]"),
      scan.take("}")
    else { return false }
    scan.skipSpace()
    return scan.isAtEnd
  }

  // MARK: Looks

  /// The members of a look.
  private struct Member: OptionSet {
    let rawValue: Int
    static let score = Member(rawValue: 1)
    static let moves = Member(rawValue: 2)
    static let end = Member(rawValue: 4)
    static let worth = Member(rawValue: 8)
    static let events = Member(rawValue: 16)
    static let hash = Member(rawValue: 32)
    static let reason = Member(rawValue: 64)
  }

  private mutating func member() -> Member? {
    scan.skipSpace()
    // The first two letters are enough to choose; the whole word is then compared.
    let member: Member
    let word: StaticString
    switch (scan.byte(ahead: 1), scan.byte(ahead: 2)) {
    case (UInt8(ascii: "s"), _): (member, word) = (.score, "\"score\"")
    case (UInt8(ascii: "m"), _): (member, word) = (.moves, "\"moves\"")
    case (UInt8(ascii: "e"), UInt8(ascii: "n")): (member, word) = (.end, "\"end\"")
    case (UInt8(ascii: "e"), _): (member, word) = (.events, "\"events\"")
    case (UInt8(ascii: "w"), _): (member, word) = (.worth, "\"worth\"")
    case (UInt8(ascii: "h"), _): (member, word) = (.hash, "\"hash\"")
    case (UInt8(ascii: "r"), _): (member, word) = (.reason, "\"reason\"")
    default: return nil
    }
    return scan.take(word: word) && scan.take(":") ? member : nil
  }

  private mutating func look(_ isBare: inout Bool) -> EngineLook? {
    guard scan.take("{") else { return nil }
    var look = EngineLook()
    var found: Member = []
    var worth: Double?
    var hasBareMoves = false
    repeat {
      guard let member = member(), !found.contains(member) else { return nil }
      found.insert(member)
      let isRead: Bool
      switch member {
      case .score:
        guard let score = scan.whole() else { return nil }
        look.score = score
        isRead = true
      case .moves: isRead = readMoves(&look.moves, &hasBareMoves)
      case .end: isRead = readEnding(&look.ending)
      case .worth: isRead = readWorth(&worth)
      case .events: isRead = readEvents(&look.events)
      case .reason: isRead = readReason(&look.reason)
      default: isRead = readHashes(&look.hashes)
      }
      guard isRead else { return nil }
    } while scan.take(",")
    guard scan.take("}"), found.isSuperset(of: [.score, .moves]) else { return nil }
    look.worth = worth ?? Double(look.score)
    if look.ending != .lost { look.reason = nil }
    if look.ending != .none {
      look.moves = []
    } else {
      guard !look.moves.isEmpty else { return nil }
      if hasBareMoves { isBare = true }
    }
    return look
  }

  private mutating func readMoves(_ moves: inout [UInt64], _ isBare: inout Bool) -> Bool {
    guard scan.take("[") else { return false }
    if scan.take("]") { return true }
    let count = form.ranges.count
    repeat {
      guard moves.count < Self.maxList else { return false }
      if scan.take("[") {
        var packed: UInt64 = 0
        for place in 0..<count {
          if place > 0, !scan.take(",") { return false }
          guard let number = scan.whole(), form.ranges[place].contains(number) else { return false }
          packed |= UInt64(UInt16(truncatingIfNeeded: number)) << UInt64(16 * place)
        }
        guard scan.take("]") else { return false }
        moves.append(packed)
      } else {
        guard count == 1, let number = scan.whole(), form.ranges[0].contains(number) else {
          return false
        }
        if moves.isEmpty { isBare = true }
        moves.append(UInt64(UInt16(truncatingIfNeeded: number)))
      }
    } while scan.take(",")
    return scan.take("]")
  }

  private mutating func readEnding(_ ending: inout RulesCall.Ending) -> Bool {
    if scan.take(word: "null") { return true }
    if scan.take(word: "\"lost\"") {
      ending = .lost
    } else if scan.take(word: "\"won\"") {
      ending = .won
    } else if scan.take(word: "\"ended\"") {
      ending = .ended
    } else {
      return false
    }
    return true
  }

  private mutating func readWorth(_ worth: inout Double?) -> Bool {
    if scan.take(word: "null") { return true }
    worth = scan.number()
    return worth != nil
  }

  private mutating func readEvents(_ events: inout [RulesCall.Event]) -> Bool {
    if scan.take(word: "null") { return true }
    guard scan.take("[") else { return false }
    if scan.take("]") { return true }
    repeat {
      guard events.count < Self.maxList else { return false }
      let isList = scan.take("[")
      guard let name = eventName() else { return false }
      var value = 1
      if isList {
        if scan.take(",") {
          guard let number = scan.whole() else { return false }
          value = number
        }
        guard scan.take("]") else { return false }
      }
      events.append(RulesCall.Event(name: name, value: value))
    } while scan.take(",")
    return scan.take("]")
  }

  /// The place of a declared event whose name is written without escapes.
  private mutating func eventName() -> Int? {
    guard scan.take("\"") else { return nil }
    for (place, name) in form.events.enumerated() {
      if let name, scan.take(rest: name) { return place }
    }
    return nil
  }

  /// Reads a declared reason, or none.
  private mutating func readReason(_ reason: inout String?) -> Bool {
    if scan.take(word: "null") { return true }
    guard scan.take("\"") else { return false }
    for (name, bytes) in form.reasons where scan.take(rest: bytes) {
      reason = name
      return true
    }
    return false
  }

  private mutating func readHashes(_ hashes: inout EngineLook.Hashes?) -> Bool {
    guard scan.take("["), let whole = scan.hexadecimal() else { return false }
    var seen: UInt64?
    if scan.take(",") {
      guard let number = scan.hexadecimal() else { return false }
      seen = number
    }
    hashes = EngineLook.Hashes(whole: whole, seen: seen)
    return scan.take("]")
  }

  /// One move's part of what `try` answers.
  private mutating func tried() -> RulesLook? {
    guard scan.take("["), let score = scan.whole() else { return nil }
    var ending = RulesCall.Ending.none
    var worth: Double?
    var seen: [UInt8] = []
    if scan.take(",") {
      guard readEnding(&ending) else { return nil }
      if scan.take(",") {
        guard readWorth(&worth) else { return nil }
        if scan.take(",") {
          guard let number = scan.hexadecimal() else { return nil }
          seen = EngineLook.bytes(of: number)
        }
      }
    }
    guard scan.take("]") else { return nil }
    return RulesLook(score: score, ending: ending, worth: worth ?? Double(score), seen: seen)
  }
}
