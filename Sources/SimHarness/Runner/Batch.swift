/// Which games of a level to play.
public struct BatchRequest: Sendable {
  public let seed: UInt64
  public let levelID: String
  public let games: Range<Int>
  public let maxMoves: Int
  public let checks: Bool
  /// Repetition number: deals are shared by all repetitions, agents' streams are reseeded.
  public let repetition: Int

  public init(
    seed: UInt64, levelID: String, games: Range<Int>, maxMoves: Int, checks: Bool = false,
    repetition: Int = 0
  ) {
    self.seed = seed
    self.levelID = levelID
    self.games = games
    self.maxMoves = maxMoves
    self.checks = checks
    self.repetition = repetition
  }
}

extension BatchRequest {
  /// Plays the games one after another with one agent and gives each game's row.
  ///
  /// This is where a batch crosses from erased closures into code specialised for a game, an agent
  /// and a tally.
  public func play<Player: Agent, Tally: GameTally>(
    _ level: Player.State.Level, with agent: Player, named name: String, tally: Tally.Type,
    scripts: (any ScriptHosting)?, isCancelled: () -> Bool = { false },
    row: (consuming GameRow) -> Void
  ) where Tally.State == Player.State, Player.State: RecordedGame {
    var runner = Runner(agent: agent, name: name, maxMoves: maxMoves, checks: checks)
    var observer = RowObserver<Player.State, Tally>(level: level)
    let streams = LevelStreams(seed: seed, levelID: levelID)
    for index in games {
      if isCancelled() { return }
      row(
        play(
          index, GameStreams(level: streams, index: index).fresh(repetition: repetition), level,
          with: &runner,
          scripts: scripts, &observer))
    }
  }

  /// Plays games in pairs: the even one with the first agent, the odd one after it with the second,
  /// on the same deal and with the same luck.
  ///
  /// For agents of the same two players in exchanged seats.
  public func playMirrored<Player: Agent, Tally: GameTally>(
    _ level: Player.State.Level, with agents: (even: Player, odd: Player), named name: String,
    tally: Tally.Type, scripts: (any ScriptHosting)?, isCancelled: () -> Bool = { false },
    row: (consuming GameRow) -> Void
  ) where Tally.State == Player.State, Player.State: RecordedGame {
    var even = Runner(agent: agents.even, name: name, maxMoves: maxMoves, checks: checks)
    var odd = Runner(agent: agents.odd, name: name, maxMoves: maxMoves, checks: checks)
    var observer = RowObserver<Player.State, Tally>(level: level)
    let streams = LevelStreams(seed: seed, levelID: levelID)
    for index in games {
      if isCancelled() { return }
      let deal = Self.sharedDeal(ofGame: index)
      let streams = GameStreams(level: streams, index: deal).fresh(repetition: repetition)
      row(
        index == deal
          ? play(index, streams, level, with: &even, scripts: scripts, &observer)
          : play(index, streams, level, with: &odd, scripts: scripts, &observer))
    }
  }

  /// The game whose deal a mirrored game plays: its own, or that of the even one before it.
  package static func sharedDeal(ofGame index: Int) -> Int { index & ~1 }

  private func play<Player: Agent, Tally: GameTally>(
    _ index: Int, _ streams: GameStreams, _ level: Player.State.Level,
    with runner: inout Runner<Player>, scripts: (any ScriptHosting)?,
    _ observer: inout RowObserver<Player.State, Tally>
  ) -> GameRow where Tally.State == Player.State, Player.State: RecordedGame {
    var result = runner.play(
      level, index: index, streams: streams, scripts: scripts, observer: &observer)
    if scripts?.mustPlayAgain() == true {
      result = runner.play(
        level, index: index, streams: streams, scripts: scripts, observer: &observer)
    }
    var values: [Int64?] = []
    values.reserveCapacity(observer.metricCount)
    observer.tally.appendValues(to: &values)
    return GameRow(
      result: result, lossReason: observer.tally.lossReason, metrics: values,
      record: observer.record)
  }
}
