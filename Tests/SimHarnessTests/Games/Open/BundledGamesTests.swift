import Foundation
import TestSupport
import Testing

/// The games of `scripts/games/`, by the program.
@Suite struct BundledGamesTests {
  static let names = ["crates", "match-three", "patience", "pishti", "tiles"]

  @Test func theListIsComplete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Oracle.root.appending(path: "scripts/games").path)
    let scripts = files.filter { $0.hasSuffix(".lua") && !$0.hasPrefix("_") }
    #expect(scripts.sorted() == Self.names.map { "\($0).lua" })
  }

  private func shell(_ line: String) throws -> String {
    let result = try Program.shell(line, in: Oracle.root)
    #expect(result.code == 0, "\(line): \(result.errors)")
    return result.output
  }

  /// `script check` finds nothing: no fault in random games, nothing kept between calls.
  @Test(arguments: names)
  func theCheckFindsNothing(_ name: String) throws {
    let found = try shell("playtest script check scripts/games/\(name).lua")
    #expect(found.contains("ok: game \(name)"), "\(found)")
  }

  /// What a level may set, and what is measured, is explained in more words than its name.
  @Test(arguments: names)
  func everyNumberIsExplained(_ name: String) throws {
    struct Row: Decodable {
      let name: String
      let summary: String
    }
    for list in ["rules", "metrics"] {
      let text = try shell("playtest list \(list) \(name) --json")
      for row in try JSONDecoder().decode([Row].self, from: Data(text.utf8)) {
        #expect(row.summary != row.name.replacing("_", with: " "), "\(list) of \(name)")
      }
    }
  }

  /// At least six levels each, which are valid and played without a fault.
  @Test(arguments: names)
  func levelsArePlayed(_ name: String) throws {
    _ = try shell("playtest level validate levels/\(name)")
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "games-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let table = try shell(
      "playtest run levels/\(name) --agents random,greedy --games 3 --max-moves 30 --jobs 1"
        + " --quiet --out \(folder.path)")
    #expect(!table.contains("fault"), "\(table)")
    let summary = try String(
      contentsOf: folder.appending(path: "summary.json"), encoding: .utf8)
    #expect(!summary.contains("\"faults\": 1"), "\(summary.prefix(400))")
  }

  /// The game's own generator makes levels that are kept.
  @Test(arguments: names)
  func levelsAreGenerated(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try shell(
      "playtest generate \(name) --count 2 --games 2 --keep 'pass_rate(random) >= 0'"
        + " --tries 40 --quiet --out \(folder.path)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.filter { $0.hasSuffix(".json") && $0 != "pack.json" }.count >= 2, "\(files)")
  }
}
