import FoundationEssentials
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

@Suite struct FrozenBubbleTextTests {
  private let one = """
    0   1   2   3   4   5   6   7
      -   -   -   -   -   -   -
    -   -   -   -   -   -   -   -
      -   -   -   -   -   -   -
    -   -   -   -   -   -   -   -
      -   -   -   -   -   -   -
    -   -   -   -   -   -   -   -
      -   -   -   -   -   -   -
    -   -   -   -   -   -   -   -
      -   -   -   -   -   -   7

    """

  @Test func readsAndWrites() throws {
    let levels = try FrozenBubbleText.levels(Array((one + "\n\n" + one).utf8), file: "levels")
    #expect(levels.map(\.name) == ["Frozen-Bubble 1", "Frozen-Bubble 2"])
    #expect(levels[0].rules == .frozenBubble)
    #expect(levels[0].gridRows.first == "BRGOYPCW")
    #expect(levels[1].gridRows.last == "......W")
    #expect(try FrozenBubbleText.text(of: levels) == one + "\n" + one)
    #expect(FrozenBubbleText.fieldsLeftOut(of: levels[0]).isEmpty)
    let windows = one.split(separator: "\n").joined(separator: "\r\n")
    #expect(try FrozenBubbleText.levels(Array(windows.utf8), file: "a").count == 1)
  }

  @Test func complainsByLine() {
    let lines = one.split(separator: "\n")
    let text =
      lines.dropLast().joined(separator: "\n") + "\n\n" + lines[0] + "\n" + lines[0] + "\n"
      + "-   -   8   x   -   -   -   -\n" + lines[3...].joined(separator: "\n")
    let error = #expect(throws: FileIssues.self) {
      try FrozenBubbleText.levels(Array(text.utf8), file: "levels")
    }
    #expect(
      error?.lines == [
        "levels:1: level 1 has 9 lines; write 10 lines per level, with an empty line between levels",
        "levels:12: line 2 of a level has 7 tokens, found 8",
        "levels:13: unknown token '8'; write a digit from 0 to 7 or -",
      ])
  }

  @Test(arguments: [
    ([UInt8](), "a:1: the file has no levels; a level is ten lines of 8 and 7 tokens in turn"),
    ([0xFF], "a:1: the text is not UTF-8; this is not a Frozen-Bubble level file"),
  ])
  func complainsAboutOtherFiles(bytes: [UInt8], message: String) {
    let error = #expect(throws: FileIssues.self) {
      try FrozenBubbleText.levels(bytes, file: "a")
    }
    #expect(error?.lines == [message])
  }

  @Test func saysWhatDoesNotFit() throws {
    var level = BubbleLevelFile(name: "L")
    #expect(
      complaint(level)
        == "'L' has 12 columns, but Frozen-Bubble's format has 8; set columns to 8")
    level.rules.columns = 8
    level.rules.shots = 3
    level.queue = [.red]
    #expect(complaint(level) == nil)
    #expect(FrozenBubbleText.fieldsLeftOut(of: level) == ["shots", "queue"])
    level[Cell(row: 10, column: 0)] = .colour(.red)
    #expect(
      complaint(level)
        == "'L' has a bubble in row 10, but Frozen-Bubble's format has rows 0 to 9; erase the bubble"
    )
    level[Cell(row: 0, column: 1)] = .kind("bomb")
    #expect(
      complaint(level)
        == "'L' has the special 'bomb' in row 0, column 1, but Frozen-Bubble's format has plain "
        + "colours only; replace it")
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: FrozenBubbleText.installedPath)
        || Oracle.isRequired,
      "the package frozen-bubble-data is not installed"))
  func readsTheInstalledLevels() throws {
    let library = LevelLibrary(catalog: TestKinds.all)
    let sources = try library.levels(for: ["import:frozen-bubble"])
    #expect(sources.count == 100)
    #expect(sources.last?.header.name == "Frozen-Bubble 100")
    #expect(sources.last?.path == "import:frozen-bubble#100")
    let third = try library.levels(for: ["import:frozen-bubble#3"])
    #expect(third == [sources[2]])
    let levels = sources.compactMap { $0.content as? BubbleLevelFile }
    let text = try FrozenBubbleText.text(of: levels)
    #expect(try FrozenBubbleText.levels(Array(text.utf8), file: "again") == levels)
    for level in levels {
      #expect(!level.bubbles.isEmpty)
      #expect(try BubbleLevelFile.reading(level.text) == level)
    }
    let error = #expect(throws: LevelProblems.self) {
      try library.levels(for: ["import:frozen-bubble#101"])
    }
    #expect(error?.exitCode == 66)
    #expect(
      error?.lines == ["import:frozen-bubble#101: no such level; the file has levels 1 to 100"])
  }

  private func complaint(_ level: BubbleLevelFile) -> String? {
    do throws(FrozenBubbleTextError) {
      _ = try FrozenBubbleText.text(of: [level])
      return nil
    } catch {
      return error.description
    }
  }
}
