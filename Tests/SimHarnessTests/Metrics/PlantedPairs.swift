import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// Levels that differ in one number, and the figures of players on them.
enum PlantedPairs {
  static let games = 400
  static let seed: UInt64 = 20_261

  /// A small level of Bubble Blast: its fields beside those of every level.
  struct Board: Sendable {
    var grid = ["RRBBGG..", "RBBGGR.", "GRRBBG.."]
    /// nil for as many as it takes.
    var shots: Int? = 10
    /// The kind of the cells marked `x`.
    var kind = "crate"
    var fields = ""

    func with(_ change: (inout Board) -> Void) -> Board {
      var board = self
      change(&board)
      return board
    }

    /// The level; all of them meet the same games, whatever they are called.
    func json(named name: String = "Planted") -> String {
      let rows = grid.map { "\"\($0)\"" }.joined(separator: ",")
      let shots = shots.map { "\($0)" } ?? "null"
      return """
        {"format":"playtest-level","version":1,"game":"bubble-blast","name":"\(name)",\
        "id":"Planted","columns":8,"shots":\(shots),"legend":{"x":"\(kind)"},\
        "grid":[\(rows)]\(fields)}
        """
    }
  }

  /// The project's crate and bomb, and a kind that errs.
  static func library() throws -> ScriptLibrary {
    let own = try ["crate", "bomb"].map { name in
      let source = try #require(try Tuning.library.source(of: .bubble, named: name))
      return ScriptSource(name: "bubbles/\(name).lua", text: source.text)
    }
    let trap = """
      local trap = { name = "trap", glyph = "x", summary = "Errs.", params = { hits = { 1, 1, 9 } } }
      function trap.on_neighbour_removed(board, cell, removed)
        local hits = board:data(cell) + 1
        if hits >= board.params.hits then error("sprung") end
        board:set_data(cell, hits)
      end
      return trap
      """
    return ScriptLibrary(kept: own + [ScriptSource(name: "bubbles/trap.lua", text: trap)])
  }

  /// The figures of `games` games of a player.
  static func cell(_ json: String, agent: String) throws -> CellSummary {
    let library = try library()
    let file = try LevelFile.read(Array(json.utf8), file: "planted.json", catalog: library)
    let entry = try #require(GameRegistry.bundled.game(named: file.header.game))
    var stars: [Int] = []
    if let board = file.content as? BubbleLevelFile { stars = board.stars ?? [] }
    var builder = CellSummaryBuilder(
      level: "Planted", levelHash: "", agent: agent, hasPairs: agent.contains(":"),
      metrics: entry.metrics, stars: stars)
    try forEachGame(json, agent: agent) { builder.add($0) }
    return builder.build()
  }

  /// Plays `games` games of a player, by index.
  static func forEachGame(
    _ json: String, agent: String, _ body: (GameRow) -> Void
  ) throws {
    let library = try library()
    let file = try LevelFile.read(Array(json.utf8), file: "planted.json", catalog: library)
    let entry = try #require(GameRegistry.bundled.game(named: file.header.game))
    let level = try entry.ready(file, library, .none)
    let player = try Roster.player(agent, game: entry, library: library)
    let host = ScriptHost(
      limits: .standard, interfaces: entry.interfaces, libraries: [], log: { _ in })
    let request = BatchRequest(
      seed: seed, levelID: "Planted", games: 0..<games, maxMoves: 60)
    let never = { false }
    player.play(request, level, host, never, body)
  }

  /// The p-value of a figure's change between two cells.
  static func pValue(_ metric: String, _ before: CellSummary, _ after: CellSummary) throws -> Double
  {
    func figure(_ cell: CellSummary) throws -> Interval {
      try #require(
        cell.metrics.first { $0.name == metric }?.value, "\(metric) is undefined")
    }
    return pValue(try figure(before), try figure(after))
  }

  /// The two-sided p-value of a change, from the reported intervals as of separate samples (Welch);
  /// as the games are the same ones it errs on the safe side.
  static func pValue(_ before: Interval, _ after: Interval) -> Double {
    let change = after.value - before.value
    if change == 0 { return 1 }
    // The sides that face each other; a figure that is the same in all games has no error.
    let isUp = change > 0
    let first = !before.isKnown ? 0 : isUp ? before.high - before.value : before.value - before.low
    let second = !after.isKnown ? 0 : isUp ? after.value - after.low : after.high - after.value
    let error = (first * first + second * second).squareRoot() / 1.96
    guard error > 0 else { return 0 }
    return 2 * Statistics.normalUpperTail(change.magnitude / error)
  }
}
