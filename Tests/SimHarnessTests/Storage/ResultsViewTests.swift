import Foundation
import GRDB
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import PlaytestCommands
@testable import SimHarness

/// The view `results`, as those see it who ask it in SQL.
@Suite struct ResultsViewTests {
  /// Means of the view's columns are the summary's figures, for every metric of every game.
  @Test(arguments: GameRegistry.bundled.games)
  func meansAreTheSummarysFigures(_ game: GameEntry) async throws {
    try await BundledRuns.recorded(game) { folder, plan in
      let summary = try folder.summary(games: .bundled)
      let queue = try DatabaseQueue(path: folder.path(of: .store))
      for cell in summary.cells {
        func expect(_ column: String, _ value: Double?, count: Int) throws {
          let row = try queue.read { db in
            try Row.fetchOne(
              db,
              sql: "SELECT avg(\(column)), count(\(column)) FROM results"
                + " WHERE level = ? AND agent = ?", arguments: [cell.level, cell.agent])
          }
          #expect(row?[1] as Int? == count, "\(column)")
          let mean = row?[0] as Double?
          #expect((mean == nil) == (count == 0), "\(column)")
          // Of very few games a summary may give no figure.
          guard let mean, let value else { return }
          #expect(abs(mean - value) <= 1e-12 * max(1, abs(value)), "\(column)")
        }
        #expect(cell.games == plan.games)
        try expect("passed", cell.passRate?.value, count: cell.wins + cell.losses + cell.capped)
        try expect("score", cell.score?.mean, count: cell.score?.count ?? 0)
        try expect("moves", cell.moves?.mean, count: cell.moves?.count ?? 0)
        for metric in game.metrics {
          let found = try #require(cell.metrics.first { $0.name == metric.name })
          try expect("m_\(metric.name)", found.value?.value, count: found.count)
        }
      }
    }
  }

  /// A game that a fault ended counts in no figure: its row is there, its figures are null.
  @Test func faultedGamesHaveNoFigures() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        """
        local agent = { name = "bad", games = { "bubble-blast" }, summary = "Fails." }
        local made = 0
        function agent.choose(turn)
          made = made + 1
          if made % 9 == 4 then error("enough") end
          return 40
        end
        return agent

        """, to: "bad.lua", in: folder)
      let run = try Program.shell(
        "playtest run good.json --agents ./bad.lua,random --games 12 --out r --quiet", in: folder)
      #expect(run.code == 0 || run.code == 1, "\(run.errors)")
      let queue = try DatabaseQueue(path: folder.appending(path: "r/results.sqlite").path)
      let rows = try queue.read { db in
        try Row.fetchAll(db, sql: "SELECT * FROM results WHERE outcome = 'faulted'")
      }
      #expect(!rows.isEmpty)
      for row in rows {
        #expect(row["fault"] as String? != nil && row["agent"] as String? != "random")
        #expect(row["passed"] as Int? == nil && row["score"] as Int? == nil)
        #expect(row.columnNames.filter { $0.hasPrefix("m_") }.allSatisfy { row[$0] == nil })
      }
    }
  }

  /// Names that SQLite, DuckDB or PostgreSQL reserve, of those that a column might get.
  private static let reserved: Set<String> = [
    "all", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "both", "case",
    "cast", "check", "collate", "column", "commit", "constraint", "create", "default",
    "deferrable", "delete", "desc", "describe", "distinct", "do", "drop", "else", "end", "escape",
    "except", "exists", "false", "fetch", "for", "foreign", "from", "grant", "group", "having",
    "in", "index", "initially", "insert", "intersect", "into", "is", "isnull", "join", "lambda",
    "lateral", "leading", "limit", "not", "nothing", "notnull", "null", "offset", "on", "only",
    "or", "order", "pivot", "placing", "primary", "qualify", "references", "returning", "select",
    "set", "show", "some", "summarize", "symmetric", "table", "then", "to", "trailing",
    "transaction", "true", "union", "unique", "unpivot", "update", "user", "using", "values",
    "variadic", "when", "where", "window", "with",
  ]

  /// Nothing needs quotes: columns of the view and of exported moves.
  @Test(arguments: GameRegistry.bundled.games)
  func namesNeedNoQuotes(_ game: GameEntry) {
    let view =
      RunStore.resultColumns.map(\.name) + game.metrics.map { RunStore.resultColumn($0.name) }
    for names in [view, game.turns.columns.map(\.name)] {
      #expect(Set(names).count == names.count)
      for name in names {
        #expect(name.wholeMatch(of: #/[a-z][a-z0-9_]*/#) != nil, "\(name)")
        #expect(!Self.reserved.contains(name), "\(name)")
      }
    }
  }

  /// The view's columns are those that the documents list, and the store has each metric's unit.
  @Test func theStoreDescribesItself() async throws {
    try await BundledRuns.recorded(BubbleBlast.entry) { folder, _ in
      let queue = try DatabaseQueue(path: folder.path(of: .store))
      try queue.read { db in
        let metrics = BubbleBlast.entry.metrics
        #expect(
          try db.columns(in: "results").map(\.name)
            == RunStore.resultColumns.map(\.name) + metrics.map { "m_\($0.name)" })
        let rows = try Row.fetchAll(
          db, sql: "SELECT name, unit, kind, summary FROM metrics ORDER BY position")
        #expect(rows.map { $0["name"] as String } == metrics.map(\.name))
        #expect(rows.map { $0["unit"] as String } == metrics.map(\.unit))
        #expect(rows.map { $0["kind"] as String } == metrics.map(\.kind.rawValue))
        #expect(rows.map { $0["summary"] as String } == metrics.map(\.summary))
      }
    }
  }

  /// The query in the README works as it is printed, and gives what the summary says.
  @Test func theReadmesQueryWorks() async throws {
    let readme = try String(
      contentsOf: Oracle.root.appending(path: "README.md"), encoding: .utf8)
    let query = try #require(
      readme.firstMatch(of: #/sqlite3 RUN\/results\.sqlite "([^"]+)"/#)?.1)
    try await BundledRuns.recorded(BubbleBlast.entry) { folder, _ in
      let queue = try DatabaseQueue(path: folder.path(of: .store))
      let rows = try queue.read { db in try Row.fetchAll(db, sql: String(query)) }
      let summary = try folder.summary(games: .bundled)
      #expect(rows.count == summary.cells.count)
      for row in rows {
        let cell = try #require(summary.cells.first { $0.agent == row["agent"] as String })
        let share = try #require(cell.metrics.first { $0.name == "fallen_share" }?.value?.value)
        #expect(abs((row["avg(m_fallen_share)"] as Double) - share) < 1e-12)
        #expect(row["avg(passed)"] as Double == cell.passRate?.value)
      }
    }
  }
}
