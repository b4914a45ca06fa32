/// Makes a game's film from the lines of its replay, as `replay --trace` prints them.
public protocol FilmBuilding {
  /// Takes the line of the start, then that of each turn; `words` say what happened.
  mutating func add(_ line: JSONTree, words: String)

  /// Takes a line of `replay --frames`; the turn's line follows those of its frames.
  mutating func addFrame(_ line: JSONTree)

  /// What was taken so far; nil without a start.
  var film: GameFilm? { get }
}

extension FilmBuilding {
  public mutating func addFrame(_ line: JSONTree) {}
}

/// Reading a trace line, where what is missing is empty.
extension JSONTree {
  package subscript(key: String) -> JSONTree {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  package var elements: [JSONTree] {
    if case .array(let elements) = self { elements } else { [] }
  }

  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number rounded to a whole one.
  package var whole: Int? { number.flatMap { Int(exactly: $0.rounded()) } }

  package var wholes: [Int] { elements.compactMap(\.whole) }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
