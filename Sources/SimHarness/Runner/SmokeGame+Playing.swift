extension GameModule {
  public static func smokeGames(
    _ script: AgentScript, _ modules: [ScriptSource], _ log: @escaping (String) -> Void
  ) -> [SmokeGame] {
    let host = ScriptHost(
      interfaces: allInterfaces, libraries: modules, log: log)
    return smokeLevels().map { level in
      SmokeGame(
        on: level, with: ScriptedAgent<State>(script), name: script.name, maxMoves: smokeMoves,
        host: host)
    }
  }
}

extension SmokeGame {
  /// Plays the first game of a level with an agent, and keeps its moves.
  init<Player: Agent>(
    on level: Player.State.Level, with agent: Player, name: String, maxMoves: Int,
    host: ScriptHost
  ) where Player.State: RecordedGame, Player.State.Level: NamedLevel {
    var runner = Runner(agent: agent, name: name, maxMoves: maxMoves)
    var moves = MoveLog<Player.State>(level: level)
    let streams = LevelStreams(seed: 1, levelID: level.id)
    let result = runner.play(
      level, index: 0, streams: GameStreams(level: streams, index: 0), scripts: host,
      observer: &moves)
    self.init(level: level.name, moves: moves.bytes, result: result)
  }
}

/// Keeps a game's moves.
private struct MoveLog<State: RecordedGame>: Observer {
  let level: State.Level
  var bytes: [UInt8] = []

  mutating func moveDidApply(_ move: State.Move, state: borrowing State) {
    State.encode(move, level: level, into: &bytes)
  }
}
