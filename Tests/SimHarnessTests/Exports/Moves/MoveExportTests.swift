import Foundation
import Testing

@testable import BubbleBlastGame
@testable import PlaytestCommands
@testable import Reporting
@testable import SimHarness
@testable import TextFormats

/// Exported moves against the traces of the same games, which other code writes.
@Suite struct MoveExportTests {
  private typealias Line = [String: Any]

  @Test(arguments: GameRegistry.bundled.games)
  func rowsAreTheTracesOfTheGames(_ game: GameEntry) async throws {
    try await BundledRuns.recorded(game) { folder, plan in
      let run = try RecordedRun(folder: folder, games: .bundled)
      var rows = try Self.lines(of: Self.text(run, plan, .ndjson)).makeIterator()
      for (number, cell) in run.cells.enumerated() {
        try run.store.forEachGame(ofCell: number, records: true) { row in
          let traces = try Self.traces(of: row, in: plan)
          for turn in 1..<traces.count {
            let next = rows.next()
            let line = try #require(next)
            #expect(line["level"] as? String == plan.levels[0].name)
            #expect(line["agent"] as? String == cell.agent)
            #expect(line["game"] as? Int == row.result.index && line["turn"] as? Int == turn)
            try Self.expect(line, before: traces[turn - 1], after: traces[turn], of: game.name)
            #expect(line["outcome"] as? String == row.result.end.rawValue)
            #expect(line["final_score"] as? Int == row.result.score)
            #expect(line["total_moves"] as? Int == row.result.moves)
          }
        }
      }
      #expect(rows.next() == nil)
    }
  }

  /// The same values in both layouts, and the same bytes with any number of workers.
  @Test(arguments: GameRegistry.bundled.games)
  func layoutsAndWorkersAgree(_ game: GameEntry) async throws {
    try await BundledRuns.recorded(game) { folder, plan in
      let run = try RecordedRun(folder: folder, games: .bundled)
      let csv = try Self.text(run, plan, .csv)
      #expect(try Self.text(run, plan, .csv, jobs: 5) == csv)
      let columns = game.turns.columns
      let table = csv.split(separator: "\n").map(Self.cells)
      #expect(table[0] == columns.map(\.name))
      let text = try Self.text(run, plan, .ndjson, jobs: 3)
      let lines = try Self.lines(of: text)
      #expect(lines.count == table.count - 1)
      for (place, raw) in text.split(separator: "\n").enumerated() {
        let (line, cells) = (lines[place], table[place + 1])
        #expect(line.count == columns.count && cells.count == columns.count)
        for (cell, column) in zip(cells, columns) {
          switch line[column.name] {
          case is NSNull: #expect(cell.isEmpty)
          case let text as String: #expect(column.kind == .text && cell == text)
          case is NSNumber:
            // Digit by digit: Foundation reads the last bit of a number now and then wrong.
            let member = "\"\(column.name)\":\(cell)"
            #expect(raw.contains(member + ",") || raw.contains(member + "}"))
            #expect(column.kind == (cell.contains(".") || cell.contains("e") ? .real : .whole))
          default: Issue.record("\(column.name) is missing")
          }
        }
      }
    }
  }

  @Test func selectionsAreParts() async throws {
    try await BundledRuns.recorded(BubbleBlast.entry) { folder, plan in
      let run = try RecordedRun(folder: folder, games: .bundled)
      let all = try Self.text(run, plan, .csv).split(separator: "\n").dropFirst()
      func rows(_ selection: MoveExport.Selection) throws -> [Substring] {
        Array(try Self.text(run, plan, .csv, selection).split(separator: "\n").dropFirst())
      }
      let games = MoveExport.Selection(agents: ["casual"], games: 3...4)
      let wanted = all.filter { $0.contains(",casual,3,") || $0.contains(",casual,4,") }
      #expect(try rows(games) == wanted && !wanted.isEmpty)
      #expect(try rows(MoveExport.Selection(levels: [])) == [])
      #expect(try rows(MoveExport.Selection(levels: ["Crate Yard"])) == Array(all))
    }
  }

