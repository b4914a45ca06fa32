import Testing

@testable import Agents
@testable import SimHarness

/// Levels whose order is known by construction are rated in that order.
///
/// Each of 40 levels is the one before it with one dial turned a step the harder way: a shot fewer,
/// a row of bubbles more, a colour more or more shots of a colour that is not on the board.
@Suite struct PlantedDifficultyTests {
  private static let levels = 40
  /// Which dial is turned at each step, over and over: shots, rows, colours, duds.
  private static let dials = Array("sdsrsdscsds")
  private static let firstShots = 30
  private static let colours: [BubbleColour] = [.red, .blue, .green, .orange, .yellow, .purple]

  /// The level after so many turns.
  static func level(_ step: Int) -> String {
    var (colours, rows, shots, duds) = (3, 3, firstShots, 0)
    for turn in 0..<step {
      switch dials[turn % dials.count] {
      case "s": shots -= 1
      case "r": rows += 1
      case "c": colours += 1
      default: duds += 1
      }
    }
    let used = Self.colours.prefix(colours)
    // A cell's place among the colours is the same in all levels.
    let key = StreamKey(rawValue: 40)
    let grid = (0..<rows).map { row in
      let width = HexGrid.width(ofRow: row, columns: 8)
      let letters = (0..<width).map { column -> Character in
        let uniform = key.uniform(UInt64(row * 64 + column))
        return used[Int(uniform * Double(colours))].letter
      }
      return "\"\(String(letters))\""
    }
    var weights = used.map { "\"\($0.name)\":20" }
    if duds > 0 { weights.append("\"white\":\(duds)") }
    return """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Step \(step)","id":"Step",\
      "columns":8,"shots":\(shots),"grid":[\(grid.joined(separator: ","))],\
      "spawn":{"weights":{\(weights.joined(separator: ","))},"onlyPresent":false}}
      """
  }

  private static func outcomes(_ agents: [(name: String, games: Int)]) throws
    -> RaschRating.Outcomes
  {
    let library = ScriptLibrary(folder: nil)
    var outcomes = RaschRating.Outcomes(levels: levels, players: agents.count)
    let host = ScriptHost(
      limits: .standard, interfaces: BubbleBlast.entry.interfaces, libraries: [], log: { _ in })
    for step in 0..<levels {
      let file = try LevelFile.read(
        Array(level(step).utf8), file: "planted.json", catalog: library)
      let level = try BubbleBlast.entry.ready(file, library, .none)
      for (place, agent) in agents.enumerated() {
        let player = try Roster.player(agent.name, game: BubbleBlast.entry, library: library)
        var wins = 0
        let request = BatchRequest(
          seed: 1, levelID: level.id, games: 0..<agent.games, maxMoves: 100)
        let never = { false }
        player.play(request, level, host, never) { if $0.result.end == .won { wins += 1 } }
        outcomes.set(level: step, player: place, wins: wins, games: agent.games)
      }
    }
    return outcomes
  }

  @Test func theRatingKeepsThePlantedOrder() throws {
    let outcomes = try Self.outcomes([("novice", 24), ("casual", 24), ("skilled", 24)])
    let rating = RaschRating(outcomes, anchor: 1)
    let planted = (0..<Self.levels).map { Double($0) }
    let correlation = try #require(
      Statistics.spearman(planted, rating.difficulties.map(\.value)))
    #expect(correlation >= 0.9)
  }

  @Test func theWeakestAndTheStrongestAgreeOnTheOrder() throws {
    let outcomes = try Self.outcomes([("novice", 40), ("expert", 12)])
    func rates(_ player: Int) -> [Double] {
      (0..<Self.levels).map {
        let place = $0 * 2 + player
        return Double(outcomes.wins[place]) / Double(outcomes.games[place])
      }
    }
    #expect(try #require(Statistics.spearman(rates(0), rates(1))) >= 0.8)
  }
}
