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

  /// Adds a cell to a colour's.
  mutating func insert(_ cell: Cell, _ colour: BubbleColour) {
    switch colour {
    case .blue: blue.insert(cell)
    case .red: red.insert(cell)
    case .orange: orange.insert(cell)
    case .green: green.insert(cell)
    case .yellow: yellow.insert(cell)
    case .purple: purple.insert(cell)
    case .cyan: cyan.insert(cell)
    case .white: white.insert(cell)
    }
  }

  /// Takes cells from a colour's.
  mutating func subtract(_ cells: Mask, _ colour: BubbleColour) {
    switch colour {
    case .blue: blue.subtract(cells)
    case .red: red.subtract(cells)
    case .orange: orange.subtract(cells)
    case .green: green.subtract(cells)
    case .yellow: yellow.subtract(cells)
    case .purple: purple.subtract(cells)
    case .cyan: cyan.subtract(cells)
    case .white: white.subtract(cells)
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
