import Agents
import SimHarness

/// Checks a game that is data, such as a game in Lua, for honesty: that no player can know what is
/// hidden, and that the order in which it offers moves says nothing.
///
/// `violations` returns what is broken in words; an empty list is a pass. For this project's games
/// and for yours:
///
///     let game = try OpenGame(from: ScriptSource(name: "games/mine.lua", text: text))
///     let level = try OpenLevelFile(of: game, name: "test").level()
///     #expect(try OpenConformance(level).violations() == [])
public struct OpenConformance {
  private let level: OpenLevel
  private let seed: UInt64

  /// How many positions were looked at, and in how many something was found.
  public struct Count: Hashable, Sendable {
    public var looked = 0
    public var found = 0

    public init(looked: Int = 0, found: Int = 0) {
      self.looked = looked
      self.found = found
    }
  }

  /// Random moves that are played on from each position, and the share of positions of a game that
  /// are looked at.
  private static let futureMoves = 40
  private static let share = 0.25
  /// Moves after which a random game is stopped.
  private static let maxMoves = 160
  /// The confidence of what is said of two pass rates: so high that honest games are not accused.
  private static let confidence = 0.999

  /// - Parameters:
  ///   - level: What is played.
  ///   - seed: Of the random games whose positions are looked at.
  public init(_ level: OpenLevel, seed: UInt64 = 1) {
    self.level = level
    self.seed = seed
  }

  /// Everything found broken: what `playtest script check` says of the game, leaks, and native
  /// players who cheat.
  /// - Parameter positions: For leaks; a tenth of them for each player.
  /// - Returns: What is broken, in words.
  /// - Throws: The script's fault.
  public func violations(positions: Int = 200) throws(ScriptFault) -> [String] {
    var report = ScriptCheck.Report(file: level.game.source.name)
    var check = OpenGameCheck(level.game)
    check.run(&report)
    var found = report.problems
    let leaks = try leaks(positions: positions)
    if leaks.found > 0 {
      found.append("\(leaks.found) of \(leaks.looked) positions let out what is hidden")
    }
    return try found + cheating(positions: max(1, positions / 10))
  }

  // MARK: Positions

  private func host() -> ScriptHost {
    ScriptHost(
      interfaces: OpenGames.allInterfaces, libraries: level.game.modules, log: { _ in })
  }

  /// Gives positions of random games on the level, of each game about a quarter.
  private func eachPosition(
    _ count: Int, _ body: (OpenState, GameStreams, ScriptHost) throws(ScriptFault) -> Void
  ) throws(ScriptFault) {
    let host = host()
    var given = 0
    // A game has at least a start.
    for index in 0..<(8 * count) where given < count {
      let streams = GameStreams(level: LevelStreams(seed: seed, levelID: level.id), index: index)
      var context = GameContext(streams: streams, scripts: host)
      var random = SeededRandom(key: streams.agents)
      host.beginGame()
      var state = try OpenGameCheck.start(level, in: &context)
      var moves = 0
      while state.outcome == nil && moves < Self.maxMoves && given < count {
        if random.uniform() < Self.share {
          try body(state, streams, host)
          given += 1
        }
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try OpenGameCheck.apply(move, to: &state, in: &context)
        moves += 1
      }
    }
  }

  // MARK: Leaks

  /// In how many positions an imagined copy looks different, offers other moves, or has a future
  /// that depends on what is hidden: see `OpenLeak`.
  /// - Parameters:
  ///   - positions: How many are looked at.
  ///   - imagining: What is examined, in place of the copies that players are given.
  /// - Returns: How many were looked at, and how many let something out.
  /// - Throws: The script's fault.
  public func leaks(
    positions: Int = 500, imagining: @escaping OpenLeak.Imagining = { $0.imagined(in: &$1) }
  ) throws(ScriptFault) -> Count {
    var count = Count()
    try eachPosition(positions) { (state, streams, host) throws(ScriptFault) in
      let leak = OpenLeak(state, streams: streams, scripts: host, imagining: imagining)
      count.looked += 1
      if try leak.found(moves: Self.futureMoves) != .none { count.found += 1 }
    }
    return count
  }

