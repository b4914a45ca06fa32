import TextFormats

extension JSONValue {
  /// A member of an object; nil if it is not there or this is not an object.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }

  var elements: [JSONValue]? {
    guard case .array(let elements) = kind else { return nil }
    return elements
  }

  /// A whole number.
  var whole: Int? {
    guard case .number(let number) = kind else { return nil }
    return number.int
  }

  var number: Double? {
    guard case .number(let number) = kind else { return nil }
    return number.double
  }

  var isNull: Bool { kind == .null }
}
