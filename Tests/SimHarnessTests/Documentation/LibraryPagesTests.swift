import Foundation
import Testing

/// What the DocC catalogues link to exists.
///
/// `make docs-site` checks the same and more, but takes longer.
@Suite struct LibraryPagesTests {
  @Test func everyProductHasAnOverviewAndTheGuidesExist() throws {
    let pages = try LibraryPages.all().map { "\($0.module)/\($0.name)" }
    #expect(
      pages.sorted() == [
        "Agents/Agents", "Agents/WriteAnAgent", "PlaytestCommands/PlaytestCommands",
        "SimHarness/AddAGame",
        "SimHarness/RunGamesFromAProgram", "SimHarness/SimHarness",
        "SimHarnessTesting/SimHarnessTesting",
      ])
  }

  /// A link such as ``GameState/imagined(in:)`` names public declarations of the page's module.
  @Test func everyLinkedSymbolIsPublic() throws {
    var links = 0
    var declared: [String: String] = [:]
    for page in try LibraryPages.all() {
      if declared[page.module] == nil { declared[page.module] = try Self.sources(of: page.module) }
      let sources = try #require(declared[page.module])
      for match in page.text.matches(of: #/``(\w[\w\/():]*)``/#) where match.1 != page.module {
        links += 1
        for part in match.1.split(separator: "/") {
          let name = part.prefix { $0 != "(" }
          let declaration = try Regex(
            #"(public|^  )[a-z ]*\b(struct|class|enum|protocol|func|var|let|case|associatedtype)"#
              + #" \#(name)\b"#
          ).anchorsMatchLineEndings()
          #expect(
            sources.firstMatch(of: declaration) != nil,
            "\(page.name).md links to \(match.1), and \(page.module) has no public \(name)")
        }
      }
    }
    #expect(links > 80)
  }

  @Test func everyLinkedPageExists() throws {
    let pages = try LibraryPages.all()
    for page in pages {
      for match in page.text.matches(of: #/<doc:(\w+)>/#) {
        #expect(
          pages.contains { $0.module == page.module && $0.name == match.1 },
          "\(page.name).md links to \(match.1)")
      }
    }
  }

  /// The lines of a module's sources that declare something.
  private static func sources(of module: String) throws -> String {
    let folder = Oracle.root.appending(path: "Sources/\(module)")
    return try Program.files(in: folder).filter { $0.hasSuffix(".swift") }
      .map { try Program.text(of: $0, in: folder) }.joined(separator: "\n")
  }
}
