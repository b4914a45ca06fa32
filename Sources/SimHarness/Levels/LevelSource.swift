/// A level that was asked for, with where it came from.
public struct LevelSource: Equatable, Sendable {
  /// Where the level came from, as messages call it.
  public let path: String
  public let file: LevelFile

  public init(path: String, file: LevelFile) {
    self.path = path
    self.file = file
  }

  public var header: LevelHeader { file.header }
}
