import SimHarness

/// A set of cells for each of the eight colours.
///
/// Eight fields rather than an array of fixed size: reading one of those at a place known only at
/// run time copies the whole value it is part of.
struct ColourPlanes<Mask: CellMask>: BitwiseCopyable, Sendable {
  private var blue = Mask()
  private var red = Mask()
  private var orange = Mask()
  private var green = Mask()
  private var yellow = Mask()
  private var purple = Mask()
  private var cyan = Mask()
  private var white = Mask()

  subscript(colour: BubbleColour) -> Mask {
    @inline(__always) get {
      switch colour {
      case .blue: blue
      case .red: red
      case .orange: orange
      case .green: green
      case .yellow: yellow
      case .purple: purple
      case .cyan: cyan
      case .white: white
      }
    }
  }

  /// Changes a colour's cells in place.
  @inline(__always)
  mutating func change(_ colour: BubbleColour, _ body: (inout Mask) -> Void) {
    switch colour {
    case .blue: body(&blue)
    case .red: body(&red)
    case .orange: body(&orange)
    case .green: body(&green)
    case .yellow: body(&yellow)
    case .purple: body(&purple)
    case .cyan: body(&cyan)
    case .white: body(&white)
    }
  }

  /// Keeps only the cells of `kept` in a row.
  mutating func keep(_ kept: Mask.Row, inRow row: Int) {
    blue[row] &= kept
    red[row] &= kept
    orange[row] &= kept
    green[row] &= kept
    yellow[row] &= kept
    purple[row] &= kept
    cyan[row] &= kept
    white[row] &= kept
  }
}
