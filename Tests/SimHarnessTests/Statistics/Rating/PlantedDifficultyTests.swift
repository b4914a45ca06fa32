import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness

/// Levels whose order is known by construction are rated in that order.
///
/// Each of the 40 levels in `Fixtures/Planted` is the one before it with one dial turned a step the
/// harder way: a shot fewer, a row of bubbles more, a colour more, or more shots of a colour that
/// is not on the board. At 400 games a cell (docs/numbers.md) the correlations are 1.000 and 0.970.
@Suite struct PlantedDifficultyTests {
  /// Which dial is turned at each step: shots, rows, colours, duds.
  private static let dials = Array("ssdssdrssdssdssdssdssdssdcssdssdssdssds")
  private static let levels = dials.count + 1

  private static func level(_ step: Int) throws -> BubbleLevelFile {
    let name = (step < 10 ? "0" : "") + "\(step).json"
    let path = Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/Planted/" + name)
    let file = try LevelFile.read(
      Array(Data(contentsOf: path)), file: name, catalog: ScriptLibrary(folder: nil))
    guard let level = file.content as? BubbleLevelFile else { throw Wrong.game }
    return level
  }

  private enum Wrong: Error { case game }

  /// The levels are what their places say.
  @Test func eachLevelIsTheOneBeforeWithOneDialTurned() throws {
    var (shots, rows, colours, duds) = (44, 2, 2, 0)
    for step in 0..<Self.levels {
      let level = try Self.level(step)
      let weights = try #require(level.spawn.weights)
      #expect(level.rules.shots == shots)
      #expect(level.gridRows.count == rows)
      #expect(weights.count { $0 > 0 } == colours + (duds > 0 ? 1 : 0))
      #expect(weights[BubbleColour.white.index] == Double(duds))
      guard step < Self.dials.count else { continue }
      switch Self.dials[step] {
      case "s": shots -= 1
      case "r": rows += 1
      case "c": colours += 1
      default: duds += 1
      }
    }
  }

  private static func outcomes(
    of steps: [Int], _ agents: [(name: String, games: Int)]
  ) throws -> RaschRating.Outcomes {
    let library = ScriptLibrary(folder: nil)
    var outcomes = RaschRating.Outcomes(levels: steps.count, players: agents.count)
    let host = ScriptHost(
      limits: .standard, interfaces: BubbleBlast.entry.interfaces, libraries: [], log: { _ in })
    for (row, step) in steps.enumerated() {
      let level = try BubbleBlast.entry.ready(LevelFile(try level(step)), library, .none)
      for (place, agent) in agents.enumerated() {
        let player = try Roster.player(agent.name, game: BubbleBlast.entry, library: library)
        var wins = 0
        let request = BatchRequest(
          seed: 1, levelID: level.id, games: 0..<agent.games, maxMoves: 100)
        let never = { false }
        player.play(request, level, host, never) { if $0.result.end == .won { wins += 1 } }
        outcomes.set(level: row, player: place, wins: wins, games: agent.games)
      }
    }
    return outcomes
  }

  @Test func theRatingKeepsThePlantedOrder() throws {
    let outcomes = try Self.outcomes(
      of: Array(0..<Self.levels), [("novice", 12), ("casual", 24), ("skilled", 24)])
    let rating = RaschRating(outcomes, anchor: 1)
    let planted = (0..<Self.levels).map { Double($0) }
    let correlation = try #require(
      Statistics.spearman(planted, rating.difficulties.map(\.value)))
    #expect(correlation >= 0.9)
  }

  @Test func theWeakestAndTheStrongestAgreeOnTheOrder() throws {
    let steps = Array(stride(from: 0, to: Self.levels, by: 5))
    let outcomes = try Self.outcomes(of: steps, [("novice", 100), ("expert", 24)])
    func rates(_ player: Int) -> [Double] {
      steps.indices.map {
        let place = $0 * 2 + player
        return Double(outcomes.wins[place]) / Double(outcomes.games[place])
      }
    }
    #expect(try #require(Statistics.spearman(rates(0), rates(1))) >= 0.8)
  }
}
