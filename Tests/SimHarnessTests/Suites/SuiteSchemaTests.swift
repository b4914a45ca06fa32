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
