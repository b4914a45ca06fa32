import Foundation
import SimHarnessTesting
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import SimHarness

/// The conformance checks over everything that is registered: every game of the program, with every
/// agent of the roster that plays it, on the level of the game's golden playthrough.
///
/// Few games and moves: what breaks a contract breaks it in the first moves. The tests of each game
/// and agent play more.
@Suite struct RegisteredConformanceTests {
  /// An agent that plays a game, under the name by which it searches least.
  struct Pairing: CustomTestStringConvertible, Sendable {
    let game: String
    let agent: String

    var testDescription: String { "\(agent) plays \(game)" }
  }

  static let games = GameRegistry.bundled.names

  static let pairings: [Pairing] = {
    let agents = (try? Roster.entries(library: Bubbles.library)) ?? []
    return games.flatMap { game in
      agents.filter { $0.games.contains(game) }.map { agent in
        let effort = [("iterations", 2), ("width", 1), ("depth", 1)].filter { number, _ in
          agent.parameters.contains { $0.name == number }
        }
        let numbers = effort.map { "\($0)=\($1)" }.joined(separator: ",")
        return Pairing(game: game, agent: agent.name + (numbers.isEmpty ? "" : ":" + numbers))
      }
    }
  }()

  private static func entry(_ name: String) throws -> GameEntry {
    try #require(GameRegistry.bundled.game(named: name))
  }

  /// The level of the game's golden playthrough.
  private static func level(of game: GameEntry) throws -> PlayableLevel {
    let path = "\(Golden.folder)/Playthroughs/\(game.name).json"
    let text = try Program.text(of: path, in: Oracle.root)
    let file = try LevelFile.read(Array(text.utf8), file: path, catalog: Bubbles.library)
    return try game.ready(file, Bubbles.library, .none)
  }

  private static func host(of game: GameEntry) throws -> ScriptHost {
    ScriptHost(interfaces: game.interfaces, libraries: try Bubbles.library.modules())
  }

  // MARK: Games

  @Test(arguments: games)
  func statesKeepTheContract(_ name: String) throws {
    let game = try Self.entry(name)
    func check<Game: GameModule>(_ module: Game.Type) throws {
      let level = try #require(try Self.level(of: game).content(as: Game.State.Level.self))
      let suite = GameStateConformance<Game.State>(
        level: level, scripts: try Self.host(of: game), games: 2, maxMoves: 12)
      #expect(suite.violations() == [])
    }
    try check(game.module)
  }

  /// A state and one that was imagined from it look alike and have other futures.
  private static func lookalikes<State: GameState>(
    of level: State.Level, _ host: ScriptHost
  ) throws -> (State, State) {
    let streams = Bubbles.streams()
    host.beginGame()
    var context = GameContext(streams: streams, scripts: host)
    let first = try State(level: level, in: &context)
    var imagination = GameContext.imagination(for: streams, scripts: host)
    let second = first.imagined(in: &imagination)
    try #require(first.view == second.view && first != second)
    return (first, second)
  }

