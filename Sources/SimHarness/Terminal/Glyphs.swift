/// The characters that a terminal can show, and whether colours are used to distinguish things.
public struct Glyphs: Sendable, Hashable {
  public let isUnicode: Bool
  public let hasColour: Bool

  public init(isUnicode: Bool, hasColour: Bool) {
    self.isUnicode = isUnicode
    self.hasColour = hasColour
  }

  package var horizontal: Character { isUnicode ? "─" : "-" }
  var vertical: Character { isUnicode ? "│" : "|" }
  var corners: [Character] { isUnicode ? ["┌", "┐", "└", "┘"] : ["+", "+", "+", "+"] }
  /// A step of a flight.
  package var dot: Character { isUnicode ? "·" : "." }
  package var ball: Character { isUnicode ? "●" : "o" }
  /// Where something will come to lie.
  package var ring: Character { isUnicode ? "○" : "O" }
  package var ceiling: Character { isUnicode ? "═" : "=" }
  package var cross: Character { isUnicode ? "╋" : "+" }
  package var cannon: Character { isUnicode ? "▼" : "V" }
  var times: String { isUnicode ? "×" : "x" }
  var separator: String { isUnicode ? " · " : " - " }
  /// Names of the arrow keys.
  var sideArrows: String { isUnicode ? "← →" : "<- ->" }
  var upArrow: String { isUnicode ? "↑" : "up" }
  var downArrow: String { isUnicode ? "↓" : "down" }

  /// A text of a hand in these characters.
  func shown(_ text: String) -> String {
    if isUnicode { return text }
    return text.replacing("← →", with: sideArrows).replacing("↑", with: upArrow)
      .replacing("↓", with: downArrow).replacing("×", with: times)
      .replacing("°", with: " degrees")
  }
}
