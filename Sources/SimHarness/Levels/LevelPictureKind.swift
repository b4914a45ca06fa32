/// What a report draws a level from.
public enum LevelPictureKind: Sendable, Equatable {
  /// A hexagonal board as one letter a cell, top row first: long rows, and short rows of one letter
  /// less, in turn. The last row is the one below the line; `.` is an empty cell.
  case hexagons(rows: [String])
  /// A board of circles and polygons.
  case scene(LevelScene)
  /// Any other picture, one row a line: what `level show` prints.
  case text(String)
}
