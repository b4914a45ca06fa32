/// A level of any game, made ready to play: the erased form that crosses from files to games.
public struct PlayableLevel: Sendable {
  public let game: String
  public let name: String
  public let id: String
  /// The hash of everything that affects play, without name and id.
  public let hash: String
  /// The level as written in its file.
  public let tree: JSONTree
  public let picture: LevelPictureKind
  /// Equal for levels that look the same except for mirroring and colours; nil if a level has no
  /// layout.
  public let layout: String?
  public let facts: [(label: String, value: String)]
  /// Whether the level can be won or lost; else only its score counts.
  public let hasGoal: Bool
  /// The scripts it needs.
  public let scripts: [ScriptSource]
  /// What scripts printed while the level was made ready: those that run only then.
  public let printed: [PrintedLine]
  /// The argument that names it on a command line, such as its file; nil if unknown.
  public var source: String?
  /// The suite whose `with:` sets fields over those of `source`; nil if there is none.
  public var changedBy: String?
  /// The game's own level.
  package let content: any Sendable

  public init(
    game: String, name: String, id: String, hash: String, tree: JSONTree,
    picture: LevelPictureKind, layout: String? = nil, facts: [(label: String, value: String)],
    hasGoal: Bool, scripts: [ScriptSource], printed: [PrintedLine] = [], content: any Sendable
  ) {
    self.game = game
    self.name = name
    self.id = id
    self.hash = hash
    self.tree = tree
    self.picture = picture
    self.layout = layout
    self.facts = facts
    self.hasGoal = hasGoal
    self.scripts = scripts
    self.printed = printed
    self.content = content
  }

  /// The scores for one, two and three stars; empty where the level has none.
  package var stars: [Int] { tree.starScores }

  /// What wins, in words with the level's own numbers.
  public var goal: String { facts.first { $0.label == "goal" }?.value ?? "" }

  /// The lines of `printed` that are kept, as those of the cell that is the level's first one.
  package func printed(_ filter: PrintFilter, cell: Int) -> [PrintedLine] {
    printed.filter { filter.keeps($0.script) }.map { line in
      var line = line
      line.cell = cell
      return line
    }
  }

  /// The game's own level.
  public func content<Level>(as type: Level.Type) -> Level? { content as? Level }
}

extension JSONTree {
  /// A level's scores for one, two and three stars; empty where it has none.
  var starScores: [Int] {
    guard case .array(let scores)? = value(at: [.key("stars")]) else { return [] }
    return scores.compactMap { $0.number.flatMap { Int(exactly: $0) } }
  }
}
