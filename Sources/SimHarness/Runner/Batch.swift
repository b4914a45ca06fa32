/// Which games of a level to play.
public struct BatchRequest: Sendable {
  public let seed: UInt64
  public let levelID: String
  public let games: Range<Int>
  public let maxMoves: Int
  public let checks: Bool
  /// Which time the same games are played: the deals are those of the first, 0, the players' own
  /// streams are fresh.
  public let take: Int

  public init(
    seed: UInt64, levelID: String, games: Range<Int>, maxMoves: Int, checks: Bool = false,
    take: Int = 0
  ) {
    self.seed = seed
    self.levelID = levelID
    self.games = games
    self.maxMoves = maxMoves
    self.checks = checks
    self.take = take
  }
}

extension BatchRequest {
  /// Plays the games one after another with one agent and gives each game's row.
  ///
  /// This is where a batch crosses from erased closures into code specialised for a game, an agent
  /// and a tally.
  public func play<Player: Agent, Tally: GameTally>(
    _ level: Player.State.Level, with agent: Player, named name: String, tally: Tally.Type,
    scripts: (any ScriptHosting)?, isCancelled: () -> Bool = { false }, row: (GameRow) -> Void
  ) where Tally.State == Player.State, Player.State: RecordedGame {
    var runner = Runner(agent: agent, name: name, maxMoves: maxMoves, checks: checks)
    let streams = LevelStreams(seed: seed, levelID: levelID)
    var observer = RowObserver<Player.State, Tally>(level: level)
    for index in games {
      if isCancelled() { return }
      let result = runner.play(
        level, index: index, streams: GameStreams(level: streams, index: index).fresh(take: take),
        scripts: scripts, observer: &observer)
      var values: [Int64?] = []
      values.reserveCapacity(Tally.metrics.count)
      observer.tally.appendValues(to: &values)
      row(
        GameRow(
          result: result, lossReason: observer.tally.lossReason, metrics: values,
          record: observer.record))
    }
  }
}
