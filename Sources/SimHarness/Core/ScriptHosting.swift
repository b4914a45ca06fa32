/// One plain value that passes between a game and a script.
///
/// Fixed-size and without ownership: `bytes` is borrowed for the length of the call. The layout is
/// the script host's own, so that a call copies nothing; a test pins it.
public struct ScriptDatum: BitwiseCopyable {
  /// What a datum holds.
  ///
  /// The raw values are the host's.
  public enum Kind: UInt32, Sendable {
    case none, boolean, integer, number, string, object, list, fill, record, handle, table, function
  }

  var rawKind: UInt32
  var classID: Int32
  var rawInteger: Int64
  var rawNumber: Double
  var bytes: UnsafeRawPointer?
  var length: Int64

  init(kind: Kind, classID: Int32 = 0, integer: Int64 = 0, number: Double = 0) {
    rawKind = kind.rawValue
    self.classID = classID
    rawInteger = integer
    rawNumber = number
    bytes = nil
    length = 0
  }

  public static var none: ScriptDatum { ScriptDatum(kind: .none) }
  public static func boolean(_ value: Bool) -> ScriptDatum {
    ScriptDatum(kind: .boolean, integer: value ? 1 : 0)
  }
  public static func integer(_ value: Int) -> ScriptDatum {
    ScriptDatum(kind: .integer, integer: Int64(value))
  }
  public static func number(_ value: Double) -> ScriptDatum {
    ScriptDatum(kind: .number, number: value)
  }
  /// A host object: its class, and which instance (0 is the shared one).
  public static func object(_ classID: Int, instance: Int = 0) -> ScriptDatum {
    ScriptDatum(kind: .object, classID: Int32(classID), integer: Int64(instance))
  }
  /// A value the host keeps, such as a record of parameters.
  public static func handle(_ handle: Int32) -> ScriptDatum {
    ScriptDatum(kind: .handle, integer: Int64(handle))
  }

  public var kind: Kind { Kind(rawValue: rawKind) ?? .none }

  public var isNone: Bool { rawKind == 0 }

  /// The value as a whole number: an integer, or a number without a fraction that fits.
  public var integer: Int? {
    switch kind {
    case .integer: Int(rawInteger)
    case .number: Int(exactly: rawNumber)
    default: nil
    }
  }

  /// The value as a number.
  public var number: Double? {
    switch kind {
    case .integer: Double(rawInteger)
    case .number: rawNumber
    default: nil
    }
  }

  public var boolean: Bool? { kind == .boolean ? rawInteger != 0 : nil }

  /// The text, with invalid UTF-8 repaired.
  public var string: String? {
    guard kind == .string else { return nil }
    guard let bytes else { return "" }
    let start = bytes.assumingMemoryBound(to: UInt8.self)
    return String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }

  /// Whether this is the text `other`, without making a string of it.
  @inline(__always)
  func isText(_ other: StaticString) -> Bool {
    guard rawKind == Kind.string.rawValue, Int(length) == other.utf8CodeUnitCount, let bytes else {
      return false
    }
    let text = UnsafeRawPointer(other.utf8Start)
    var place = 0
    while place &+ 4 <= Int(length) {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      if word != text.loadUnaligned(fromByteOffset: place, as: UInt32.self) { return false }
      place &+= 4
    }
    while place < Int(length) {
      let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
      if byte != text.load(fromByteOffset: place, as: UInt8.self) { return false }
      place &+= 1
    }
    return true
  }

  /// The first byte of a text; nil without one.
  @inline(__always)
  var firstByte: UInt8? {
    guard rawKind == Kind.string.rawValue, length > 0 else { return nil }
    return bytes?.load(as: UInt8.self)
  }

  /// The instance of a host object.
  public var instance: Int? { kind == .object ? Int(rawInteger) : nil }

  /// The value's type in a script writer's words.
  public var typeName: String {
    switch kind {
    case .none: "nil"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .object: "a host object"
    case .list, .fill, .record, .handle, .table: "a table"
    case .function: "a function"
    }
  }
}

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
    // Each place is written, and overwritten unless it holds: which ones hold cannot be foreseen.
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

  /// One more member of the list begun last; members beyond the reply's room are dropped.
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