  /// A game that plays otherwise than it was recorded is named.
  @Test func aGameThatReplaysOtherwiseIsNamed() async throws {
    try await SmallRuns.inOwnFolder { root in
      let plan = try SmallRuns.plan()
      try await SmallRuns.record(plan, in: "\(root)/run")
      let run = try RecordedRun(
        folder: RunFolder(path: "\(root)/run"), games: .bundled)
      let library = ScriptLibrary(folder: nil)
      for (old, new) in [("\"shots\":3", "\"shots\":9"), ("\"shots\":3", "\"shots\":1")] {
        let file = try LevelFile.read(
          Array(SmallRuns.level.replacingOccurrences(of: old, with: new).utf8), file: "x",
          catalog: library)
        let other = try BubbleBlast.entry.ready(file, library, .none)
        let export = MoveExport(run, levels: [other], modules: [], selection: .init())
        let error = #expect(throws: MoveExportError.self) {
          try export.write(
            .csv, jobs: 2, isCancelled: { false }, progress: { _ in }, to: { _ in })
        }
        #expect(error?.agent == "random" && error?.level == "Small")
        #expect(error?.description.contains("does not replay as recorded: ") == true)
      }
    }
  }

  /// The move in which an engine was late is not played: it might not be late again.
  @Test func aLateGameHasRowsUpToItsLastWholeMove() throws {
    let level = try OpenTables.level("pishti")
    let entry = try OpenTables.entry("pishti")
    var row = try #require(try OpenTables.rows("random", "pishti", games: 1).first)
    let moves = row.result.moves
    row.result = GameResult(
      index: 0, end: .inconclusive, score: 0, moves: moves - 1, hash: 0, fault: "late")
    let turns = RecordedTurns(
      level: level, levelName: "test", agent: "random", seed: 3, row: row,
      isForTwo: MetricDefinition.areForTwo(entry.metrics),
      host: ScriptHost(interfaces: OpenGames.allInterfaces, log: { _ in }))
    var writer = RowWriter(.csv, columns: entry.turns.columns.map(\.name))
    let replay = try entry.turns.write(turns, &writer)
    #expect(replay.moves == moves - 1 && replay.outcome == nil && replay.fault == nil)
    #expect(writer.bytes.count { $0 == UInt8(ascii: "\n") } == moves - 1)
  }

  // MARK: Reading

  private static func text(
    _ run: RecordedRun, _ plan: RunPlan, _ layout: ExportLayout,
    _ selection: MoveExport.Selection = .init(), jobs: Int = 1
  ) throws -> String {
    var bytes: [UInt8] = []
    var last = 0
    let export = MoveExport(
      run, levels: plan.levels, modules: plan.modules, selection: selection)
    try export.write(
      layout, jobs: jobs, isCancelled: { false }, progress: { last = $0 }, to: { bytes += $0 })
    #expect(last == export.totalGames)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func lines(of text: String) throws -> [Line] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Line)
    }
  }

  /// The cells of a line, quotes taken off.
  private static func cells(_ line: Substring) -> [String] {
    line.matches(of: #/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/#).map {
      $0.1.map { $0.replacingOccurrences(of: "\"\"", with: "\"") } ?? $0.2.map(String.init) ?? ""
    }
  }

  /// The lines of `replay --trace`.
  private static func traces(of row: GameRow, in plan: RunPlan) throws -> [Line] {
    var lines: [Line] = []
    let host = ScriptHost(interfaces: plan.game.interfaces, libraries: plan.modules)
    _ = try plan.game.replay(
      ReplayRequest(
        level: plan.levels[0], seed: plan.seed, index: row.result.index, moves: row.record,
        scripts: host
      ) { step in
        let text = JSONWriter.compact(step.trace())
        lines.append((try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? Line) ?? [:])
      })
    return lines
  }

  // MARK: Comparing

  private static func expect(
    _ line: Line, before: Line, after: Line, of game: String
  ) throws {
    func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
    func equal(_ column: String, _ value: Any?) {
      let isNull = value == nil || value is NSNull
      #expect(
        isNull ? line[column] is NSNull : number(line[column]) == number(value),
        "\(column): \(line[column] ?? "missing")")
    }
    equal("score_before", before["score"])
    equal("score_after", after["score"])
    let move = try #require(after["move"] as? Line)
    let state = try #require(before["state"] as? Line)
    let then = try #require(after["state"] as? Line)
    var points = (number(after["score"]) ?? 0) - (number(before["score"]) ?? 0)
    func count(_ field: String) -> Int? { (state[field] as? [Any])?.count }
    switch game {
    case "bubble-blast":
      equal("angle", move["angle"])
      equal("swap", (move["swap"] as? Bool) == true ? 1 : 0)
      equal("shots_left", state["shotsLeft"])
      equal("descended", state["descended"])
      #expect(line["current_colour"] as? String == state["current"] as? String)
      #expect(line["next_colour"] as? String == (state["next"] as? [String])?.first)
      let board = try #require(state["board"] as? [String])
      let occupied = board.map { row in row.contains { $0 != "." && $0 != " " } }
      equal("lowest_row", (occupied.lastIndex(of: true) ?? -1) + 1)
      equal("bubbles", board.joined().count { $0 != "." && $0 != " " })
    case "peggle":
      equal("angle", move["angle"])
      equal("seconds", move["seconds"] ?? 0.5)
      equal("pegs_left", count("pegs"))
      equal("balls_left", state["ballsLeft"])
      equal("orange_left", state["orangeLeft"])
      equal("last_hits", count("hits"))
      equal("clock", state["time"])
    case "bubble-pop":
      for name in ["t", "x", "y"] { equal(name, move[name]) }
      equal("clock", state["time"])
      equal("bubbles", count("bubbles"))
    default:
      let places = move["cards"] as? [Int] ?? (move["select"] as? Int).map { [$0] } ?? []
      for place in 0..<3 {
        equal("place_\(place + 1)", place < places.count ? places[place] : nil)
      }
      #expect(move[try #require(line["action"] as? String)] != nil)
      equal("player", move["player"])
      equal("seconds", move["time"] ?? 0)
      equal("deck_left", state["deckLeft"])
      equal("selected", count("selected"))
      equal("matches_found", count("found"))
      let table = try #require(state["table"] as? [Any])
      equal("cards_on_table", table.count { !($0 is NSNull) })
      equal("face_up", table.count { !($0 is NSNull) && $0 as? String != "?" })
      if let scores = state["scores"] as? [Int], let later = then["scores"] as? [Int] {
        points = Double(later[0] + later[1] - scores[0] - scores[1])
        equal("second_score", scores[1])
      } else if let later = then["scores"] as? [Int] {
        points = Double(later[0] + later[1]) - (number(before["score"]) ?? 0)
      } else {
        equal("second_score", nil)
      }
    }
    equal("points", points)
  }
}
