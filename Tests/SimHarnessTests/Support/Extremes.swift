@testable import SimHarness
@testable import TextFormats

/// Extreme values of JSON and YAML, and the places where a tree may have them.
enum Extremes {
  /// As the file writes them.
  static let values = [
    "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e308", "-1e308",
    "5e-324", "0", "-1", "0.5", "4294967296", "null", "true", "\"\"", "[]", "{}",
  ]

  /// The paths to all members below a tree; of a list its first three.
  static func paths(in tree: JSONTree) -> [[String]] {
    switch tree {
    case .object(let members):
      members.flatMap { member in
        [[member.key]] + paths(in: member.value).map { [member.key] + $0 }
      }
    case .array(let list):
      list.prefix(3).enumerated().flatMap { place, item in
        [["\(place)"]] + paths(in: item).map { ["\(place)"] + $0 }
      }
    default: []
    }
  }

  /// The paths that a JSON Schema names.
  static func paths(ofSchema tree: JSONTree) -> [[String]] {
    guard case .object(let members) = tree else { return [] }
    var paths: [[String]] = []
    for (key, value) in members {
      switch (key, value) {
      case ("properties", .object(let properties)):
        for property in properties {
          paths.append([property.key])
          paths += self.paths(ofSchema: property.value).map { [property.key] + $0 }
        }
      case ("items", _): paths += self.paths(ofSchema: value).map { ["0"] + $0 }
      case ("anyOf", .array(let choices)), ("oneOf", .array(let choices)):
        paths += choices.flatMap { self.paths(ofSchema: $0) }
      default: break
      }
    }
    return paths
  }

  /// The tree's text with the member at a path replaced or added by a text.
  static func text(of tree: JSONTree, with value: String, at path: ArraySlice<String>) -> String {
    guard let step = path.first else { return value }
    let rest = path.dropFirst()
    switch tree {
    case .array(var list):
      guard let place = Int(step) else { return text(of: .object([]), with: value, at: path) }
      if place >= list.count { list.append(.null) }
      let parts = list.enumerated().map { index, item in
        index == min(place, list.count - 1)
          ? text(of: item, with: value, at: rest) : JSONWriter.compact(item)
      }
      return "[\(parts.joined(separator: ","))]"
    case .object(var members):
      if !members.contains(where: { $0.key == step }) { members.append((step, .null)) }
      let parts = members.map { member in
        "\(JSONWriter.compact(.string(member.key))):"
          + (member.key == step
            ? text(of: member.value, with: value, at: rest) : JSONWriter.compact(member.value))
      }
      return "{\(parts.joined(separator: ","))}"
    default:
      return text(of: Int(step) == nil ? .object([]) : .array([]), with: value, at: path)
    }
  }
}
