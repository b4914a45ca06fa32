import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

/// Generators and plans for tests.
enum Generating {
  static func script(_ name: String) throws -> GeneratorScript {
    let source = try #require(try Tuning.library.source(of: .generator, named: name))
    return try GeneratorScript(
      from: source, libraries: try Tuning.library.libraries(for: source),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  static func script(text: String) throws -> GeneratorScript {
    try GeneratorScript(
      from: ScriptSource(name: "generators/g.lua", text: text),
      knownGames: GameRegistry.bundled.games.map(\.name))
  }

  static func plan(
    _ script: GeneratorScript, settings: [String] = [], keep: [String] = [],
    diverse: String? = nil, bins: (Int, Int) = (4, 4), count: Int? = 3, tries: Int = 200
  ) throws -> GeneratePlan {
    let game = try #require(GameRegistry.bundled.game(named: script.game))
    let conditions = try keep.map { try Condition(parsing: $0) }
    let features = try diverse.map { try LevelFeature.pair($0, bins: bins, game: game) } ?? []
    var plan = GeneratePlan(
      origin: .generator(
        try GeneratorSpace(
          script, settings: settings, explores: !conditions.isEmpty || !features.isEmpty)),
      game: game, library: Tuning.library,
      players: try ["casual", "skilled"].map {
        try Roster.player($0, game: game, library: Tuning.library)
      },
      modules: try Tuning.library.modules(), conditions: conditions, count: count, tries: tries)
    plan.features = features
    plan.games = 16
    return plan
  }

  static func level(_ grid: [String], columns: Int = 4) throws -> BubbleLevelFile {
    let rows = grid.map { "\"\($0)\"" }.joined(separator: ",")
    let json = """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"L",\
      "columns":\(columns),"shots":9,"grid":[\(rows)]}
      """
    let file = try LevelFile.read(Array(json.utf8), file: "l.json", catalog: Tuning.library)
    return try #require(file.content as? BubbleLevelFile)
  }
}