/// A class of host objects as scripts see it: the names of its methods and properties.
public struct ScriptInterface: Sendable {
  /// One name of the class.
  public struct Member: Sendable {
    public let name: String
    public let function: Int
    public let isProperty: Bool
    /// Whether a table as the first argument arrives as `ScriptRequest.list`.
    public var takesList = false

    public static func method(_ name: String, _ function: Int) -> Member {
      Member(name: name, function: function, isProperty: false)
    }
    public static func property(_ name: String, _ function: Int) -> Member {
      Member(name: name, function: function, isProperty: true)
    }
  }

  /// The class's name in messages, such as `board`.
  public let name: String
  public let members: [Member]
  /// Called with a name that is no member, for reading; nil: such a name is an error.
  public let openGet: Int?
  /// Called with a name that is no member and a value; nil: such an assignment is an error.
  public let openSet: Int?

  public init(name: String, members: [Member], openGet: Int? = nil, openSet: Int? = nil) {
    self.name = name
    self.members = members
    self.openGet = openGet
    self.openSet = openSet
  }
}

/// A script's text with its name and content hash.
public struct ScriptSource: Hashable, Sendable {
  /// The name in messages: the file's path below the scripts folder, or as the user gave it.
  public let name: String
  public let text: String
  /// The content hash in hexadecimal.
  public let hash: String
  /// Whether this is one of our own stateless scripts, which a test shows to keep nothing: those
  /// may share a VM from game to game.
  public let isBundled: Bool
  /// Whether the text mentions `require`, so that it may need the modules of the library folder.
  public let mentionsRequire: Bool

  public init(name: String, text: String, isBundled: Bool = false) {
    self.name = name
    self.text = text
    self.hash = StableDigest.hex(of: text)
    self.isBundled = isBundled
    mentionsRequire = text.split { !($0.isLetter || $0 == "_") }.contains("require")
  }

  public static func == (a: ScriptSource, b: ScriptSource) -> Bool {
    a.name == b.name && a.hash == b.hash && a.isBundled == b.isBundled
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(hash)
  }
}

/// A script that a worker's host has made ready, by number.
public struct ScriptHandle: Hashable, Sendable {
  public let index: Int

  public init(index: Int) { self.index = index }
}

/// A script as one level or agent uses it: the text, its functions, its parameters' values.
public struct ScriptUse: Sendable {
  public let source: ScriptSource
  /// The names of its functions, called by their position here.
  public let hooks: [String]
  /// What `params` holds.
  public let parameters: [(name: String, value: Double)]

  public init(
    source: ScriptSource, hooks: [String], parameters: [(name: String, value: Double)]
  ) {
    self.source = source
    self.hooks = hooks
    self.parameters = parameters
  }
}

/// Whoever has scripts: a level's setup, say.
///
/// Handles are kept for as long as it is the same object.
public protocol ScriptUser: AnyObject, Sendable {
  var scriptUses: [ScriptUse] { get }
}

/// A worker's host for scripts: makes them ready, and calls their functions by handle with plain
/// data.
///
/// Core knows no script language; `ScriptHost` conforms. A host is not Sendable and never leaves
/// its worker.
public protocol ScriptHosting: AnyObject {
  /// A new game begins: allowances start anew, and nothing of the last game is left.
  func beginGame()

  /// The handles of a user's scripts, in the order of `scriptUses`.
  func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle]

  /// Calls hook `hook` of a script, which has it, with three values, and gives its first result.
  ///
  /// `server` answers what the script asks meanwhile. Calls may nest across scripts.
  @discardableResult
  func call(
    _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
    _ third: ScriptDatum, server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum

  /// The datum that shows a script its own `params`.
  func parameters(of script: ScriptHandle) -> ScriptDatum

  /// A host object of the interface of this name.
  func object(_ interface: String, instance: Int) -> ScriptDatum

  /// Memory that a game may use again from turn to turn, in this worker; nothing in it may reach a
  /// result.
  var workspace: AnyObject? { get set }
}

extension ScriptHosting {
  /// A host without such memory: it is made anew each time.
  public var workspace: AnyObject? {
    get { nil }
    set {}
  }
}
