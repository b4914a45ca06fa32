/// The value of a field of an open game's level.
public enum OpenValue: Hashable, Sendable {
  case whole(Int)
  case number(Double)
  case flag(Bool)
  case text(String)
  case list([Int])
  /// Rows of letters, all of one length.
  case grid([String])

  /// The value as a level file writes it.
  var tree: JSONTree {
    switch self {
    case .whole(let value): .int(value)
    case .number(let value): JSONTree.double(value).normalised
    case .flag(let value): .bool(value)
    case .text(let value): .string(value)
    case .list(let values): .array(values.map { .int($0) })
    case .grid(let rows): .array(rows.map { .string($0) })
    }
  }

  var number: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}
