/// What a designer does on a board, in the board's own words; see `DrawnLevel`.
public enum DesignGesture: Equatable, Sendable {
  /// Drags a tool over places.
  case paint(tool: String, places: [String])
  case tap(place: String)
  /// A long press.
  case hold(place: String)
  /// Adds an object.
  case put(tool: String, x: Double, y: Double)
  case move(body: Int, x: Double, y: Double)
  case resize(body: Int, width: Double, height: Double)
  /// Turns a body to an angle, in radians clockwise.
  case turn(body: Int, radians: Double)
  case remove(body: Int)
  /// Sets a field of the level, as `set FIELD=VALUE` takes it; no value stands for its default.
  case set(field: String, value: String)
  case reset
}

extension DesignGesture {
  /// The operations of a gesture that means the same on every level, with or without a board; nil
  /// for the others.
  public var plainOperations: [String]? {
    switch self {
    case .set(let field, let value):
      // The operation's first `=` ends the field.
      field.contains("=") ? [] : ["set \(field)=\(value)"]
    case .reset: ["reset"]
    default: nil
    }
  }

  /// Numbers as operations write them, separated by commas; nil if one is not a number.
  package static func numbers(_ values: Double...) -> String? {
    guard values.allSatisfy(\.isFinite) else { return nil }
    return values.map { JSONWriter.number($0) }.joined(separator: ",")
  }
}
