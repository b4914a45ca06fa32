/// The content of a level file of any game: a value that can be edited and written back.
public enum LevelFile: Equatable, Sendable {
  case bubbleBlast(BubbleLevelFile)

  /// The most bytes of a level file.
  public static let mostBytes = JSONLimits.standard.bytes

  public var header: LevelHeader {
    switch self {
    case .bubbleBlast(let file): file.header
    }
  }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    switch self {
    case .bubbleBlast(let file): file.contentHash
    }
  }

  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree {
    switch self {
    case .bubbleBlast(let file): file.tree
    }
  }

  /// The file's text.
  public var text: String {
    switch self {
    case .bubbleBlast(let file): file.text
    }
  }

  /// The level as a picture for people.
  public var picture: String {
    switch self {
    case .bubbleBlast(let file): BubblePicture.text(of: file)
    }
  }

  /// Reads a level of any game; nil after all issues have been recorded.
  public static func decode(_ root: JSONCursor, catalog: any BubbleKindCatalog) -> LevelFile? {
    switch LevelHeader.game(of: root) {
    case .bubbleBlast:
      BubbleLevelFile.decodeContent(root, catalog: catalog).map { .bubbleBlast($0) }
    case nil: nil
    }
  }

  /// Reads a whole file.
  /// - Throws: All issues of the file.
  public static func read(
    _ bytes: [UInt8], file: String, catalog: any BubbleKindCatalog
  ) throws(FileIssues) -> LevelFile {
    try JSONReader.read(bytes, file: file) { decode($0, catalog: catalog) }
  }
}
