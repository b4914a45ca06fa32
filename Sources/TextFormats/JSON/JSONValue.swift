/// A parsed JSON value that knows its place in the text.
public struct JSONValue: Sendable, Hashable {
  /// What a value holds.
  public enum Kind: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; no two keys are equal.
    case object([JSONMember])
  }

  public let kind: Kind
  /// The place of the first character of the value.
  public let position: JSONPosition

  public init(_ kind: Kind, at position: JSONPosition) {
    self.kind = kind
    self.position = position
  }
}

extension JSONValue {
  /// What type of value this is, with its article: `a string`, `an object`.
  public var typeName: String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value for an error message: scalars as they are, strings shortened, containers by type.
  public var summary: String {
    switch kind {
    case .bool(let value): value.description
    case .number(let number): number.description
    case .string(let text): SafeText.quoted(text)
    case .null, .array, .object: typeName
    }
  }
}