  // MARK: Players

  /// The native players that look at more than the list of moves, with little effort.
  private static var players: [(name: String, model: SkillModel)] {
    var players = SkillModel.presets.map { (name: $0.name, model: $0.model) }
    players.append((name: "greedy", model: SkillModel(.greedy, .perfect)))
    players.append((name: "planner", model: SkillModel(.planner, .perfect)))
    for place in players.indices {
      players[place].model.effort.iterations = 6
      players[place].model.effort.width = 2
      players[place].model.effort.depth = 2
    }
    return players
  }

  /// The native players who make different moves in two positions that look alike and hide
  /// different things.
  /// - Returns: What is broken, in words.
  /// - Throws: The script's fault.
  public func cheating(positions: Int = 100) throws(ScriptFault) -> [String] {
    var found: [String] = []
    try eachPosition(positions) { (state, streams, host) throws(ScriptFault) in
      var imagination = GameContext.imagination(for: streams, scripts: host)
      let imagined = state.imagined(in: &imagination)
      guard imagined.view == state.view else {
        found.append("an imagined copy does not look the same to the player")
        return
      }
      for (name, model) in Self.players {
        let suite = AgentConformance(scripts: host) { _ in SkillAgent<OpenState>(model) }
        let problem = suite.cheating((level, state), (level, imagined), tries: 1)
        if let problem { found.append("\(name): \(problem)") }
      }
    }
    return Array(Set(found)).sorted()
  }

  // MARK: The order of moves

  /// The same game with its moves offered in the reverse order.
  public static func reversingMoves(of source: ScriptSource) -> ScriptSource {
    // On the first line, so that messages name the lines of the file.
    ScriptSource(
      name: source.name,
      text: "local game = (function(...) " + source.text + "\n"
        + """
        end)(...)
        local moves = game.moves
        function game.moves(s, offer)
          local list = {}
          moves(s, function(...) list[#list + 1] = { ... } end)
          for i = #list, 1, -1 do offer(table.unpack(list[i])) end
        end
        return game
        """)
  }

  /// Whether `greedy` passes the level more or less often when moves are offered in the reverse
  /// order.
  /// - Returns: Both pass rates in words if they differ by more than chance explains; nil if not.
  /// - Throws: The script's fault.
  public func orderViolation(games: Int = 200) throws(ScriptFault) -> String? {
    try orderViolation(of: GreedyAgent<OpenState>(), games: games)
  }

  /// The same for any player.
  public func orderViolation<Player: Agent>(
    of player: Player, games: Int = 200
  ) throws(ScriptFault) -> String? where Player.State == OpenState {
    let source = Self.reversingMoves(of: level.game.source)
    let reversed = OpenLevel(
      game: try OpenGame(from: source, modules: level.game.modules), name: level.name,
      id: level.id, values: level.values)
    let wins = try [wins(of: player, on: level, games), wins(of: player, on: reversed, games)]
    let difference = Statistics.rateDifference(
      successes: wins[1], trials: games, lessSuccesses: wins[0], lessTrials: games,
      level: Self.confidence)
    guard let difference, difference.low > 0 || difference.high < 0 else { return nil }
    return "of \(games) games \(wins[0]) are won, and \(wins[1]) with the moves in reverse order"
  }

  private func wins<Player: Agent>(
    of player: Player, on level: OpenLevel, _ games: Int
  ) throws(ScriptFault) -> Int where Player.State == OpenState {
    var wins = 0
    var fault: String?
    BatchRequest(
      seed: seed, levelID: level.id, games: 0..<games, maxMoves: level.game.spec.maxMoves
    ).play(
      level, with: player, named: "player", tally: OpenTally.self,
      scripts: host(),
      row: { row in
        if row.result.end == .won { wins += 1 }
        fault = fault ?? row.result.fault
      })
    if let fault { throw ScriptFault(kind: .error, message: fault) }
    return wins
  }
}
