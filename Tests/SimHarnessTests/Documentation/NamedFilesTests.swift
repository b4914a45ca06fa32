import Foundation
import TestSupport
import Testing

/// Sources and folders that the pages about the code name, such as `Storage/RunStore.swift`, exist.
@Suite struct NamedFilesTests {
  @Test func everyNamedFileExists() throws {
    let decisions = try Program.files(in: Oracle.root.appending(path: "docs/decisions"))
      .filter { $0.hasSuffix(".md") }.map { "docs/decisions/\($0)" }
    let existing = try [
      "Sources", "Tests", "Examples", "Fuzz", "docs", "integrations", "levels", "scripts", "tools",
    ]
    .flatMap { top in
      try Program.files(in: Oracle.root.appending(path: top)).map { "/\(top)/\($0)" }
    }
    var named = 0
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"] + decisions {
      for path in Self.paths(in: try Program.text(of: page, in: Oracle.root)) {
        named += 1
        let isThere =
          path.hasSuffix("/")
          ? existing.contains { $0.contains("/\(path)") }
            || FileManager.default.fileExists(atPath: Oracle.root.appending(path: path).path)
          : existing.contains { $0.hasSuffix("/\(path)") }
        #expect(isThere, "\(page) names \(path), which does not exist")
      }
    }
    #expect(named > 100)
  }

  @Test func readsPaths() {
    let text =
      "`A/B.swift`, `C.c`, `Sources/D/`, `NAMETurns.swift`, `levels/NAME/`, `.build-x/`, `E`"
    #expect(Self.paths(in: text) == ["A/B.swift", "C.c", "Sources/D/"])
  }

  /// Paths in code spans; those with a word in capitals stand for any name.
  private static func paths(in text: String) -> [String] {
    text.matches(of: #/`(\w[\w\/+-]*(?:\.swift|\.c|\/))`/#).map { String($0.1) }
      .filter { !$0.contains(#/(?:NAME|GAME|VERSION|PREFIX|LEVEL)/#) }
  }
}
