import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The tables of columns in `docs/data.md` are those of the program; `PLAYTEST_UPDATE_GOLDEN=1`
/// writes them again.
@Suite struct DataTablesTests {
  /// The view's columns before the metrics.
  @Test func theViewsColumnsAreInTheDocument() throws {
    var table = "| column | unit | meaning |\n| :--- | :--- | :--- |\n"
    for column in RunStore.resultColumns {
      table += "| `\(column.name)` | \(column.unit) | \(column.summary) |\n"
    }
    try Self.expect(table, at: "results")
  }

  @Test func theMovesColumnsAreInTheDocument() throws {
    var table = "| column | game | about | type | unit | meaning |\n"
    table += "| :--- | :--- | :--- | :--- | :--- | :--- |\n"
    // Games with the same list, such as those of cards, share their lines.
    var groups: [(names: [String], columns: [(about: String, column: ExportColumn)])] = []
    for game in GameRegistry.bundled.games {
      let columns = game.turns.labelledColumns
      let same = groups.firstIndex { $0.columns.map(\.column) == columns.map(\.column) }
      if let same {
        groups[same].names.append(game.name)
      } else {
        groups.append(([game.name], columns))
      }
    }
    func add(_ about: String, _ column: ExportColumn, _ game: String) {
      table += "| `\(column.name)` | \(game) | \(about) | \(column.kind.rawValue) |"
      table += " \(column.unit) | \(column.summary) |\n"
    }
    let common = TurnTable.game + TurnTable.before + TurnTable.after
    let first = try #require(groups.first)
    for (about, column) in first.columns where common.contains(column) {
      add(about, column, "all")
    }
    for (names, columns) in groups {
      for (about, column) in columns where !common.contains(column) {
        add(about, column, names.joined(separator: ", "))
      }
    }
    try Self.expect(table, at: "moves")
  }

  /// Every game exports something about its moves and its positions.
  @Test(arguments: GameRegistry.bundled.games)
  func everyGameHasColumns(_ game: GameEntry) {
    #expect(!game.turns.moves.isEmpty && !game.turns.features.isEmpty)
    #expect(game.turns.columns.allSatisfy { !$0.unit.isEmpty && !$0.summary.hasSuffix(".") })
  }

  private static func expect(_ table: String, at mark: String) throws {
    let file = Oracle.root.appending(path: "docs/data.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- \(mark): written by DataTablesTests -->\n\n"))
    let end = try #require(text[start.upperBound...].range(of: "\n<!-- end of \(mark) -->\n"))
    let between = start.upperBound..<end.lowerBound
    if Golden.isUpdating {
      try text.replacingCharacters(in: between, with: table)
        .write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[between] == table, "write it again with PLAYTEST_UPDATE_GOLDEN=1")
    }
  }
}
