/// What a level file of one game holds: a value that can be edited, compared and written.
///
/// A field with the default value equals a missing one. The file's text and hash depend on the
/// value alone. Members for things that a game does not have, such as a layout, have defaults here.
public protocol LevelContent: Equatable, Sendable {
  /// Where the scripts that a level names come from: `any LevelCatalog` or a protocol of the game's
  /// own.
  associatedtype Scripts

  /// The game's scripts of a catalog that knows the scripts of all games.
  static func scripts(in catalog: any LevelCatalog) -> Scripts

  // MARK: Files

  /// Every field of a level file of the game, in the order in which they are written.
  static func fields(of game: String) -> [String]

  /// The numbers of the game's rules that a level may set.
  static func rules(of game: String) -> [RuleParameter]

  /// Fields whose values on a command line are always strings.
  static var textFields: [String] { get }

  /// Fields whose values on a command line are strings or `null`.
  static var nullableTextFields: [String] { get }

  /// The names that a text field can have where it names a script; none for other fields.
  static func scriptNames(forField path: String, in scripts: Scripts) -> [String]

  /// Reads a level whose format, version and game have been checked.
  /// - Returns: nil after everything wrong with it has been recorded.
  static func decode(_ root: JSONCursor, game: String, catalog: Scripts) -> Self?

  /// The JSON Schema of the game's levels; `common` are the fields of every level.
  static func schema(of game: String, common: [(key: String, value: JSONTree)]) -> JSONTree

  /// The JSON Schema of the level's game; by default that of its type.
  func ownSchema(common: [(key: String, value: JSONTree)]) -> JSONTree

  /// A level as `level new` makes it.
  static func empty(of game: String, named name: String, catalog: Scripts) -> Self

  /// The numbers that this level may set, and its fields whose values on a command line are always
  /// strings: by default those of its type.
  var ruleParameters: [RuleParameter] { get }
  var ownTextFields: [String] { get }

  var header: LevelHeader { get }

  /// The hash of everything that affects play, without name and id, as sixteen hexadecimal digits.
  var contentHash: String { get }

  /// The fields in the order in which they are written, those at their defaults left out.
  var tree: JSONTree { get }

  /// The fields with those that tuning may set and that files leave out at their defaults.
  var completeTree: JSONTree { get }

  /// The file's text.
  var text: String { get }

  // MARK: Editing

  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: As `level edit` takes it: `mode`, `goal.score`, `spawn.weights.red`, or just the
  ///     name of a number of the rules.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's scripts come from.
  /// - Throws: What is wrong with the path or the value.
  mutating func set(
    _ path: String, to value: JSONTree, catalog: Scripts
  ) throws(LevelFieldProblem)

  /// Leaves a field out of the file, so that it has its default; on an error nothing changes.
  /// - Throws: That there is no such field, or that the level cannot be without it.
  mutating func leaveOut(_ path: String, catalog: Scripts) throws(LevelFieldProblem)

  /// Whether a level has a size in px that it can be scaled to.
  static var hasSize: Bool { get }

  /// The level on a board of another size; nil if levels have none.
  func resized(toWidth width: Double, height: Double) throws(LevelFieldProblem) -> Self?

  // MARK: Looking

  /// Whether the level can be played: what its file does not have to be right in, such as a goal
  /// that can be reached.
  /// - Throws: What keeps it from being played.
  func checkPlayable(catalog: Scripts) throws(LevelError)

  /// The level as a text for people. With rulers, a board's places stand beside it as `level edit`
  /// takes them.
  func picture(catalog: Scripts, withRulers: Bool) -> String

  /// The level as reports draw it.
  func drawing(catalog: Scripts) -> LevelPictureKind

  /// A hash that levels with the same appearance share, such as bubbles up to mirroring and
  /// colours; the content hash if a level has no layout.
  ///
  /// Source: docs/numbers.md, "Flags".
  var layout: String { get }

  /// What is valid but plays badly.
  func findings(catalog: Scripts) -> [LevelFinding]

  /// The field to change in a level whose games are over before the first move, and the advice.
  var finishedStartAdvice: (field: String, advice: String) { get }

  /// The names of the level's scripts that may have parameters, each once.
  var parameterScripts: [String] { get }

  // MARK: Changing

  /// The level with something forbidden that players may do without, such as a special, by name.
  func restrictedVariants(catalog: Scripts) -> [(name: String, level: Self)]

  /// The colours that give points, in games that count points by colour; else nil.
  var pointColours: [String]? { get }

  /// Why `generate --like` cannot vary the level; nil if it can.
  var reasonNotToVary: String? { get }

  /// The level with a few cells or objects changed, and often with more or fewer shots; nil if
  /// there is nothing to change, and if the result is not playable.
  ///
  /// `keepingLimits` leaves the numbers of shots and balls as they are.
  func mutated(keepingLimits: Bool, using random: inout SeededRandom) -> Self?

  /// The places of the board that hold something else than another level's, as a share of what that
  /// level has there.
  func difference(from other: Self) -> Double
}

extension LevelContent where Scripts == any LevelCatalog {
  public static func scripts(in catalog: any LevelCatalog) -> any LevelCatalog { catalog }
}

extension LevelContent {
  public static func rules(of game: String) -> [RuleParameter] { [] }

  public static var textFields: [String] { ["name", "id"] }

  public static var nullableTextFields: [String] { [] }

  public static func scriptNames(forField path: String, in scripts: Scripts) -> [String] { [] }

  public func ownSchema(common: [(key: String, value: JSONTree)]) -> JSONTree {
    Self.schema(of: header.game, common: common)
  }

  public var ruleParameters: [RuleParameter] { Self.rules(of: header.game) }

  public var ownTextFields: [String] { Self.textFields }

  public static var hasSize: Bool { false }

  public func resized(
    toWidth width: Double, height: Double
  ) throws(LevelFieldProblem) -> Self? {
    nil
  }

  public var completeTree: JSONTree { tree }

  public var text: String { JSONWriter.pretty(tree) }

  public func checkPlayable(catalog: Scripts) throws(LevelError) {}

  public func picture(catalog: Scripts, withRulers: Bool) -> String { text }

  public func drawing(catalog: Scripts) -> LevelPictureKind {
    .text(picture(catalog: catalog, withRulers: false))
  }

  public var layout: String { contentHash }

  public func findings(catalog: Scripts) -> [LevelFinding] { [] }

  public func restrictedVariants(catalog: Scripts) -> [(name: String, level: Self)] { [] }

  public var finishedStartAdvice: (field: String, advice: String) {
    ("goal", "change the board or the goal")
  }

  public var parameterScripts: [String] { [] }

  public var pointColours: [String]? { nil }

  public var reasonNotToVary: String? {
    "a level of \(header.game) has no board to vary; use a generator, or playtest tune to change its"
      + " numbers"
  }

  public func mutated(keepingLimits: Bool, using random: inout SeededRandom) -> Self? { nil }

  public func difference(from other: Self) -> Double { self == other ? 0 : 1 }
}