  @Test(arguments: games)
  func imaginedStatesLeakNothing(_ name: String) throws {
    let game = try Self.entry(name)
    func check<Game: GameModule>(_ module: Game.Type) throws {
      let level = try #require(try Self.level(of: game).content(as: Game.State.Level.self))
      let host = try Self.host(of: game)
      let lookalikes: (Game.State, Game.State) = try Self.lookalikes(of: level, host)
      #expect(
        GameStateConformance<Game.State>.leak(lookalikes.0, lookalikes.1, scripts: host, moves: 3)
          == nil)
    }
    try check(game.module)
  }

  // MARK: Agents

  @Test(arguments: games)
  func noAgentSeesMoreThanAPlayer(_ name: String) throws {
    let game = try Self.entry(name)
    func check<Game: GameModule>(_ module: Game.Type) throws {
      let level = try #require(try Self.level(of: game).content(as: Game.State.Level.self))
      let host = try Self.host(of: game)
      let lookalikes: (Game.State, Game.State) = try Self.lookalikes(of: level, host)
      func expectHonest<Player: Agent<Game.State>>(
        _ agent: String, _ make: @escaping () -> Player
      ) {
        let suite = AgentConformance<Player>(scripts: host) { _ in make() }
        let problem = suite.cheating((level, lookalikes.0), (level, lookalikes.1), tries: 1)
        #expect(problem == nil, "\(agent)")
      }
      for (agent, plan) in try Self.plans(of: game) {
        // A plan of another kind needs a line here.
        switch plan {
        case .random: expectHonest(agent) { RandomAgent<Game.State>() }
        case .greedy: expectHonest(agent) { GreedyAgent<Game.State>() }
        case .skill(let model): expectHonest(agent) { SkillAgent<Game.State>(model) }
        case .script(let script): expectHonest(agent) { ScriptedAgent<Game.State>(script) }
        // Agents of one game, which its own tests check, and players who look at records.
        case .own, .pair, .seats, .recorded, .study, .mix: break
        }
      }
    }
    try check(game.module)
  }

  /// The plans of the native agents, the presets and the scripts that play a game.
  private static func plans(of game: GameEntry) throws -> [(agent: String, plan: Roster.Plan)] {
    var plans: [(agent: String, plan: Roster.Plan)] = []
    for native in Roster.natives(of: .bundled) where native.entry.games.contains(game.name) {
      plans.append((native.entry.name, native.plan))
    }
    for preset in SkillModel.presets where Roster.supports(game, preset.model.strategy) {
      plans.append((preset.name, .skill(preset.model)))
    }
    for source in try Bubbles.library.sources(of: .agent) {
      let script = try Bubbles.library.agent(source, knownGames: games)
      if script.games.contains(game.name) { plans.append((script.name, .script(script))) }
    }
    return plans.map { agent, plan in
      guard case .skill(var model) = plan else { return (agent, plan) }
      model.effort.iterations = 2
      model.effort.width = 1
      model.effort.depth = 1
      return (agent, .skill(model))
    }
  }

  /// A game depends on seed, level and index alone, and its record replays to the same end.
  @Test(arguments: pairings)
  func gamesRepeatAndReplay(_ pairing: Pairing) throws {
    let game = try Self.entry(pairing.game)
    let level = try Self.level(of: game)
    let player = try Roster.player(pairing.agent, game: game, library: Bubbles.library)
    func rows(_ games: Range<Int>) throws -> [GameRow] {
      var rows: [GameRow] = []
      let request = BatchRequest(
        seed: 3, levelID: level.id, games: games, maxMoves: 2, checks: true)
      player.play(
        request, level, try Self.host(of: game), { false }, { rows.append($0) })
      return rows
    }
    let played = try rows(0..<2)
    try #require(played.map(\.result.index) == [0, 1])
    // Alone, on a host that has played nothing.
    #expect(try rows(1..<2) == [played[1]])
    for row in played {
      #expect(row.result.fault == nil && row.result.end != .inconclusive)
      #expect((1...2).contains(row.result.moves))
      let replay = try game.replay(
        ReplayRequest(
          level: level, seed: 3, index: row.result.index, moves: row.record,
          scripts: try Self.host(of: game), step: { _ in }))
      #expect(replay.hash == row.result.hash)
      #expect(replay.score == row.result.score)
      #expect(replay.moves == row.result.moves)
    }
  }

  /// Reports go by the reasons that a game declares.
  @Test(arguments: games) func gamesAreLostForTheReasonsThatTheyDeclare(_ name: String) throws {
    let game = try Self.entry(name)
    let level = try Self.level(of: game)
    let player = try Roster.player("random", game: game, library: Bubbles.library)
    var lost: [GameRow] = []
    let request = BatchRequest(
      seed: 3, levelID: level.id, games: 0..<6, maxMoves: game.defaultMaxMoves, checks: false)
    player.play(
      request, level, try Self.host(of: game), { false },
      { row in if row.result.end == .lost { lost.append(row) } })
    for row in lost {
      #expect(game.lossReasons.contains(try #require(row.lossReason)), "\(row.result.index)")
    }
  }

  // MARK: The lists

  /// Nothing that is registered is left out of the tests above.
  @Test func everyGameAndAgentIsPaired() throws {
    let agents = try Roster.entries(library: Bubbles.library)
    // Games that are scripts have tests of their own (`Games/Open`).
    let native = agents.reduce(0) { $0 + $1.games.count { Self.games.contains($0) } }
    #expect(Self.pairings.count == native)
    for game in Self.games {
      #expect(Self.pairings.count { $0.game == game } >= 5, "\(game)")
    }
    for agent in agents {
      #expect(Self.pairings.contains { $0.agent.hasPrefix(agent.name) }, "\(agent.name)")
    }
  }

  /// Every folder of `Games` that has a state has a registered game, and each game is in one
  /// folder.
  @Test func everyFolderOfAGameIsRegistered() throws {
    let root = Oracle.root.appending(path: "Sources/Games")
    let files = try Program.files(in: root).filter { $0.hasSuffix(".swift") }
    let folders = Dictionary(grouping: files.filter { $0.contains("/") }) {
      String($0.prefix { $0 != "/" })
    }
    let state = #/\bstruct \w+(<.*>)?: (\w+ & )*(Game|Plain)State\b/#
    var found: [String: [String]] = [:]
    for (folder, files) in folders {
      let texts = try files.map { try Program.text(of: $0, in: root) }
      guard texts.contains(where: { $0.contains(state) }) else { continue }
      found[folder] = try GameRegistry.bundled.games.filter { game in
        let declaration = try Regex(#"\b(enum|struct) \#(game.module)\b"#)
        return texts.contains { $0.contains(declaration) }
      }.map(\.name)
      #expect(found[folder] != [], "\(folder) has a state and no registered game")
    }
    #expect(found.values.flatMap { $0 }.sorted() == Self.games.sorted())
  }
}
