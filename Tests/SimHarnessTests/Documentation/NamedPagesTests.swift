import Foundation
import TestSupport
import Testing

/// Pages that sources name, such as `docs/rules.md, "Grid"` in a comment, exist with that heading.
@Suite struct NamedPagesTests {
  /// A page that a source names.
  private struct Mention {
    let place: String
    let page: String
    let headings: [String]
  }

  @Test func everyNamedPageExistsWithItsHeadings() throws {
    let mentions = try Self.files(with: #"\.md\b"#).flatMap(Self.mentions)
    #expect(mentions.count > 40)
    var pages: [String: Set<String>] = [:]
    for mention in mentions {
      if pages[mention.page] == nil {
        pages[mention.page] = Self.headings(
          try #require(
            try? Program.text(of: mention.page, in: Oracle.root),
            "\(mention.place) names \(mention.page), which does not exist"))
      }
      for heading in mention.headings {
        #expect(
          pages[mention.page]?.contains(heading) == true,
          "\(mention.place): \(mention.page) has no heading \"\(heading)\"")
      }
    }
  }

  /// A source is named by its path, so that it can be looked up: not by a word such as RULES.
  @Test func noPageIsNamedByAWord() throws {
    for file in try Self.files(with: #"//.*\b[A-Z]{3,},( |$)"#) {
      for match in Self.comments(of: file).matches(of: #/\b[A-Z]{3,}, (?:section \d|"[A-Z])/#) {
        Issue.record("\(file): \(match.0) is not the path of a page")
      }
    }
  }

  @Test func readsMentionsOverLines() {
    let text = """
      /// Docs/rules.md, as docs/rules.md,
        /// "Grid" and "Snap" say; see
      // README.md.
      """
    let found = Self.mentions(in: text, of: "x")
    #expect(found.map(\.page) == ["docs/rules.md", "README.md"])
    #expect(found.map(\.headings) == [["Grid", "Snap"], []])
    #expect(Self.headings("# A\ntext\n### `b` c\n```\n# no\n```\n") == ["A", "`b` c"])
  }

  // MARK: Reading

  /// The Swift and C files of the sources and of the tests that have a line with this pattern of
  /// grep.
  private static func files(with pattern: String) throws -> [String] {
    let found = try Program.shell(
      "grep -rlE --include='*.swift' --include='*.[ch]' '\(pattern)' Sources Tests", in: Oracle.root
    )
    return found.output.split(separator: "\n").map(String.init).filter { path in
      !path.contains("/Fixtures/") && !path.hasSuffix("/NamedPagesTests.swift")
    }
  }

  private static func comments(of file: String) -> String {
    (try? Program.text(of: file, in: Oracle.root)).map(joined) ?? ""
  }

  /// A text in one line, without what makes lines comments.
  private static func joined(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { " /".contains($0) } }.joined(separator: " ")
  }

  private static func mentions(in file: String) -> [Mention] {
    mentions(in: (try? Program.text(of: file, in: Oracle.root)) ?? "", of: file)
  }

  private static func mentions(in text: String, of file: String) -> [Mention] {
    joined(text).matches(
      of: #/\b((?:docs\/[\w\/-]+|[A-Z]{4,})\.md)((?:(?:,| and) "[^"]+")*)/#
    ).map { match in
      Mention(
        place: file, page: String(match.1),
        headings: match.2.matches(of: #/"([^"]+)"/#).map { String($0.1) })
    }
  }

  private static func headings(_ page: String) -> Set<String> {
    var isBlock = false
    var found: Set<String> = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("```") { isBlock.toggle() }
      guard !isBlock, line.hasPrefix("#") else { continue }
      found.insert(String(line.drop { $0 == "#" }.drop { $0 == " " }))
    }
    return found
  }
}
