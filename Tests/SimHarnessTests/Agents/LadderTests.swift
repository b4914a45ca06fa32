import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import CardsGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// Stronger players do better: the whole ladder on every bundled level of every game.
///
/// `PLAYTEST_LADDER=10` plays ten times as many games, with all of the tree search's iterations;
/// `make bench-players` prints the long form with the release program.
@Suite struct LadderTests {
  private static let longer = Int(ProcessInfo.processInfo.environment["PLAYTEST_LADDER"] ?? "") ?? 1

  /// Games of a level for each player of a game; the searches are slow without optimisation.
  private static let games: [String: [String: Int]] = [
    "bubble-blast": ["expert": 2, "oracle": 1], "peggle": ["expert": 1, "oracle": 1],
    "bubble-pop": ["expert": 4, "oracle": 2],
  ]
  private static let usual: [String: Int] = ["bubble-blast": 10, "peggle": 3, "bubble-pop": 10]

  private func levels(of game: GameEntry) throws -> [PlayableLevel] {
    let library = Bubbles.library
    return try LevelLibrary(folder: ProjectFolder.path("levels"), catalog: library)
      .levels(for: [ProjectFolder.path("levels/\(game.name)")])
      .map { try game.ready($0, library, .none) }
  }

  /// With Holm's correction over all pairs of all levels at most one seed in 20 would name a pair
  /// where all are in order.
  @Test func strongerPlayersDoBetterOnEveryBundledLevel() async throws {
    var cells: [Ladder.Cell] = []
    for game in GameRegistry.bundled.games {
      let levels = try levels(of: game)
      #expect(!levels.isEmpty)
      for player in Ladder.players(of: game) {
        let games = Self.games[game.name]?[player] ?? Self.usual[game.name] ?? 60
        let isShort = player == "oracle" && Self.longer == 1
        cells += try await Ladder.play(
          isShort ? "oracle:iterations=20" : player, of: game, on: levels,
          games: games * Self.longer, seed: 5, jobs: 2, library: Bubbles.library)
      }
    }
    #expect(Set(cells.map(\.game)).count == GameRegistry.bundled.games.count)
    for cell in cells { #expect(!cell.played.isEmpty, "\(cell.level), \(cell.player)") }
    for violation in Ladder.violations(cells, order: Ladder.order) {
      Issue.record("out of order: \(violation)")
    }
  }

  @Test func theLadderIsNamed() {
    #expect(Ladder.order == ["beginner", "novice", "casual", "skilled", "expert", "oracle"])
    #expect(Ladder.players(of: Peggle.entry) == Ladder.order)
    #expect(Ladder.players(of: SetGame.entry) == Array(Ladder.order[0..<4]))
    for (weak, strong) in zip(Ladder.order, Ladder.order.dropFirst()) {
      #expect(PlayerOrder.isStronger(strong, than: weak))
    }
  }

  // MARK: The comparison

  private func cell(
    _ player: String, _ results: [Double?], hasGoal: Bool = true
  ) -> Ladder.Cell {
    Ladder.Cell(
      game: "g", level: "L", player: player, hasGoal: hasGoal, results: results, moves: 1)
  }

  /// 10 games that only the weaker one passed and none the other way: p = 2^-10, one-sided.
  @Test func aPlantedViolationIsNamed() throws {
    let some = [Double](repeating: 1, count: 5)
    let weak = cell("casual", some + [Double](repeating: 1, count: 10))
    let strong = cell("skilled", some + [Double](repeating: 0, count: 10))
    let violations = Ladder.violations([strong, weak], order: Ladder.order)
    let violation = try #require(violations.first)
    #expect(
      violation.stronger == "skilled" && violation.weaker == "casual" && violation.games == 15)
    #expect(violation.pValue == 0x1p-10)
    let swapped = [cell("casual", strong.results), cell("skilled", weak.results)]
    #expect(Ladder.violations(swapped, order: Ladder.order).isEmpty)
  }

  /// Holm: the smallest of three p-values counts three times.
  @Test func allPairsCount() {
    let weak = cell("novice", [1, 1, 1, 1, 1, 1])
    let strong = cell("skilled", [0, 0, 0, 0, 0, 0])
    let one = Ladder.violations([weak, strong], order: Ladder.order)
    #expect(one.count == 1 && (one[0].pValue - 0x1p-6).magnitude < 1e-12)
    let middle = cell("casual", [1, 1, 1, 0, 0, 0])
    let all = Ladder.violations([weak, middle, strong], order: Ladder.order)
    #expect(all.count == 1 && (all[0].pValue - 3 * 0x1p-6).magnitude < 1e-12)
    #expect(Ladder.violations([weak, middle, strong], order: Ladder.order, error: 0.04).isEmpty)
  }

  @Test func scoresArePairedAndFaultsLeftOut() throws {
    let deals = (0..<12).map { Double(100 * $0) }
    let weak = cell("casual", deals.map { $0 + 3 }, hasGoal: false)
    let strong = cell("skilled", deals.map { $0 + Double(Int($0) / 100 % 2) }, hasGoal: false)
    let violation = try #require(Ladder.violations([weak, strong], order: Ladder.order).first)
    #expect(violation.pValue < 1e-6)
    let faulted = cell("skilled", deals.map { _ in nil }, hasGoal: false)
    #expect(Ladder.violations([weak, faulted], order: Ladder.order).isEmpty)
  }
}
