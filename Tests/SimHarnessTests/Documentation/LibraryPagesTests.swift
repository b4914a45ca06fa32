import Foundation
import TestSupport
import Testing

/// What the DocC catalogues link to exists.
///
/// `make docs-site` checks the same and more, but takes longer.
@Suite struct LibraryPagesTests {
  @Test func everyProductHasAnOverviewAndTheGuidesExist() throws {
    let pages = try LibraryPages.all().map { "\($0.module)/\($0.name)" }
    #expect(
      pages.sorted() == [
        "Agents/Agents", "Agents/WriteAnAgent", "Catalogue/Catalogue", "Lab/Lab",
        "PegglePhysics/PegglePhysics",
        "PlaytestCommands/PlaytestCommands", "Reporting/Reporting", "SimHarness/AddAGame",
        "SimHarness/RunGamesFromAProgram", "SimHarness/SimHarness",
        "SimHarnessTesting/SimHarnessTesting", "TextFormats/TextFormats",
      ])
  }

  /// A link such as ``GameState/imagined(in:)`` names public declarations of the page's module.
  @Test func everyLinkedSymbolIsPublic() throws {
    var links = 0
    var declared: [String: Set<String>] = [:]
    for page in try LibraryPages.all() {
      if declared[page.module] == nil { declared[page.module] = try Self.names(in: page.module) }
      for match in page.text.matches(of: #/``(\w[\w\/():]*)``/#) where match.1 != page.module {
        links += 1
        for part in match.1.split(separator: "/") {
          let name = String(part.prefix { $0 != "(" })
          #expect(
            declared[page.module]?.contains(name) == true,
            "\(page.name).md links to \(match.1), and \(page.module) has no public \(name)")
        }
      }
    }
    #expect(links > 80)
  }

  /// The names that a module declares, public ones and members of protocols and types.
  private static func names(in module: String) throws -> Set<String> {
    let kinds = "struct|class|enum|protocol|func|var|let|case|associatedtype|typealias"
    let found = try Program.shell(
      #"grep -rhoE --include='*.swift' '(public|^  )[a-z ]*\b(\#(kinds)) \w+' "#
        + "'Sources/\(module)'", in: Oracle.root)
    #expect(found.code == 0, "\(found.errors)")
    let declarations = found.output.split(separator: "\n")
    return Set(declarations.compactMap { $0.split(separator: " ").last.map(String.init) })
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
}
