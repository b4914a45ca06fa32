/// What a report draws a level from.
public enum LevelPictureKind: Sendable, Equatable {
  /// A hexagonal board as one letter per cell, top row first: alternately long rows and short rows
  /// with one letter less. The last row is the one below the line; `.` is an empty cell.
  case hexagons(rows: [String])
  /// A board of circles and polygons.
  case scene(LevelScene)
  /// Any other picture, one line per row: what `level show` prints.
  case text(String)
}
