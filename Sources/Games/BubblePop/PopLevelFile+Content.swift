import SimHarness

extension PopLevelFile: PlainLevel {
  public static func scripts(in catalog: any LevelCatalog) -> any PopCatalog {
    catalog as? any PopCatalog ?? ScriptLibrary(folder: nil, games: .none)
  }

  public static var nullableTextFields: [String] { ["spawner"] }

  public static func scriptNames(forField path: String, in scripts: any PopCatalog) -> [String] {
    path == "spawner" ? scripts.colourSpawnerNames(for: BubblePop.name) : []
  }

  public func checkPlayable(catalog: any PopCatalog) throws(LevelError) {
    _ = try level(catalog: catalog)
  }

  public var pointColours: [String]? { colours.filter { $0.points > 0 }.map(\.name) }

  // MARK: Editing

  public static var assignmentExample: String { "duration=30" }

  public var status: String {
    "\(rules.duration) s, at most \(rules.maxBubbles) bubbles, \(colours.count) colours"
  }
}
