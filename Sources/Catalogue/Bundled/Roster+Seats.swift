import Agents
import SimHarness

/// Games of one's own for two: who can play them, and how.
extension Roster {
  /// Whether a game is one of scripts for two players.
  static func isOpenForTwo(_ game: GameEntry) -> Bool {
    (game.definition as? OpenGame)?.spec.isForTwo == true
  }

  /// That a strategy can play a two-player game.
  static func demandForTwo(
    _ strategy: Strategy, _ name: String, _ game: GameEntry
  ) throws(RosterError) {
    guard isOpenForTwo(game), !supports(game, strategy) else { return }
    let presets = SkillModel.presets.filter { supports(game, $0.model.strategy) }.map(\.name)
    throw .usage(
      "\(name) plans the moves of one player, and \(game.name) is for two; random, greedy, mcts,"
        + " \(presets.joined(separator: ", ")) and Lua agents can play it")
  }

  /// The plan of two players of a two-player game, or of one who plays both seats.
  static func seats(
    _ pair: AgentPair?, _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let (first, summary) = try seat(pair?.first ?? text, game: game, library: library)
    // Looked up once more where both are one player, so that scripts in two seats share nothing.
    let (second, _) = try seat(pair?.second ?? text, game: game, library: library)
    guard let pair else {
      return (.seats(first, second, isPair: false), "\(summary); plays both seats")
    }
    return (
      .seats(first, second, isPair: true),
      "\(pair.first) against \(pair.second), in both seats of each deal; won means that"
        + " \(pair.first) won"
    )
  }

  private static func seat(
    _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    let (plan, summary) = try plan(ofOne: text, game: game, library: library)
    guard OpenSeat(plan) != nil else {
      throw .usage(
        "agent '\(text)': a mix of players cannot play a two-player game; name one of the players")
    }
    return (plan, summary)
  }

  /// The batch of two players of a two-player game.
  static func play(
    _ plans: (Plan, Plan), isPair: Bool, _ request: BatchRequest, _ level: OpenLevel,
    _ host: ScriptHost, _ isCancelled: () -> Bool, _ row: (consuming GameRow) -> Void
  ) {
    guard let first = OpenSeat(plans.0), let second = OpenSeat(plans.1) else {
      preconditionFailure("a player for a seat")
    }
    // One name for all pairs, so that all get the same random streams.
    let name = "two-player table"
    if isPair {
      request.playMirrored(
        level,
        with: (
          OpenTableForTwo(first, second, firstPlayer: 1),
          OpenTableForTwo(second, first, firstPlayer: 2)
        ),
        named: name, tally: OpenTally.self, scripts: host, isCancelled: isCancelled, row: row)
    } else {
      request.play(
        level, with: OpenTableForTwo(first, second, firstPlayer: 0), named: name,
        tally: OpenTally.self, scripts: host, isCancelled: isCancelled, row: row)
    }
  }

  /// A simulated player of a two-player game that a person plays too.
  static func openOpponent(
    _ text: String, game: GameEntry, library: ScriptLibrary, luck: StreamKey
  ) throws(RosterError) -> any TableOpponent {
    guard let seat = OpenSeat(try seat(text, game: game, library: library).0) else {
      preconditionFailure("a player for a seat")
    }
    return OpenOpponent(seat, luck: luck)
  }
}
