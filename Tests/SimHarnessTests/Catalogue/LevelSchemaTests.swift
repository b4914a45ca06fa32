import Testing

@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelSchemaTests {
  @Test func theCommittedSchemaIsThisOne() throws {
    try Golden.expect(LevelSchema.text(games: .bundled), at: "schemas/level.schema.json")
  }

  @Test func knowsEveryField() throws {
    let schema = try #require(JSONParser.parse(Array(LevelSchema.text(games: .bundled).utf8)).value)
    let reader = JSONReader()
    let root = reader.cursor(at: schema).dictionary(of: "keys", count: 1...99) { $1 }
    let definitions = try #require(root?.first { $0.key == "$defs" }?.value)
    let games = definitions.dictionary(of: "games", count: 1...99) { $1 }
    #expect(games?.map(\.key) == GameRegistry.bundled.names)
    for game in games ?? [] {
      let entry = try #require(GameRegistry.bundled.game(named: game.key))
      let fields = entry.levels.fields(of: entry.name)
      let keys = game.value.dictionary(of: "keys", count: 1...99) { $1 }
      let properties = keys?.first { $0.key == "properties" }?.value
      let names = properties?.dictionary(of: "fields", count: 1...99) { key, _ in key }
      #expect(names?.map(\.key).sorted() == fields.sorted())
    }
  }
}
