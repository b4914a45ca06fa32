/// A level as a page draws it for editing: what `GameFilm` shows, and the tools that it offers.
///
/// Places are in the film's unit, which is the unit of the level's own places, y downward.
public struct DesignBoard: Equatable, Sendable {
  /// Backdrop, kinds and bodies; no turns.
  public var picture: GameFilm
  /// The cells that tools fill, row by row; none on a board of free objects.
  public var places: [DesignPlace] = []
  /// What can be done to bodies, by their ids.
  public var grips: [Int: DesignGrips] = [:]
  /// What is valid but plays badly.
  public var notes: [DesignNote] = []

  public init(_ picture: GameFilm) { self.picture = picture }
}

/// A cell of a board, which may be empty.
public struct DesignPlace: Hashable, Sendable {
  /// As gestures name it, such as `3,5`; unique on the board.
  public var name: String
  /// The middle.
  public var x: Int
  public var y: Int
  public var radius: Int
  /// For moving about by keys; from 0.
  public var row: Int
  public var column: Int
  /// For a screen reader: `row 3, column 5, red`.
  public var words: String

  public init(
    name: String, x: Int, y: Int, radius: Int, row: Int, column: Int, words: String
  ) {
    self.name = name
    self.x = x
    self.y = y
    self.radius = radius
    self.row = row
    self.column = column
    self.words = words
  }
}

/// What can be done to a body, with its exact numbers.
public struct DesignGrips: Hashable, Sendable {
  /// The sizes that can be changed.
  public enum Sizes: String, Hashable, Sendable {
    case none
    /// Width and height are the same.
    case one
    case two
  }

  /// For a screen reader and lists: `orange peg at 400, 220`.
  public var words: String
  /// The place that `move` sets.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  /// Radians, clockwise on the screen.
  public var turn: Double
  public var canMove: Bool
  public var sizes: Sizes
  public var canTurn: Bool
  public var canBeRemoved: Bool

  public init(
    words: String, x: Double, y: Double, width: Double, height: Double, turn: Double = 0,
    canMove: Bool = true, sizes: Sizes = .two, canTurn: Bool = true, canBeRemoved: Bool = true
  ) {
    self.words = words
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.turn = turn
    self.canMove = canMove
    self.sizes = sizes
    self.canTurn = canTurn
    self.canBeRemoved = canBeRemoved
  }
}

/// Something about a level that its designer should know.
public struct DesignNote: Hashable, Sendable {
  /// One sentence.
  public var words: String
  /// The bodies that it is about.
  public var bodies: [Int]

  public init(_ words: String, bodies: [Int] = []) {
    self.words = words
    self.bodies = bodies
  }
}

/// A tool that a level offers to its designer.
public struct DesignTool: Hashable, Sendable {
  /// What the tool is for.
  public enum Use: String, Hashable, Sendable {
    /// Fills places: `DesignGesture.paint`.
    case paint
    /// Adds an object where the board is pressed: `DesignGesture.put`.
    case put
    /// Empties places and removes bodies.
    case erase
    /// Moves, resizes and rotates bodies.
    case hand
  }

  /// As gestures name it, such as `red`, `peg:orange` or `eraser`.
  public var name: String
  public var use: Use
  /// What it puts on the board looks like; nil for the eraser and the hand.
  public var look: GameFilm.Kind?

  public init(_ name: String, _ use: Use, look: GameFilm.Kind? = nil) {
    self.name = name
    self.use = use
    self.look = look
  }
}
