import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame

/// The programs in `Snippets/`, which pages of the library show: `swift build --build-tests` builds
/// each as a program beside the tests.
@Suite struct SnippetsTests {
  private struct Summary: Decodable {
    struct Cell: Decodable {
      struct Rate: Decodable { let value, low, high: Double }
      struct Score: Decodable { let max: Int }
      let level, agent: String
      let wins: Int
      let passRate: Rate
      let score: Score
    }
    let cells: [Cell]
  }

  /// The lines that a snippet prints in the package's folder.
  private func lines(of name: String, _ arguments: [String] = []) throws -> [String] {
    let file = Program.file.deletingLastPathComponent().appending(path: name)
    let result = try Program.Running(file, arguments, in: Oracle.root).result()
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Plays levels into `run` and gives its summary.
  private func summary(_ words: String, in folder: URL) throws -> Summary {
    let run = try Program.shell("playtest run \(words) --out run --quiet", in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let text = try Program.text(of: "run/summary.json", in: folder)
    return try JSONDecoder().decode(Summary.self, from: Data(text.utf8))
  }

  /// The same games as those of the program.
  @Test func runGames() throws {
    try Program.inFolder { folder in
      let run = try summary(
        "builtin:bubble-blast/01-first-steps --agents novice --games 100 --seed 1", in: folder)
      let cell = try #require(run.cells.first)
      let rate = cell.passRate
      #expect(
        try lines(of: "RunGames") == [
          "novice passed First Steps in \(cell.wins) of 100 games",
          "pass rate \(rate.value), 95% interval \(rate.low) to \(rate.high)",
        ])
    }
  }

  @Test func readRun() throws {
    try Program.inFolder { folder in
      let run = try summary(
        "builtin:bubble-blast/12-last-ceiling --agents random,casual --games 40", in: folder)
      let read = try lines(of: "ReadRun", [folder.appending(path: "run").path])
      let cells = run.cells.map { cell in
        let rate = cell.passRate
        return "\(cell.level), \(cell.agent): \(rate.value) [\(rate.low), \(rate.high)]"
      }
      #expect(cells.count == 2)
      #expect(Array(read.prefix(2)) == cells)
      #expect(read.count == 5)
      #expect(read.contains { $0.hasPrefix("Last Ceiling is unwon: ") })
      #expect(read.contains { $0.hasPrefix("Last Ceiling is too-hard: casual passed 0% ") })
      let best = try #require(read.last)
      #expect(best.hasPrefix("best game: "))
      #expect(best.contains(", score \(run.cells[0].score.max) in "))
    }
  }

  @Test func nativeAgent() throws {
    let printed = try lines(of: "NativeAgent")
    #expect(printed.first == "broken: []")
    #expect(printed.count == 11)
    for (index, line) in printed.dropFirst().enumerated() {
      #expect(line.hasPrefix("game \(index): won, ") || line.hasPrefix("game \(index): lost, "))
    }
  }

  @Test func peggleDrop() throws {
    #expect(
      try lines(of: "PeggleDrop") == [
        "step 108: touched body(1)", "step 125: touched body(0)", "step 148: touched body(1)",
        "step 369: touched bucket", "step 389: caught by the bucket at x = 621",
      ])
  }

  /// Every snippet has a test here, and is shown on a page of the library.
  @Test func everySnippetIsShown() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Oracle.root.appending(path: "Snippets").path)
    #expect(
      files.sorted() == [
        "NativeAgent.swift", "PeggleDrop.swift", "ReadRun.swift", "RunGames.swift",
      ])
    var shown: Set<String> = []
    for page in try LibraryPages.all() {
      for match in page.text.matches(of: #/@Snippet\(path: "playtest/Snippets/(\w+)"\)/#) {
        shown.insert("\(match.1).swift")
      }
    }
    #expect(shown == Set(files))
  }
}
