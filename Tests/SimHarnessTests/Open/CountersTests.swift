import Agents
import Testing

@testable import SimHarness

/// Fields that only count do not make a position a new one.
@Suite struct CountersTests {
  /// A walk along a line of 21 cells: every step is counted, and none is better than another.
  private static func walk(_ fields: String) throws -> OpenLevel {
    let text = """
      local game = { name = "small", move = { { "step", -1, 1 } }, max_moves = 8, \(fields) }
      function game.setup(s) s.at, s.steps, s.score, s.board = 0, 0, 0, { 3, 1, 2 } end
      function game.moves(s, offer) offer(-1) offer(1) end
      function game.apply(s, move) s.at, s.steps = s.at + move.step, s.steps + 1 s.score = math.abs(s.at) end
      function game.outcome(s) end
      function game.worth(s) return 0 end
      return game
      """
    return try Open.level(try Open.game("small", text: text))
  }

  private static let counted = "counters = { 'steps' },"

  /// How far from its start each of some games of `greedy` ends.
  private static func ends(_ level: OpenLevel) -> [Int] {
    var found: [Int] = []
    BatchRequest(seed: 1, levelID: "test", games: 0..<12, maxMoves: 8).play(
      level, with: GreedyAgent<OpenState>(), named: "greedy", tally: OpenTally.self,
      scripts: Open.host(level.game), row: { found.append($0.result.score) })
    return found
  }

  @Test func playersDoNotGoBackWhereOnlyCountersDiffer() throws {
    #expect(Self.ends(try Self.walk(Self.counted)) == Array(repeating: 8, count: 12))
    #expect(Self.ends(try Self.walk("")).contains { $0 < 8 })
  }

  @Test func positionsAreTheSameWithoutTheirCounters() throws {
    func digests(_ fields: String) throws -> [UInt64] {
      let level = try Self.walk(fields)
      var context = GameContext(streams: Open.streams(0), scripts: Open.host(level.game))
      var state = try OpenState(level: level, in: &context)
      var digests = [state.visibleDigest]
      for step in [1, -1, -1, 1] {
        try state.apply(OpenMove([step]), in: &context) { _ in }
        digests.append(state.visibleDigest)
      }
      return digests
    }
    let counted = try digests(Self.counted)
    #expect(counted[0] == counted[2] && counted[0] == counted[4])
    #expect(Set(counted).count == 3)
    #expect(Set(try digests("")).count == 5)
  }

  @Test func invalidPositionsAreUnchanged() {
    let names = [Array("score".utf8)]
    for bytes: [UInt8] in [[], [1], [1, 5], [2, 1, 97, 3], [255, 255, 255, 255, 255, 255]] {
      #expect(PackedFields.removing(names, from: bytes[...]) == bytes)
    }
  }

  @Test func aCounterMissingFromTheStateIsReported() throws {
    var check = OpenGameCheck(try Self.walk("counters = { 'step' },").game)
    var report = ScriptCheck.Report(file: "games/small.lua")
    check.run(&report)
    #expect(
      report.problems.contains {
        $0.contains("`counters`: there is no s.step at the start; did you mean `steps`?")
      }, "\(report.problems)")
  }
}
