import Testing

@testable import Lab
@testable import SimHarness

@Suite struct SuiteSchemaTests {
  @Test func theCommittedSchemaIsThisOne() throws {
    try Golden.expect(SuiteSchema.text(games: .bundled), at: "schemas/suite.schema.json")
  }

  /// A field that the reader knows and the schema does not, or the other way round.
  @Test func theSchemaKnowsEveryField() throws {
    guard
      case .object(let members)? = SuiteSchema.tree(games: .bundled).value(at: [.key("properties")])
    else {
      Issue.record("the schema has no properties")
      return
    }
    #expect(members.map(\.key).sorted() == Suite.fields.sorted())
  }

  /// Games in Lua and of engines have fields that the schema does not know.
  @Test func theSchemaAcceptsFieldsOfOwnGames() throws {
    let schema = try SchemaValidator(SuiteSchema.text(games: .bundled))
    func suite(_ with: String, agents: String = "\"random\"") -> String {
      """
      {"name": "s", "levels": ["builtin:tiles"], "agents": [\(agents)], "games": 1, "with": \(with)}
      """
    }
    #expect(schema.accepts(suite("{\"target\": 5}")))
    #expect(schema.accepts(suite("{\"spawn.weights.red\": 5, \"namely\": 1}")))
    for field in LevelHeader.fields {
      #expect(!schema.accepts(suite("{\"\(field)\": 1}")), "\(field)")
      #expect(!schema.accepts(suite("{\"\(field).x\": 1}")), "\(field)")
    }
    #expect(!schema.accepts(suite("{\"rules\": 5}")))
    #expect(schema.accepts(suite("{}", agents: "\"random\", \"casual\"")))
    #expect(!schema.accepts(suite("{}", agents: "\"random\", \"random\"")))
  }

  @Test func theSchemaKnowsEveryPartOfTheReport() throws {
    func names(_ path: [LevelFieldPath.Step]) -> [String]? {
      guard case .object(let members)? = SuiteSchema.tree(games: .bundled).value(at: path[...])
      else { return nil }
      return members.map(\.key)
    }
    let report: [LevelFieldPath.Step] = [.key("properties"), .key("report"), .key("properties")]
    #expect(names(report) == ["title", "formats", "flags"])
    #expect(
      names(report + [.key("flags"), .key("properties")]) == FlagThresholds.names.map(\.name))
  }
}
