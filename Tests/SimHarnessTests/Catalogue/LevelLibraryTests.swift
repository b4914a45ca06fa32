import FoundationEssentials
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

@Suite struct LevelLibraryTests {
  @Test func findsFilesAndFolders() throws {
    let folder = try ScratchFolder()
    try folder.write(text("B"), to: "b.json")
    try folder.write(text("C"), to: "a/c.json")
    try folder.write(text("A"), to: "a/a.json")
    try folder.write("not a level", to: "notes.txt")
    try folder.write("hidden", to: ".hidden.json")
    let library = LevelLibrary(catalog: TestKinds.all)
    let sources = try library.levels(for: [folder.path])
    #expect(sources.map(\.header.name) == ["A", "C", "B"])
    #expect(sources.map(\.path) == ["a/a", "a/c", "b"].map { "\(folder.path)/\($0).json" })
    #expect(try library.levels(for: [sources[2].path]) == [sources[2]])
    #expect(try library.levels(for: [folder.path + "/"]).count == 3)
  }

  @Test func followsNoLinksInsideAFolder() throws {
    let outside = try ScratchFolder()
    let secret = try outside.write(text("Secret"), to: "secret.json")
    let folder = try ScratchFolder()
    try folder.write(text("A"), to: "a.json")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path + "/link.json", withDestinationPath: secret)
    try manager.createSymbolicLink(
      atPath: folder.path + "/folder", withDestinationPath: outside.path)
    try manager.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
    let library = LevelLibrary(catalog: TestKinds.all)
    #expect(try library.levels(for: [folder.path]).map(\.header.name) == ["A"])
    // A link that was named itself is followed.
    let link = folder.path + "/link.json"
    #expect(try library.levels(for: [link]).map(\.header.name) == ["Secret"])
  }

  @Test func findsBuiltInLevels() throws {
    let folder = try ScratchFolder()
    try folder.write(text("First"), to: "bubble-blast/01-first.json")
    let library = LevelLibrary(folder: folder.path, catalog: TestKinds.all)
    let sources = try library.levels(for: ["builtin:bubble-blast/01-first"])
    #expect(sources.map(\.path) == ["builtin:bubble-blast/01-first"])
    #expect(sources.map(\.header.name) == ["First"])
    // A game's name stands for all its levels here, unless it is a path.
    for argument in ["bubble-blast", "builtin:bubble-blast", "builtin:bubble-blast/"] {
      #expect(try library.levels(for: [argument]) == sources, "\(argument)")
    }
    #expect(problems(library, ["set"]) == ["set: no such file"])
    #expect(
      problems(library, ["builtin:bubble-blast/01-frist", "builtin:bubble-blast/zzzzzz"]) == [
        "builtin:bubble-blast/01-frist: no such file; "
          + "did you mean builtin:bubble-blast/01-first?",
        "builtin:bubble-blast/zzzzzz: no such file; "
          + "the built-in levels are in \(folder.path)/bubble-blast",
      ])
  }

  @Test(arguments: [
    ("", ": a level is a file, a folder, builtin:GAME/NAME or import:FORMAT"),
    (
      "builtin:x",
      "builtin:x: unknown game 'x'; known: bubble-blast, peggle, bubble-pop, set, playing-cards, "
        + "cards"
    ),
    (
      "builtin:bubble-blast/../a",
      "builtin:bubble-blast/../a: expected builtin:GAME or builtin:GAME/NAME"
    ),
    (
      "builtin:bubble-blast/..",
      "builtin:bubble-blast/..: a built-in level's name is letters, digits, '-', '_', '.' and "
        + "spaces"
    ),
    (
      "builtin:../a",
      "builtin:../a: unknown game '..'; known: bubble-blast, peggle, bubble-pop, set, playing-cards, cards"
    ),
    (
      "builtin:bubble-blst/a",
      "builtin:bubble-blst/a: unknown game 'bubble-blst'; did you mean 'bubble-blast'? "
        + "known: bubble-blast, peggle, bubble-pop, set, playing-cards, cards"
    ),
    (
      "import:frozenbubble",
      "import:frozenbubble: unknown format 'frozenbubble'; did you mean 'frozen-bubble'? "
        + "known: frozen-bubble, msk"
    ),
    (
      "import:frozen-bubble#0",
      "import:frozen-bubble#0: expected the number of a level, from 1, after '#'"
    ),
    ("import:frozen-bubble=", "import:frozen-bubble=: expected a file after '='"),
  ])
  func refusesArguments(argument: String, line: String) {
    let library = LevelLibrary(folder: "/nowhere", catalog: TestKinds.all)
    let error = #expect(throws: LevelProblems.self) { try library.levels(for: [argument]) }
    #expect(error?.lines == [line])
    #expect(error?.exitCode == 64)
  }

  @Test func collectsAllProblems() throws {
    let folder = try ScratchFolder()
    try folder.write(text("A"), to: "levels/a.json")
    try folder.write(text("A"), to: "levels/b.json")
    try folder.write(text("C", "\"shots\": 0,"), to: "levels/c.json")
    try folder.write("{", to: "levels/d.json")
    let library = LevelLibrary(catalog: TestKinds.all)
    let path = folder.path
    #expect(
      problems(library, ["\(path)/levels", "\(path)/none.json"]) == [
        "\(path)/levels/c.json:1: $.shots: expected a whole number from 1 to 100000, found 0",
        "\(path)/levels/d.json:1: $: column 2: the text ends inside an object that began at "
          + "line 1; add the missing '}'",
        "\(path)/none.json: no such file",
        "\(path)/levels/b.json: the name 'A' is also used by \(path)/levels/a.json; "
          + "names must be unique within a run, so rename one",
      ])
    let error = #expect(throws: LevelProblems.self) {
      try library.levels(for: ["\(path)/levels", "\(path)/none.json"])
    }
    #expect(error?.exitCode == 66)
    let twice = #expect(throws: LevelProblems.self) {
      try library.levels(for: ["\(path)/levels/a.json", "\(path)/levels/b.json"])
    }
    #expect(twice?.exitCode == 65)
    #expect(
      twice?.problems == [
        .duplicateName("A", paths: ["\(path)/levels/a.json", "\(path)/levels/b.json"])
      ])
  }

  @Test func refusesWhatIsNoPlainFileOrTooLarge() throws {
    let folder = try ScratchFolder()
    let large = try folder.write(
      String(repeating: " ", count: LevelFile.maxBytes + 1), to: "large.json")
    let library = LevelLibrary(catalog: TestKinds.all)
    #expect(
      problems(library, [large, "/dev/null", folder.path + "/empty"]) == [
        "\(large): the file has 4194305 bytes, more than the maximum of 4194304",
        "/dev/null: this is not a regular file; name one",
        "\(folder.path)/empty: no such file",
      ])
    try FileManager.default.removeItem(atPath: large)
    #expect(
      problems(library, [folder.path]) == [
        "\(folder.path)/*.json: no such file; name a folder with levels"
      ])
  }

  @Test func showsTwentyLinesAtMost() {
    let problems = (0..<30).map { LevelProblem.missing(path: "a\($0)\u{1B}", hint: nil) }
    let lines = LevelProblems(problems).lines
    #expect(lines.count == 21)
    #expect(lines.first == #"a0\u{1B}: no such file"#)
    #expect(lines.last == "and 10 more")
  }

  private func text(_ name: String, _ fields: String = "") -> String {
    """
    {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "\(name)",\(fields) \
    "grid": ["R..........."]}
    """
  }

  private func problems(_ library: LevelLibrary, _ arguments: [String]) -> [String] {
    do throws(LevelProblems) {
      _ = try library.levels(for: arguments)
      return []
    } catch {
      return error.lines
    }
  }
}
