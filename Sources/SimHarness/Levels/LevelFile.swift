/// The content of a level file of any game: a value that can be edited and written back.
///
/// The erased form of a `DesignedLevel`.
public struct LevelFile: Equatable, Sendable {
  /// What the file holds, in its game's own type.
  public private(set) var content: any DesignedLevel
  /// Where the level was found, as messages name it; empty for a level made in memory.
  ///
  /// Two levels may be equal and come from different files.
  public var path = ""

  /// The maximum number of bytes of a level file.
  public static let maxBytes = JSONLimits.standard.bytes

  public init(_ content: some DesignedLevel) { self.content = content }

  public static func == (first: LevelFile, second: LevelFile) -> Bool {
    func isEqual<Content: DesignedLevel>(_ content: Content) -> Bool {
      content == second.content as? Content
    }
    return isEqual(first.content)
  }

  public var header: LevelHeader { content.header }

  /// The hash of everything that affects play, without name and id, as sixteen hexadecimal digits.
  public var contentHash: String { content.contentHash }

  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree { content.tree }

  /// The file's text.
  public var text: String { content.text }

  /// A hash that levels with the same appearance share.
  public var layout: String { content.layout }

  /// The fields with those that tuning may set and that files leave out at their defaults.
  var completeTree: JSONTree { content.completeTree }

  /// The level as a picture for people; the catalog knows how scripted objects are printed.
  ///
  /// With rulers, a board's places stand beside it as `level edit` takes them.
  public func picture(catalog: any LevelCatalog, withRulers: Bool = false) -> String {
    func picture<Content: DesignedLevel>(_ content: Content) -> String {
      content.picture(catalog: Content.scripts(in: catalog), withRulers: withRulers)
    }
    return picture(content)
  }

  /// The level as reports draw it.
  package func drawing(catalog: any LevelCatalog) -> LevelPictureKind {
    func drawing<Content: DesignedLevel>(_ content: Content) -> LevelPictureKind {
      content.drawing(catalog: Content.scripts(in: catalog))
    }
    return drawing(content)
  }

  /// Whether the level can be played: what its file does not have to be right in, such as a goal
  /// that can be reached.
  /// - Throws: What keeps it from being played.
  public func checkPlayable(catalog: any LevelCatalog) throws(LevelError) {
    func check<Content: DesignedLevel>(_ content: Content) throws(LevelError) {
      try content.checkPlayable(catalog: Content.scripts(in: catalog))
    }
    try check(content)
  }

  /// What is found in the level by its game.
  package func findings(catalog: any LevelCatalog) -> [LevelFinding] {
    func findings<Content: DesignedLevel>(_ content: Content) -> [LevelFinding] {
      content.findings(catalog: Content.scripts(in: catalog))
    }
    return findings(content)
  }

  /// The level with something forbidden that players may do without, by name.
  package func restrictedVariants(
    catalog: any LevelCatalog
  ) -> [(name: String, file: LevelFile)] {
    func variants<Content: DesignedLevel>(_ content: Content) -> [(String, LevelFile)] {
      content.restrictedVariants(catalog: Content.scripts(in: catalog))
        .map { ($0.name, LevelFile($0.level)) }
    }
    return variants(content)
  }

  // MARK: Changing

  /// The level with a few cells or objects changed; nil if there is nothing to change.
  package func mutated(keepingLimits: Bool = false, using random: inout SeededRandom) -> LevelFile?
  {
    func mutated<Content: DesignedLevel>(
      _ content: Content, _ random: inout SeededRandom
    ) -> LevelFile? {
      content.mutated(keepingLimits: keepingLimits, using: &random).map { LevelFile($0) }
    }
    return mutated(content, &random)
  }

  /// The level on a board of another size in px; nil if levels have none.
  public func resized(
    toWidth width: Double, height: Double
  ) throws(LevelFieldProblem) -> LevelFile? {
    func resized<Content: DesignedLevel>(
      _ content: Content
    ) throws(LevelFieldProblem) -> LevelFile? {
      try content.resized(toWidth: width, height: height).map { LevelFile($0) }
    }
    return try resized(content)
  }

  /// How much of the board holds something else than another level's; 1 for levels of different
  /// games.
  package func difference(from other: LevelFile) -> Double {
    func difference<Content: DesignedLevel>(_ content: Content) -> Double {
      (other.content as? Content).map { content.difference(from: $0) } ?? 1
    }
    return difference(content)
  }

  // MARK: Reading

  /// Reads a level of any game of the catalog; nil after all issues have been recorded.
  public static func decode(_ root: JSONCursor, catalog: any LevelCatalog) -> LevelFile? {
    func decode<Content: DesignedLevel>(_ type: Content.Type, of game: String) -> LevelFile? {
      Content.decode(root, game: game, catalog: Content.scripts(in: catalog))
        .map { LevelFile($0) }
    }
    guard let game = LevelHeader.game(of: root, among: catalog.games) else { return nil }
    return decode(game.levels, of: game.name)
  }

  /// Reads a whole file.
  /// - Throws: All issues of the file.
  public static func read(
    _ bytes: [UInt8], file: String, catalog: any LevelCatalog
  ) throws(FileIssues) -> LevelFile {
    try JSONReader.read(bytes, file: file) { decode($0, catalog: catalog) }
  }

  /// Reads what a generator has made, where an empty table is an array or an object as its field
  /// needs.
  /// - Throws: All issues of the level, at the line of the script's `generate`.
  package static func read(
    generated tree: JSONTree, by script: ScriptSource, catalog: any LevelCatalog
  ) throws(FileIssues) -> LevelFile {
    let bytes = Array(JSONWriter.compact(tree).utf8)
    do throws(FileIssues) {
      return try JSONReader(takesTables: true).read(bytes, file: script.name) {
        decode($0, catalog: catalog)
      }
    } catch {
      let line = script.line(settingField: "generate")
      throw FileIssues(
        file: script.name,
        issues: error.issues.map { FileIssue(line: line, path: $0.path, message: $0.message) })
    }
  }

  /// A level of a game as `level new` makes it.
  public static func empty(
    of game: any LevelGame, named name: String, catalog: any LevelCatalog
  ) -> LevelFile {
    func empty<Content: DesignedLevel>(_ type: Content.Type) -> LevelFile {
      LevelFile(
        Content.empty(of: game.name, named: name, catalog: Content.scripts(in: catalog)))
    }
    return empty(game.levels)
  }
}
