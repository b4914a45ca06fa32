import SimHarness

extension CardsLevelFile: PlainLevel {
  public static func scripts(in catalog: any LevelCatalog) -> any CardsCatalog {
    catalog as? any CardsCatalog ?? ScriptLibrary(folder: nil, games: .none)
  }

  public static func rules(of game: String) -> [RuleParameter] {
    CardsKind(rawValue: game).map(CardsRules.parameters(of:)) ?? []
  }

  public static var textFields: [String] { ["name", "id", "script"] }

  /// A level of the game; where that may be any, of the first script without a game of its own.
  public static func empty(
    of game: String, named name: String, catalog: any CardsCatalog
  ) -> CardsLevelFile {
    let others = catalog.cardGameNames.filter { CardsKind(rawValue: $0) == nil }
    return CardsLevelFile(
      game: CardsKind(rawValue: game) ?? .cards, name: name, script: others.first)
  }

  public func checkPlayable(catalog: any CardsCatalog) throws(LevelError) {
    _ = try level(catalog: catalog)
  }

  public var finishedStartAdvice: (field: String, advice: String) { ("deal", "deal more cards") }

  // MARK: Editing

  public static var assignmentExample: String { "deal=15" }

  /// The level with its script's rules.
  public var atDefaults: CardsLevelFile {
    var fresh = CardsLevelFile(game: game, name: name, script: script)
    fresh.id = id
    return fresh
  }

  public var status: String { script }
}
