import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// Players on two axes: names, and that better ones do better.
@Suite struct PlayersTests {
  /// The scores of each player's games on bundled levels, by player; the games are the same.
  private func scores(
    _ game: GameEntry, _ levels: [String], _ players: [String], games: Int
  ) async throws -> [[Double]] {
    let library = Bubbles.library
    let sources = try LevelLibrary(
      folder: Oracle.root.appending(path: "levels").path, catalog: library
    ).levels(for: levels.map { "builtin:\(game.name)/\($0)" })
    let plan = RunPlan(
      title: "ladder", game: game,
      levels: try sources.map { try game.ready($0, library, .none) },
      players: try players.map { try Roster.player($0, game: game, library: library) },
      games: games, seed: 5, maxMoves: 2000)
    let rows = Mutex<[Int: [GameRow]]>([:])
    try await RunEngine(plan: plan, jobs: 2).run(
      isCancelled: { false }, log: { _ in },
      rows: { cell, chunk in rows.withLock { $0[cell, default: []] += chunk } })
    let played = rows.withLock { $0 }
    return players.indices.map { player in
      plan.levels.indices.flatMap { level in
        (played[level * players.count + player] ?? [])
          .sorted { $0.result.index < $1.result.index }
          .map { Double($0.result.score) + ($0.result.end == .won ? 1e-3 : 0) }
      }
    }
  }

  /// By how many standard errors the second does better in the same games.
  private func advantage(_ worse: [Double], _ better: [Double]) -> Double {
    let differences = zip(worse, better).map { $1 - $0 }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return mean / (squares / (count - 1) / count).squareRoot()
  }

  /// Fixed games: each player is better than the one before by 3 standard errors and more.
  @Test func bubbleBlastsLadderIsInOrder() async throws {
    let scores = try await scores(
      BubbleBlast.entry, ["08-rainbow-bridge", "12-last-ceiling"],
      ["novice", "casual", "skilled", "expert"], games: 20)
    for rung in 1..<scores.count {
      #expect(advantage(scores[rung - 1], scores[rung]) > 3, "rung \(rung)")
    }
  }

  @Test func bubblePopsLadderIsInOrder() async throws {
    let scores = try await scores(
      BubblePop.entry, ["classic", "drift"], ["novice", "casual", "skilled", "expert"], games: 10)
    for rung in 1..<scores.count {
      #expect(advantage(scores[rung - 1], scores[rung]) > 3, "rung \(rung)")
    }
  }

  /// Each card game's players are in order too; whoever knows more takes fewer wrong cards.
  @Test(arguments: [
    ("set", "01-official", 100), ("set", "02-assignment", 100), ("cards", "01-tens", 100),
    ("playing-cards", "01-pairs", 80),
  ])
  func cardGamesLaddersAreInOrder(_ name: String, _ level: String, _ games: Int) async throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    let scores = try await scores(game, [level], ["novice", "casual", "skilled"], games: games)
    for rung in 1..<scores.count {
      #expect(advantage(scores[rung - 1], scores[rung]) > 3, "rung \(rung)")
    }
  }

  /// A shot that many neighbours share is a shot that a steady hand can make.
  @Test func pegglesExpertAllowsForTheHand() async throws {
    let players = ["greedy@steady", "planner@steady"]
    let scores = try await scores(
      Peggle.entry, ["10-graveyard-shift", "11-powder-keg"], players, games: 6)
    let wins = scores.map { $0.count { $0 > $0.rounded(.down) } }
    #expect(wins[1] > wins[0], "\(wins)")
  }

  /// The tree search beats chance and is no worse than one move of foresight, hands being equal.
  @Test func treeSearchIsNoWorseThanGreedy() async throws {
    let players = ["random@steady", "greedy@steady", "mcts@steady:iterations=60"]
    let bubbles = try await scores(
      BubbleBlast.entry, ["12-last-ceiling"], players, games: 10)
    let pops = try await scores(BubblePop.entry, ["classic"], players, games: 6)
    for scores in [bubbles, pops] {
      #expect(advantage(scores[0], scores[2]) > 3)
      #expect(advantage(scores[1], scores[2]) > 0)
    }
  }

  // MARK: Names

  @Test(arguments: [
    "expert", "oracle", "expert:width=24", "expert:aim=2.5,depth=2", "planner:width=1",
    "mcts@steady:iterations=50", "oracle:exploration=0.5", "planner@shaky", "expert:share=0.5",
  ])
  func playersAreNamed(_ name: String) throws {
    for game in [BubbleBlast.entry, Peggle.entry] {
      #expect(try Roster.player(name, game: game, library: Bubbles.library).name == name)
    }
  }

  @Test(arguments: [
    ("exprt", "'expert'"), ("plannr@steady", "'planner'"), ("expert:widht=3", "'width'"),
    ("expert:width=2.5", "'width' must be a whole number"),
    ("expert:width=0", "'width' must be from 1 to 1000"),
    ("casual:width=3", "'width'"), ("mcts:depth=3", "'depth'"), ("planner@stedy", "'steady'"),
  ])
  func whatIsWrongWithANameIsReported(_ name: String, _ words: String) {
    let error = #expect(throws: RosterError.self) {
      try Roster.player(name, game: BubbleBlast.entry, library: Bubbles.library)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func cellsAreNine() throws {
    for game in GameRegistry.bundled.games where Roster.supports(game, .planner) {
      let cells = Roster.cells(of: game)
      #expect(cells.count == 9)
      #expect(cells.first == "random@perfect" && cells.last == "planner@shaky")
      for cell in cells {
        #expect(try Roster.player(cell, game: game, library: Bubbles.library).name == cell)
      }
    }
  }
}
