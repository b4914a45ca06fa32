/// A key or a click, as a terminal sends it.
public enum TerminalKey: Hashable, Sendable {
  public enum Direction: Hashable, Sendable, CaseIterable { case up, down, left, right }

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
