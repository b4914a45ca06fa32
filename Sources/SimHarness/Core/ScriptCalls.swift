/// A call from a script: which function, with what.
///
/// Valid until it is answered.
public struct ScriptRequest {
  /// The number under which the function was declared in its `ScriptInterface`.
  public let function: Int
  /// Arguments after the object itself.
  public let count: Int
  let arguments: UnsafePointer<ScriptDatum>

  init(function: Int, arguments: UnsafePointer<ScriptDatum>, count: Int) {
    self.function = function
    self.arguments = arguments
    self.count = count
  }

  /// The instance of the object the call was made on.
  public var instance: Int { count < 0 ? 0 : Int(arguments[0].rawInteger) }

  /// Argument `index`, from 0; nil's datum when it was not given.
  public subscript(index: Int) -> ScriptDatum {
    index < count ? arguments[index + 1] : .none
  }
}

// Every whole number used in arithmetic is read by one of these.
extension ScriptRequest {
  /// Argument `index` as a whole number of `range`; nil for anything else.
  @inline(__always)
  public func whole(_ index: Int, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[index].integer, range.contains(value) else { return nil }
    return value
  }

  /// Argument `index`, which counts from 1, as a place from 0 among `count`; nil for anything else.
  @inline(__always)
  public func place(_ index: Int, among count: Int) -> Int? {
    guard let number = self[index].integer, number >= 1, number <= count else { return nil }
    return number - 1
  }

  /// The members of a table given as the first argument of a function that takes a list; nil for
  /// any other value.
  ///
  /// Invalid once a list is replied.
  public var list: UnsafeBufferPointer<Int64>? {
    guard count > 0, arguments[1].rawKind == ScriptDatum.Kind.list.rawValue else { return nil }
    return UnsafeBufferPointer(
      start: arguments[1].bytes?.assumingMemoryBound(to: Int64.self),
      count: Int(arguments[1].length))
  }
}

/// Where the answer to a `ScriptRequest` goes.
public struct ScriptReply {
  let values: UnsafeMutablePointer<ScriptDatum>
  let list: UnsafeMutablePointer<Int64>
  let text: UnsafeMutablePointer<UInt8>
  let listCapacity: Int
  let textCapacity: Int
  var listCount = 0
  var textCount = 0
  /// Values given so far.
  public private(set) var count = 0
  /// Instructions that the answer has cost beyond those of a usual call.
  private(set) var work = 0

  /// Charges the script for work whose size is not that of the answer, in instructions.
  @inline(__always)
  public mutating func charge(_ instructions: Int) { work &+= instructions }

  init(
    values: UnsafeMutablePointer<ScriptDatum>, list: UnsafeMutablePointer<Int64>,
    listCapacity: Int, text: UnsafeMutablePointer<UInt8>, textCapacity: Int
  ) {
    self.values = values
    self.list = list
    self.listCapacity = listCapacity
    self.text = text
    self.textCapacity = textCapacity
  }

  /// Gives one more value.
  public mutating func give(_ datum: ScriptDatum) {
    values[count] = datum
    count += 1
  }

  public mutating func give(_ value: Int) { give(.integer(value)) }
  public mutating func give(_ value: Double) { give(.number(value)) }
  public mutating func give(_ value: Bool) { give(.boolean(value)) }

  /// Gives what `random` returns: a number in 0..<1, or a whole one from 1 to the argument.
  ///
  /// `name` is what the script called, such as `board:random`; `draw` gives 64 random bits.
  package mutating func giveRandom(
    _ request: ScriptRequest, calledBy name: String, draw: () -> UInt64
  ) throws(ScriptCallError) {
    if request.count == 0 { return give(Double(draw() &>> 11) * 0x1p-53) }
    guard let bound = request.whole(0, in: 1...Int.max) else {
      throw ScriptCallError("\(name) needs a whole number of at least 1")
    }
    give(1 + Int(truncatingIfNeeded: draw().multipliedFullWidth(by: UInt64(bound)).high))
  }

  /// Gives a text, cut at the reply's room for text.
  public mutating func give(_ value: String) {
    var datum = ScriptDatum(kind: .string)
    datum.bytes = UnsafeRawPointer(text + textCount)
    for byte in value.utf8 where textCount < textCapacity {
      text[textCount] = byte
      textCount += 1
      datum.length += 1
    }
    give(datum)
  }

  /// Gives what is seen of a game's packed state, which becomes a fresh table; the bytes must stay
  /// where they are until the reply is used.
  mutating func give(packed bytes: UnsafeBufferPointer<UInt8>) {
    var datum = ScriptDatum(kind: .packed)
    datum.bytes = UnsafeRawPointer(bytes.baseAddress)
    datum.length = Int64(bytes.count)
    give(datum)
  }

  /// Begins a list of whole numbers, which becomes a fresh table; `append` fills it.
  public mutating func beginList() {
    give(ScriptDatum(kind: .list))
    values[count - 1].bytes = UnsafeRawPointer(list + listCount)
  }

  /// Gives a list of `count` whole numbers, which becomes a fresh table; members beyond the reply's
  /// room are dropped.
  @inline(__always)
  public mutating func giveList(_ count: Int, _ member: (Int) -> Int) {
    let count = min(count, listCapacity - listCount)
    var datum = ScriptDatum(kind: .list)
    let start = list + listCount
    datum.bytes = UnsafeRawPointer(start)
    datum.length = Int64(count)
    for place in 0..<count { start[place] = Int64(member(place)) }
    listCount += count
    give(datum)
  }

  /// Gives the places below `count` that hold, from 1, as a list; nil when none does.
  @inline(__always)
  public mutating func givePlaces(among count: Int, where holds: (Int) -> Bool) {
    beginList()
    let start = list + listCount
    let room = min(count, listCapacity - listCount)
    var found = 0
    // Each place is written, and overwritten unless it holds: which ones hold is unpredictable, and
    // a branch would cost more.
    for place in 0..<room {
      start[found] = Int64(place + 1)
      found += holds(place) ? 1 : 0
    }
    listCount += found
    values[self.count - 1].length = Int64(found)
    if found == 0 { values[self.count - 1] = .none }
  }

  /// Begins a list that is written into the table given as argument `index` (from 0).
  public mutating func beginFill(argument index: Int) {
    give(ScriptDatum(kind: .fill, classID: Int32(index + 1)))
    values[count - 1].bytes = UnsafeRawPointer(list + listCount)
  }

  /// Appends a member to the list begun last; members beyond the reply's room are dropped.
  public mutating func append(_ value: Int) {
    guard listCount < listCapacity else { return }
    list[listCount] = Int64(value)
    listCount += 1
    values[count - 1].length += 1
  }

  /// Begins a table of `count` keys and values, which follow as key, value, key, value.
  public mutating func beginRecord(count fields: Int) {
    give(ScriptDatum(kind: .record))
    values[count - 1].length = Int64(fields)
  }
}

/// What is wrong with a script's call; the script sees it as an error at its own line.
public struct ScriptCallError: Error, Sendable {
  public let message: String

  public init(_ message: String) { self.message = message }
}

/// Answers the calls that scripts make while one of their hooks runs.
public protocol ScriptServing: AnyObject {
  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError)
}

/// Answers scripts' calls by a closure.
public final class ScriptServer: ScriptServing {
  private let answer: (ScriptRequest, inout ScriptReply) throws(ScriptCallError) -> Void

  public init(
    _ answer: @escaping (ScriptRequest, inout ScriptReply) throws(ScriptCallError) -> Void
  ) {
    self.answer = answer
  }

  public func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    try answer(request, &reply)
  }
}
