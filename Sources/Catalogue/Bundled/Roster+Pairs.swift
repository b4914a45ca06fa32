import Agents
import CardsGame
import SimHarness

/// Two agents who share a table, as they are written: `A:B`, each with parameters of its own, such
/// as `casual:search=9:skilled`.
struct AgentPair: Equatable {
  let first: String
  let second: String

  /// nil if the text names one agent.
  ///
  /// A colon before `key=value` begins parameters, any other one the next agent; a path to a Lua
  /// file may hold colons of its own, unless `allowsScripts`: Lua files can then be named too.
  /// - Throws: `AgentNameError` where the text names more than two.
  init?(parsing text: String, allowsScripts: Bool = false) throws(AgentNameError) {
    if !allowsScripts, text.hasSuffix(".lua") || text.contains(".lua:") { return nil }
    let names = TableNames.names(in: text)
    guard names.count > 1 else { return nil }
    guard names.count == 2 else {
      throw AgentNameError("agent '\(text)': a table has two players, not \(names.count)")
    }
    (first, second) = (names[0], names[1])
  }
}

extension Roster {
  /// The plan of two players who share a table.
  static func plan(
    of pair: AgentPair, _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    guard binding(of: game)?.isForTwo == true else {
      let others = library.games.all.filter(isForTwo).map(\.name).joined(separator: ", ")
      throw .usage(
        "agent '\(text)': \(game.name) is for one player, and two can play \(others); name the"
          + " agents"
          + " separately, '\(pair.first),\(pair.second)', or write a parameter as key=number")
    }
    let first = try skillModel(pair.first, game: game, library: library)
    let second = try skillModel(pair.second, game: game, library: library)
    return (
      .pair(first, second),
      "\(pair.first) against \(pair.second) at one table; the score is \(pair.first)'s"
    )
  }

  /// How a player at a shared table plays.
  static func skillModel(
    _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> SkillModel {
    if let model = try skill(of: text, game: game, library: library) { return model }
    throw .usage(
      "agent '\(text)': a Lua agent has no thinking time, so it cannot play in a two-player game;"
        + " name a player such as casual or greedy@steady")
  }

  /// The batch of two players who share a table.
  static func play<Tally: GameTally<CardsState>>(
    _ tally: Tally.Type, _ players: (SkillModel, SkillModel), _ request: BatchRequest,
    _ level: CardsLevel, _ host: ScriptHost, _ isCancelled: () -> Bool,
    _ row: (consuming GameRow) -> Void
  ) {
    // One name for all pairs, so that all get the same random streams.
    request.playMirrored(
      level,
      with: (TableForTwo(players, swapped: false), TableForTwo(players, swapped: true)),
      named: "two-player table", tally: tally, scripts: host, isCancelled: isCancelled, row: row)
  }
}
