import Foundation

@testable import EngineGames
@testable import SimHarness
@testable import TextFormats

/// Validates values by a JSON Schema, as editors do: the keywords that our schemas use.
///
/// It is written without a look at our readers, so that the two can be compared.
struct SchemaValidator {
  private let root: JSONValue

  init(_ schema: String) throws {
    guard let root = JSONParser.parse(Array(schema.utf8)).value else {
      throw CocoaError(.coderReadCorrupt)
    }
    self.root = root
  }

  /// Whether the schema accepts a text of JSON.
  func accepts(_ text: String) -> Bool {
    guard let value = JSONParser.parse(Array(text.utf8)).value else { return false }
    return isValid(value, root)
  }

  private func isValid(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard case .object(let members) = schema.kind else { return schema.kind != .bool(false) }
    return members.allSatisfy { holds($0.key, $0.value, of: value, in: schema) }
  }

  /// Whether a keyword holds of a value.
  private func holds(
    _ keyword: String, _ wanted: JSONValue, of value: JSONValue, in schema: JSONValue
  ) -> Bool {
    switch keyword {
    case "$schema", "title", "description", "default", "then": true
    case "type": (wanted.elements ?? [wanted]).contains { isOf($0.text ?? "", value) }
    case "const": JSONTree(value) == JSONTree(wanted)
    case "enum": (wanted.elements ?? []).contains { JSONTree($0) == JSONTree(value) }
    case "oneOf": (wanted.elements ?? []).count { isValid(value, $0) } == 1
    case "anyOf": (wanted.elements ?? []).contains { isValid(value, $0) }
    case "allOf": (wanted.elements ?? []).allSatisfy { isValid(value, $0) }
    case "not": !isValid(value, wanted)
    case "if": !isValid(value, wanted) || isValid(value, schema["then"] ?? wanted)
    case "minimum", "maximum", "exclusiveMinimum":
      number(value).map { isBounded($0, keyword, number(wanted) ?? 0) } ?? true
    case "minLength", "maxLength", "pattern":
      value.text.map { isText($0, keyword, wanted) } ?? true
    case "minItems", "maxItems", "uniqueItems", "items":
      value.elements.map { isList(Array($0), keyword, wanted) } ?? true
    default: self.members(of: value).map { isObject($0, keyword, wanted, schema) } ?? true
    }
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value.kind) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("null", .null), ("number", .number):
      true
    case ("integer", .number(let number)): number.double == number.double.rounded()
    default: false
    }
  }

  private func number(_ value: JSONValue) -> Double? {
    guard case .number(let number) = value.kind else { return nil }
    return number.double
  }

  private func members(of value: JSONValue) -> [JSONMember]? {
    guard case .object(let members) = value.kind else { return nil }
    return members
  }

  private func isBounded(_ number: Double, _ keyword: String, _ bound: Double) -> Bool {
    switch keyword {
    case "minimum": number >= bound
    case "maximum": number <= bound
    default: number > bound
    }
  }

  private func isText(_ text: String, _ keyword: String, _ wanted: JSONValue) -> Bool {
    let count = text.unicodeScalars.count
    return switch keyword {
    case "minLength": count >= wanted.whole ?? 0
    case "maxLength": count <= wanted.whole ?? 0
    default: text.range(of: wanted.text ?? "", options: .regularExpression) != nil
    }
  }

  private func isList(_ list: [JSONValue], _ keyword: String, _ wanted: JSONValue) -> Bool {
    switch keyword {
    case "minItems": list.count >= wanted.whole ?? 0
    case "maxItems": list.count <= wanted.whole ?? 0
    case "uniqueItems":
      list.indices.allSatisfy { place in
        list[..<place].allSatisfy { JSONTree($0) != JSONTree(list[place]) }
      }
    default: list.allSatisfy { isValid($0, wanted) }
    }
  }

  private func isObject(
    _ members: [JSONMember], _ keyword: String, _ wanted: JSONValue, _ schema: JSONValue
  ) -> Bool {
    let names = members.map(\.key)
    switch keyword {
    case "required": return (wanted.elements ?? []).allSatisfy { names.contains($0.text ?? "") }
    case "properties":
      return members.allSatisfy { member in
        wanted[member.key].map { isValid(member.value, $0) } ?? true
      }
    case "propertyNames":
      return names.allSatisfy { name in
        JSONParser.parse(Array(JSONWriter.compact(.string(name)).utf8)).value
          .map { isValid($0, wanted) } ?? false
      }
    case "additionalProperties":
      return members.allSatisfy {
        schema["properties"]?[$0.key] != nil || isValid($0.value, wanted)
      }
    case "dependentRequired":
      return (self.members(of: wanted) ?? []).allSatisfy { rule in
        !names.contains(rule.key)
          || (rule.value.elements ?? []).allSatisfy { names.contains($0.text ?? "") }
      }
    default: return false
    }
  }
}
