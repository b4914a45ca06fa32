import Testing

@testable import PlaytestCommands

/// Names of folders and files from titles.
@Suite struct FileNameTests {
  @Test(arguments: [
    ("my level", "my-level"), ("s<1>", "s-1-"), ("..a/b", "a-b"), ("--x", "x"),
    ("A_b.c-d", "A_b.c-d"),
    ("", "level"), ("...", "level"),
    (String(repeating: "a", count: 90), String(repeating: "a", count: 80)),
  ])
  func aTitleInASCIIKeepsItsCharacters(title: String, name: String) {
    #expect(FileName.safe(title) == name)
  }

  /// Titles in other scripts do not share a folder.
  @Test(arguments: [
    (["東京", "大阪", "😀"], "run"), (["pack ä", "pack ö", "pack ü"], "pack"), (["ä.b", "ö.b"], ".b"),
  ])
  func titlesOutsideASCIIHaveNamesOfTheirOwn(titles: [String], start: String) {
    let names = titles.map { FileName.safe($0, otherwise: "run") }
    #expect(Set(names).count == titles.count, "\(names)")
    for name in names {
      let stem = start.drop { $0 == "." }
      #expect(name.wholeMatch(of: #/[a-z]+-[0-9a-f]{8}/#) != nil, "\(name)")
      #expect(name.hasPrefix(stem), "\(name)")
    }
    #expect(FileName.safe(titles[0]) == FileName.safe(titles[0]))
  }

  @Test func aLongTitleOutsideASCIIKeepsItsHash() {
    let name = FileName.safe(String(repeating: "a", count: 300) + "ä")
    #expect(name.utf8.count == 80 && name.wholeMatch(of: #/a{71}-[0-9a-f]{8}/#) != nil, "\(name)")
  }
}
