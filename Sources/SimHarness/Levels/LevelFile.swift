/// The content of a level file of any game: a value that can be edited and written back.
public enum LevelFile: Equatable, Sendable {
  case bubbleBlast(BubbleLevelFile)
  case peggle(PeggleLevelFile)
  case bubblePop(PopLevelFile)
  case cards(CardsLevelFile)

  /// The most bytes of a level file.
  public static let mostBytes = JSONLimits.standard.bytes

  public var header: LevelHeader {
    switch self {
    case .bubbleBlast(let file): file.header
    case .peggle(let file): file.header
    case .bubblePop(let file): file.header
    case .cards(let file): file.header
    }
  }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    switch self {
    case .bubbleBlast(let file): file.contentHash
    case .peggle(let file): file.contentHash
    case .bubblePop(let file): file.contentHash
    case .cards(let file): file.contentHash
    }
  }

  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree {
    switch self {
    case .bubbleBlast(let file): file.tree
    case .peggle(let file): file.tree
    case .bubblePop(let file): file.tree
    case .cards(let file): file.tree
    }
  }

  /// The file's text.
  public var text: String {
    switch self {
    case .bubbleBlast(let file): file.text
    case .peggle(let file): file.text
    case .bubblePop(let file): file.text
    case .cards(let file): file.text
    }
  }

  /// The level as a picture for people; the catalog knows how scripted objects are printed.
  ///
  /// With rulers, a board's places stand beside it as `level edit` takes them.
  public func picture(catalog: any LevelCatalog, withRulers: Bool = false) -> String {
    switch self {
    case .bubbleBlast(let file): file.picture(withRulers: withRulers)
    case .peggle(let file): file.picture(catalog: catalog, withRulers: withRulers)
    case .bubblePop(let file): file.picture
    case .cards(let file): file.picture(catalog: catalog)
    }
  }

  /// Whether the level can be played: what its file does not have to be right in, such as a goal
  /// that can be reached.
  /// - Throws: What keeps it from being played.
  public func checkPlayable(catalog: any LevelCatalog) throws(LevelError) {
    switch self {
    case .bubbleBlast(let file): _ = try file.level(catalog: catalog)
    case .peggle(let file): try file.checkPlayable(catalog: catalog)
    case .bubblePop(let file): _ = try file.level(catalog: catalog)
    case .cards(let file): _ = try file.level(catalog: catalog)
    }
  }

  /// Reads a level of any game; nil after all issues have been recorded.
  public static func decode(_ root: JSONCursor, catalog: any LevelCatalog) -> LevelFile? {
    let game = LevelHeader.game(of: root)
    return switch game {
    case .bubbleBlast:
      BubbleLevelFile.decodeContent(root, catalog: catalog).map { .bubbleBlast($0) }
    case .peggle: PeggleLevelFile.decodeContent(root, catalog: catalog).map { .peggle($0) }
    case .bubblePop: PopLevelFile.decodeContent(root, catalog: catalog).map { .bubblePop($0) }
    case .set?, .playingCards?, .cards?:
      game.flatMap { CardsLevelFile.decodeContent(root, game: $0, catalog: catalog) }
        .map { .cards($0) }
    case nil: nil
    }
  }

  /// Reads a whole file.
  /// - Throws: All issues of the file.
  public static func read(
    _ bytes: [UInt8], file: String, catalog: any LevelCatalog
  ) throws(FileIssues) -> LevelFile {
    try JSONReader.read(bytes, file: file) { decode($0, catalog: catalog) }
  }

  /// The fields that can be set in a level of some game, those of the header left out.
  static let settableFields: [String] = {
    let own =
      [BubbleLevelFile.fields, PeggleLevelFile.fields, PopLevelFile.fields]
      + [LevelGame.set, .playingCards, .cards].map(CardsLevelFile.fields(of:))
    let names = Set(own.joined()).subtracting(LevelHeader.fields)
    return names.sorted()
  }()

  /// The operations of `level edit` on levels with a board, by game.
  static let boardOperations: [(game: LevelGame, verbs: [String])] = [
    (.bubbleBlast, BubbleLevelFile.Operation.allCases.map(\.rawValue)),
    (.peggle, PeggleLevelFile.Operation.allCases.map(\.rawValue)),
  ]
}
