import Testing

@testable import Reporting

@Suite("Values of templates")
struct TemplateValueTests {
  private struct Part {
    var name = "a < b"
    var note: String?
    var number = 1.5
  }

  private struct Whole {
    var isShown = true
    var count = 3
    var parts = [Part(), Part(name: "c", note: "n")]
    var part: Part?
    var kind = Kind.first
  }

  private enum Kind { case first, second }

  @Test("Structures become dictionaries without what is nil, and the rest stays as it is")
  func tree() throws {
    let whole = try #require(TemplateValue.tree(of: Whole()) as? [String: Any])
    #expect(whole.keys.sorted() == ["count", "isShown", "kind", "parts"])
    #expect(whole["isShown"] as? Bool == true)
    #expect(whole["count"] as? Int == 3)
    #expect(whole["kind"] as? Kind == .first)
    let parts = try #require(whole["parts"] as? [[String: Any]])
    #expect(parts.map { $0.keys.sorted() } == [["name", "number"], ["name", "note", "number"]])
    #expect(parts[0]["name"] as? String == "a < b")
    #expect(parts[0]["number"] as? Double == 1.5)
    #expect(parts[1]["note"] as? String == "n")
  }
}
