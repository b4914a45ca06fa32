extension PopLevelFile: PlainLevel {
  public static func scripts(in catalog: any LevelCatalog) -> any PopCatalog {
    catalog as? any PopCatalog ?? ScriptLibrary(folder: nil, games: .none)
  }

  public static func fields(of game: String) -> [String] { fields }

  public static func rules(of game: String) -> [RuleParameter] { PopRules.parameters }

  public static var nullableTextFields: [String] { ["spawner"] }

  public static func empty(
    of game: String, named name: String, catalog: any PopCatalog
  ) -> PopLevelFile {
    PopLevelFile(name: name)
  }

  public var completeTree: JSONTree { .object(header.members + settings(withBubbles: true)) }

  public func checkPlayable(catalog: any PopCatalog) throws(LevelError) {
    _ = try level(catalog: catalog)
  }

  public var pointColours: [String]? { colours.filter { $0.points > 0 }.map(\.name) }

  // MARK: Editing

  public static var assignmentExample: String { "duration=30" }

  public var atDefaults: PopLevelFile {
    var plain = PopLevelFile(name: name)
    plain.id = id
    return plain
  }

  public var status: String {
    "\(rules.duration) s, at most \(rules.maxBubbles) bubbles, \(colours.count) colours"
  }
}
