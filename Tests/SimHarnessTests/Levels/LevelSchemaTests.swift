import FoundationEssentials
import Testing

@testable import SimHarness

@Suite struct LevelSchemaTests {
  /// `playtest level schema > schemas/level.schema.json` renews the file.
  @Test func theCommittedSchemaIsThisOne() throws {
    let path = ProjectFolder.path("schemas/level.schema.json")
    let data = try #require(FileManager.default.contents(atPath: path))
    #expect(String(decoding: data, as: UTF8.self) == LevelSchema.text)
  }

  @Test func knowsEveryField() throws {
    let schema = try #require(JSONParser.parse(Array(LevelSchema.text.utf8)).value)
    let reader = JSONReader()
    let root = reader.cursor(at: schema).dictionary(of: "keys", count: 1...99) { $1 }
    let definitions = try #require(root?.first { $0.key == "$defs" }?.value)
    let games = definitions.dictionary(of: "games", count: 1...99) { $1 }
    #expect(games?.map(\.key) == LevelGame.allCases.map(\.rawValue))
    let bubbles = games?.first?.value.dictionary(of: "keys", count: 1...99) { $1 }
    let properties = bubbles?.first { $0.key == "properties" }?.value
    let names = properties?.dictionary(of: "fields", count: 1...99) { key, _ in key }.map {
      $0.map(\.key)
    }
    #expect(names?.sorted() == BubbleLevelFile.fields.sorted())
  }
}
