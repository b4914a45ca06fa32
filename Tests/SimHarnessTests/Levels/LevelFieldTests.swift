import Testing

@testable import Agents
@testable import SimHarness

/// What every table of fields keeps to.
@Suite struct LevelFieldTests {
  @Test(arguments: GameRegistry.bundled.games.map(\.name))
  func aBlankLevelWritesOnlyWhatFilesMustHave(_ name: String) throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    func check<Level: TabledContent>(_ type: Level.Type) {
      let table = Level.table(of: name)
      let level = Level.blank(of: name)
      #expect(level.settings().map { $0.key } == table.filter { $0.isRequired }.map { $0.name })
      let complete = table.filter { $0.isRequired || $0.isHashed }.map { $0.name }
      #expect(level.settings(isComplete: true).map { $0.key } == complete)
      #expect(Set(table.map { $0.name }).count == table.count)
    }
    let levels = try #require(game.levels as? any TabledContent.Type)
    check(levels)
  }

  @Test(arguments: GameRegistry.bundled.games.map(\.name))
  func everyNumberHasItsField(_ name: String) throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    let fields = game.levels.fields(of: name)
    for parameter in game.rules {
      let field = parameter.field ?? "rules"
      #expect(fields.contains(String(field.prefix { $0 != "." })), "\(parameter.name)")
    }
  }
}
