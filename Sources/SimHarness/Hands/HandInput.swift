/// What a person does with keys or a pointer, before a game gives it a meaning.
public enum HandInput: Hashable, Sendable {
  public enum Direction: Hashable, Sendable, CaseIterable { case up, down, left, right }

  case character(Character)
  /// An arrow key; `isFine` for a small step.
  case arrow(Direction, isFine: Bool)
  case enter
  /// The offer of this number, from 0, in `Hand.offers`.
  case offer(Int)
  /// The pointer aims at a place without pressing.
  case aim(BoardPoint)
  /// The pointer presses at a place.
  case press(BoardPoint)
}

extension HandInput {
  /// Whether it goes on from where a pointer aims: arrows, Enter, signs such as the space, and
  /// offers, but neither letters nor digits, which have places of their own.
  var followsPointer: Bool {
    switch self {
    case .arrow, .enter, .offer: true
    case .character(let character): !character.isLetter && !character.isNumber
    case .aim, .press: false
    }
  }

  /// A key by the name that browsers give it, such as `a`, `Enter` or `ArrowLeft`.
  ///
  /// `Shift+` before an arrow is for a small step; `#3` is an offer's button. Nil for any other
  /// text.
  public init?(key: String) {
    if key.count == 1, let character = key.first {
      guard !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { return nil }
      self = .character(character)
      return
    }
    let isFine = key.hasPrefix("Shift+")
    switch isFine ? String(key.dropFirst("Shift+".count)) : key {
    case "ArrowUp": self = .arrow(.up, isFine: isFine)
    case "ArrowDown": self = .arrow(.down, isFine: isFine)
    case "ArrowLeft": self = .arrow(.left, isFine: isFine)
    case "ArrowRight": self = .arrow(.right, isFine: isFine)
    case "Enter" where !isFine: self = .enter
    default:
      guard key.hasPrefix("#"), let number = Int(key.dropFirst()), (0..<1_000).contains(number),
        key == "#\(number)"
      else { return nil }
      self = .offer(number)
    }
  }
}
