import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Open games for tests.
enum Open {
  static let folder = Oracle.root.appending(path: "scripts/games").path
  /// The bundled games.
  static let bundled = ["crates", "match-three", "patience", "pishti", "tiles"]

  /// A bundled game's text.
  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name).lua", encoding: .utf8)
  }

  /// The text of a bundled game under another name, as if it were somebody's own.
  static func text(_ name: String, as own: String) throws -> String {
    try text(name).replacing("name = \"\(name)\"", with: "name = \"\(own)\"")
  }

  static func game(_ name: String) throws -> OpenGame {
    try game(name, text: try text(name))
  }

  static func game(_ name: String, text: String) throws -> OpenGame {
    try OpenGame(from: ScriptSource(name: "games/\(name).lua", text: text))
  }

  static func level(_ game: OpenGame, _ values: [String: OpenValue] = [:]) throws -> OpenLevel {
    var file = OpenLevelFile(of: game, name: "test")
    for (name, value) in values {
      let place = try #require(game.spec.fields.firstIndex { $0.name == name })
      file.values[place] = value
    }
    return try file.level()
  }

  /// A game of a few lines; `body` replaces or adds functions.
  static func small(_ body: String = "", fields: String = "") -> String {
    """
    local game = {
      name = "small", move = { { "step", 1, 3 } }, events = { stepped = "steps" }, \(fields)
    }
    function game.setup(s, random) s.place, s.score, s.seen = 0, 0, {} end
    function game.moves(s, offer) for step = 1, 3 do offer(step) end end
    function game.apply(s, move, random, emit)
      s.place = s.place + move.step
      s.seen[#s.seen + 1] = random(6)
      s.score = s.score + move.step
      emit("stepped", move.step)
    end
    function game.outcome(s, offered) if s.place > 9 then return "won" end end
    \(body)
    return game
    """
  }

  /// Game 0 of a level in a terminal.
  static func session(of level: PlayableLevel, in game: GameEntry) throws -> any TerminalSession {
    let host = ScriptHost(interfaces: game.interfaces, libraries: [])
    return try #require(
      try game.session(
        SessionRequest(
          level: level, seed: 1, index: 0, player: "Ann", scripts: host, hintScripts: host,
          highest: nil, glyphs: Terminals.unicode)))
  }

  static func streams(_ index: Int, seed: UInt64 = 1) -> GameStreams {
    GameStreams(level: LevelStreams(seed: seed, levelID: "test"), index: index)
  }

  static func host(
    _ game: OpenGame, reuse: ScriptHost.MachineReuse = .standard
  ) -> ScriptHost {
    ScriptHost(
      interfaces: OpenGames.allInterfaces, libraries: game.modules, machineReuse: reuse,
      log: { _ in })
  }

  /// The fault with which the first game of random moves ends; nil: none.
  static func fault(_ text: String, moves: Int = 20) throws -> String? {
    let game = try game("small", text: text)
    let level = try level(game)
    let host = host(game)
    var result: GameResult?
    BatchRequest(seed: 1, levelID: "test", games: 0..<1, maxMoves: moves).play(
      level, with: FirstMoves(), named: "first", tally: OpenTally.self, scripts: host,
      row: { result = $0.result })
    return result?.fault
  }

  /// Plays one random game and gives each of its positions to `body`.
  static func play(
    _ level: OpenLevel, index: Int = 0, host: ScriptHost, most: Int = 300,
    _ body: (OpenState, borrowing GameContext) throws -> Void
  ) throws {
    let streams = streams(index)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    var state = try OpenState(level: level, in: &context)
    try body(state, context)
    for _ in 0..<most where state.outcome == nil {
      let move = state.legalMove(at: random.below(state.legalMoveCount))
      try state.apply(move, in: &context) { _ in }
      try body(state, context)
    }
  }
}

/// Plays the first move each time.
struct FirstMoves: Agent {
  typealias State = OpenState

  func chooseMove(
    _ turn: borrowing Turn<OpenState>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> OpenMove { turn.move(at: 0) }
}
