/// A light tree of JSON values to be written.
public enum JSONTree: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// Whole numbers above `Int.max`, such as 64-bit seeds.
  case unsigned(UInt64)
  /// A finite number; a whole one is written without a fraction and reads back as `.int`.
  case double(Double)
  case string(String)
  case array([JSONTree])
  /// The members in the order of the text; keys must be unique.
  case object([(key: String, value: JSONTree)])
}

extension JSONTree {
  /// The content of a parsed value, without its places.
  public init(_ value: JSONValue) {
    switch value.kind {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(.integer(let value)): self = .int(value)
    case .number(.unsigned(let value)): self = .unsigned(value)
    case .number(.real(let value)): self = .double(value)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONTree($0) })
    case .object(let members):
      self = .object(members.map { (key: $0.key, value: JSONTree($0.value)) })
    }
  }

  /// An object of those members that have a value.
  ///
  /// What may be missing is a mapped optional or `present(_:if:)`; a bare `nil` may be read as
  /// JSON's null.
  public static func members(_ members: KeyValuePairs<String, JSONTree?>) -> JSONTree {
    .object(members.compactMap { key, value in value.map { (key: key, value: $0) } })
  }

  /// A member's value, where it is to be there.
  public static func present(_ value: JSONTree, if isPresent: Bool) -> JSONTree? {
    isPresent ? .some(value) : .none
  }

  /// Whether the value is neither an array nor an object.
  public var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

extension JSONTree: Equatable {
  /// Equal in structure, order of members and sort of number: `.int(3)` is not `.double(3)`.
  public static func == (left: JSONTree, right: JSONTree) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
    default: false
    }
  }
}

extension JSONTree: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension JSONTree {
  /// The number this is, or nil.
  package var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
