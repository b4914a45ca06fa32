import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelSchemaTests {
  @Test func theCommittedSchemaIsThisOne() throws {
    try Golden.expect(LevelSchema.text(games: .bundled), at: "schemas/level.schema.json")
  }

  /// A field of which nothing is said but its unit is not "sides, in sides".
  @Test func aUnitThatIsTheNameIsSaidOnce() throws {
    let game = try Open.game(
      "small",
      text: Open.small(
        fields: """
          fields = {
            { name = "sides", kind = "whole", min = 2, max = 9, default = 3, unit = "sides" },
            { name = "hand", kind = "whole", min = 2, max = 9, default = 3, unit = "cards" },
          }
          """))
    let words = game.spec.fields.map { JSONWriter.compact($0.schema) }
    #expect(words[0].hasPrefix(#"{"description":"sides","type":"integer""#), "\(words[0])")
    #expect(words[1].hasPrefix(#"{"description":"hand, in cards","type":"integer""#), "\(words[1])")
  }

  /// A level of a game in Lua has a schema of its own, and this one lets it pass.
  @Test func otherGamesPass() throws {
    let schema = try #require(JSONParser.parse(Array(LevelSchema.text(games: .bundled).utf8)).value)
    func member(_ key: String, _ value: JSONValue) -> JSONValue? {
      guard case .object(let members) = value.kind else { return nil }
      return members.first { $0.key == key }?.value
    }
    let game = try #require(member("properties", schema).flatMap { member("game", $0) })
    guard case .array(let choices)? = member("anyOf", game)?.kind else {
      Issue.record("no choices")
      return
    }
    #expect(choices.count == 2)
    #expect(member("enum", choices[0]) != nil)
    guard case .string(let pattern)? = member("pattern", choices[1])?.kind else {
      Issue.record("no pattern")
      return
    }
    let names = try Regex(pattern)
    #expect("match-three".wholeMatch(of: names) != nil && "Any_Game".wholeMatch(of: names) != nil)
    #expect("".wholeMatch(of: names) == nil && "../x".wholeMatch(of: names) == nil)
  }

  /// The names of games are no kinds of files.
  @Test func aGameIsNamedByItsOption() throws {
    try Program.Failure(
      64, "playtest level schema peggle",
      "the schema of the levels of peggle: write playtest level schema --game peggle"
    ).check(in: Oracle.root)
    try Program.Failure(
      64, "playtest level schema pegle",
      "unknown schema 'pegle'; known: level, suite, tune, pack"
    ).check(in: Oracle.root)
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
