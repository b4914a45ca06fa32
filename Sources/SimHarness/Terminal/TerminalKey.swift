/// A key or a click, as a terminal sends it.
public enum TerminalKey: Hashable, Sendable {
  public typealias Direction = HandInput.Direction

  case character(Character)
  /// An arrow; `isFine` with Shift, Alt or Control.
  case arrow(Direction, isFine: Bool)
  case enter
  case escape
  case tab
  case backspace
  /// The first mouse button went down on a cell of the screen, counted from 0.
  case click(column: Int, row: Int)
  /// Control-C.
  case interrupt
  /// Control-Z.
  case suspend
  /// Control-L.
  case redraw
}

extension TerminalKey {
  /// The same to a hand; nil for a click, whose place on the board a game knows, and for keys that
  /// no game uses.
  package var input: HandInput? {
    switch self {
    case .character(let character): .character(character)
    case .arrow(let direction, let isFine): .arrow(direction, isFine: isFine)
    case .enter: .enter
    case .escape, .tab, .backspace, .click, .interrupt, .suspend, .redraw: nil
    }
  }
}
