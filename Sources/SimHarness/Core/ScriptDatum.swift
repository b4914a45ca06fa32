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
    case packed
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

  /// What a message says of a value that is not the number asked for: a number itself, else its type.
  package var found: String {
    if kind == .integer, let integer { return "\(integer)" }
    return number.map(ScriptNumber.words) ?? typeName
  }

  /// The value's type in a script writer's words.
  public var typeName: String {
    switch kind {
    case .none: "nil"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .object: "a host object"
    case .list, .fill, .record, .handle, .table, .packed: "a table"
    case .function: "a function"
    }
  }
}
