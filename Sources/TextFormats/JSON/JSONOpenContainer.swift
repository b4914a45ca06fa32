/// An array or object whose end the parser has not seen yet.
struct JSONOpenContainer {
  /// What the container waits for while one of its values is being read.
  enum Pending {
    case element
    case member(key: String, position: JSONPosition, isDuplicate: Bool)
  }

  let part: JSONStructureProblem.Part
  let position: JSONPosition
  var pending: Pending?
  /// The line of the first use of each key.
  var keyLines: [String: Int] = [:]
  private var elements: [JSONValue] = []
  private var members: [JSONMember] = []

  init(_ part: JSONStructureProblem.Part, at position: JSONPosition) {
    self.part = part
    self.position = position
  }

  /// The number of values so far.
  var count: Int { part == .object ? members.count : elements.count }

  /// Whether the byte closes this container.
  func isClosed(by byte: UInt8?) -> Bool {
    byte == (part == .object ? ASCII.closeBrace : ASCII.closeBracket)
  }

  /// The container once its end is reached.
  var finished: JSONValue {
    JSONValue(part == .object ? .object(members) : .array(elements), at: position)
  }

  /// Takes the value that was pending; of equal keys the first stays.
  mutating func take(_ value: JSONValue) {
    switch pending {
    case .member(let key, let position, let isDuplicate):
      if !isDuplicate {
        members.append(JSONMember(key: key, keyPosition: position, value: value))
      }
    case .element, nil: elements.append(value)
    }
    pending = nil
  }

  /// The path of what is being read inside this container.
  func path(below parent: JSONPath) -> JSONPath {
    switch pending {
    case .element: parent.index(elements.count)
    case .member(let key, _, _): parent.key(key)
    case nil: parent
    }
  }
}
