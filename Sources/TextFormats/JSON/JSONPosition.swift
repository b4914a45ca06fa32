/// The place of a value or key in a JSON text.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1; a line ends with LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, counted in Unicode scalars.
  public let column: Int
  /// The number of UTF-8 bytes before the place.
  public let offset: Int

  /// The first byte of a text.
  public static let start = JSONPosition(line: 1, column: 1, offset: 0)
}
