import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// What scripts print: which game each line names, and how much is kept.
@Suite struct PrintedLogTests {
  private func line(_ text: String, cell: Int = 0, game: Int = 0) -> PrintedLine {
    var line = PrintedLine(script: "bomb.lua", text: text)
    line.cell = cell
    line.level = "Rainbow Bridge"
    line.player = "casual"
    line.game = game
    line.turn = 7
    return line
  }

  @Test func aLineNamesItsGame() {
    #expect(
      line("cell\t12", game: 12).description
        == "[Rainbow Bridge, casual, game 12, turn 7] bomb.lua: cell\t12")
    var imagined = line("x")
    imagined.isImagined = true
    #expect(
      imagined.description == "[Rainbow Bridge, casual, game 0, turn 7, imagined] bomb.lua: x")
    #expect(line("\u{1B}[31m\u{202E}").said == "bomb.lua: \\u{1B}[31m\\u{202E}")
    #expect(line(String(repeating: "x", count: 2001)).said.utf8.count == 10 + 2000 + 3)
  }

  /// The lines are in the order of cells and games, whoever added them first.
  @Test func gamesComeInOrder() {
    let log = PrintedLog()
    for (cell, game) in [(1, 0), (0, 3), (0, 1), (1, 0)] {
      log.add(line("\(cell).\(game)", cell: cell, game: game))
    }
    #expect(log.count == 4)
    #expect(
      log.text.split(separator: "\n").map { $0.split(separator: " ").last }
        == ["0.1", "0.3", "1.0", "1.0"])
    #expect(PrintedLog().text.isEmpty)
  }

  /// Of too many lines those of the first games are kept, in whatever order they come.
  @Test func theFirstGamesAreKept() {
    let lines = (0..<50).map { line("text", game: $0) }
    let size = line("text", game: 10).description.utf8.count + 1
    func text(_ lines: [PrintedLine]) -> String {
      let log = PrintedLog(byteLimit: 20 * size)
      for line in lines { log.add(line) }
      #expect(log.count == 50)
      return log.text
    }
    let usual = text(lines)
    #expect(usual.split(separator: "\n").count == 21)
    #expect(
      usual.hasSuffix(
        "game 19, turn 7] bomb.lua: text\n"
          + "... and 30 more lines; use --print to log only some scripts\n"))
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    for _ in 0..<20 {
      var mixed = lines
      for place in mixed.indices.reversed() {
        mixed.swapAt(place, random.below(place + 1))
      }
      #expect(text(mixed) == usual)
    }
  }

  // MARK: In games

  /// A bubble that prints whenever it is asked.
  private static let bubble = """
    local loud = { name = "loud", glyph = "l", obstacle = true }
    function loud.on_turn(board, cell) print("turn", board.turn, "\\n") end
    return loud
    """
  private static let agent = """
    local agent = { name = "talker", games = { "bubble-blast" } }
    function agent.choose(turn) turn:probe(1) print("I choose", turn.index) return 1 end
    return agent
    """

  private func printed(
    _ filter: PrintFilter, agent name: String = "talker", moves: Int = 3, games: Int = 1
  ) throws -> (lines: [String], hashes: [UInt64]) {
    let library = ScriptLibrary(kept: [
      ScriptSource(name: "bubbles/loud.lua", text: Self.bubble),
      ScriptSource(name: "agents/talker.lua", text: Self.agent),
    ])
    let text = """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Loud",
      "legend":{"l":"loud"},"grid":["lRRBBR"],"columns":6,"rows":12}
      """
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    let level = try BubbleBlast.entry.ready(file, library, .none)
    let player = try Roster.player(name, game: BubbleBlast.entry, library: library)
    var lines: [String] = []
    let printing = ScriptPrinting(filter) { lines.append($0.description) }
    printing.level = level.name
    printing.player = player.name
    let host = ScriptHost(interfaces: BubbleBlast.entry.interfaces, printing: printing)
    let request = BatchRequest(
      seed: 1, levelID: level.id, games: 0..<games, maxMoves: moves)
    var hashes: [UInt64] = []
    player.play(request, level, host, { false }, { hashes.append($0.result.hash) })
    return (lines, hashes)
  }

  /// Each turn has the agent's line and the bubble's two; what it prints in imagined games is left
  /// out, unless it is asked for.
  @Test func linesAreThoseOfTheGameItself() throws {
    let turns = (1...2).flatMap { turn in
      [
        "[Loud, talker, game 0, turn \(turn)] talker.lua: I choose\t\(turn)",
        "[Loud, talker, game 0, turn \(turn)] loud.lua: turn\t\(turn - 1)\t",
        "[Loud, talker, game 0, turn \(turn)] loud.lua: ",
      ]
    }
    #expect(try printed(.all, moves: 2).lines == turns)
    let imagined = try printed(PrintFilter(keepsImagined: true), moves: 1).lines
    #expect(
      imagined == [
        "[Loud, talker, game 0, turn 1, imagined] loud.lua: turn\t0\t",
        "[Loud, talker, game 0, turn 1, imagined] loud.lua: ",
      ] + turns.prefix(3))
  }

  @Test func scriptsAreChosenByName() throws {
    #expect(
      try printed(PrintFilter(scripts: ["talker"]), moves: 2).lines.map { $0.contains("choose") }
        == [true, true])
    #expect(try printed(PrintFilter(scripts: []), moves: 2).lines == [])
  }

  /// A game's lines end with one that says that there are more; the next game begins again.
  @Test func aGameHasABoundOfItsOwn() throws {
    let lines = try printed(PrintFilter(scripts: ["loud"]), moves: 150, games: 2).lines
    let first = lines.prefix { $0.contains("game 0") }
    try #require(first.count == ScriptPrinting.maxLines + 1)
    #expect(
      first.last?.hasSuffix("(more than 200 lines in this game; the rest is left out)") == true)
    #expect(lines[first.count].hasPrefix("[Loud, talker, game 1, turn 1] "))
  }

  /// Whether anybody listens changes no game.
  @Test func printingChangesNoResult() throws {
    let all = try printed(PrintFilter(keepsImagined: true), moves: 40, games: 5).hashes
    #expect(all.count == 5)
    #expect(try printed(PrintFilter(scripts: []), moves: 40, games: 5).hashes == all)
  }
}
