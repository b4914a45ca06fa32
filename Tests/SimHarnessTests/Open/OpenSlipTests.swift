import Testing

@testable import Agents
@testable import SimHarness

/// What an unsteady hand does in a game that says so itself, and what players see as numbers.
@Suite struct OpenSlipTests {
  /// Steps of which the first is always the best; the hand slips to the third.
  private static let slipping = """
    function game.setup(s, random) s.place, s.score, s.seen, s.deck = 0, 0, {}, { 1, 2, 3 } end
    function game.apply(s, move)
      s.place = s.place + 1
      s.score = s.score + 4 - move.step
      s.seen[s.place] = move.step
    end
    function game.outcome(s) if s.place > 39 then return "ended" end end
    function game.slip(s, move, random)
      assert(s.deck == nil and s.level and move.step and random(2) <= 2)
      return 3
    end
    """

  private func share(of model: SkillModel, games: Int) throws -> Double {
    let game = try Open.game(
      "small", text: Open.small(Self.slipping, fields: "hidden = { { 'deck' } }"))
    let level = try Open.level(game)
    var slips = 0
    var moves = 0
    var fault: String?
    BatchRequest(seed: 1, levelID: "test", games: 0..<games, maxMoves: 100).play(
      level, with: SkillAgent<OpenState>(model), named: "player", tally: OpenTally.self,
      scripts: Open.host(game),
      row: { row in
        fault = fault ?? row.result.fault
        moves += row.result.moves
        slips += (3 * row.result.moves - row.result.score) / 2
      })
    #expect(fault == nil)
    return Double(slips) / Double(moves)
  }

  /// The hands of the presets slip as often as they do in other games: 8%, 2% and never.
  @Test func theHandsOfThePresetsSlip() throws {
    #expect(try share(of: SkillModel(.greedy, .perfect), games: 2) == 0)
    let steady = try share(of: SkillModel(.greedy, .steady), games: 60)
    #expect((0.01...0.03).contains(steady), "\(steady)")
    let shaky = try share(of: SkillModel(.greedy, .shaky), games: 60)
    #expect((0.06...0.10).contains(shaky), "\(shaky)")
  }

  @Test func aSlipToAMoveThatIsNotOfferedIsAFault() throws {
    for (answer, given) in [
      ("return 1, 2", "1, 2"), ("return 9", "9"), ("return 'left'", "a string"), ("return", "nil"),
      ("return 65537", "65537"), ("return 2.5", "2.5"), ("return true", "a boolean"),
    ] {
      let text = Open.small("function game.slip(s, move, random) \(answer) end")
      let game = try Open.game("small", text: text)
      let host = Open.host(game)
      var context = GameContext(streams: Open.streams(0), scripts: host)
      host.beginGame()
      let state = try OpenState(level: try Open.level(game), in: &context)
      var random = SeededRandom(key: StreamKey(rawValue: 1))
      var fault: ScriptFault?
      do throws(ScriptFault) {
        _ = try state.slipped(OpenMove([1]), in: context, using: &random)
      } catch {
        fault = error
      }
      let message =
        "slip must return the numbers of a move that is offered (step), not \(given); offered: 1 or 2"
        + " or 3"
      #expect(fault?.message.hasSuffix(message) == true, "\(answer): \(fault?.message ?? "")")
      var report = ScriptCheck.Report(file: "small")
      var check = OpenGameCheck(game)
      check.run(&report)
      #expect(report.problems.contains { $0.contains(message) }, "\(report.problems)")
    }
  }

  /// Of many moves the first are named, each with all of its numbers.
  @Test func aWrongSlipNamesTheFirstMoves() throws {
    let text = """
      local game = { name = "small", move = { { "from", 1, 3 }, { "to", 1, 3 } } }
      function game.setup(s) s.place = 0 end
      function game.moves(s, offer) for from = 1, 3 do for to = 1, 3 do offer(from, to) end end end
      function game.apply(s) s.place = 1 end
      function game.outcome(s) if s.place == 1 then return "won" end end
      function game.slip(s) return 1 end
      return game
      """
    var report = ScriptCheck.Report(file: "small")
    var check = OpenGameCheck(try Open.game("small", text: text))
    check.run(&report)
    #expect(
      report.problems == [
        "games/small.lua:6: slip must return the numbers of a move that is offered (from, to), not 1;"
          + " offered: (1, 1) or (1, 2) or (1, 3) or (2, 1) or (2, 2) or 4 more (game 0, move 1)"
      ])
  }

  // MARK: Observations

  @Test func theUsualObservationIsWhatKeepsItsLength() throws {
    let tiles = try Open.game("tiles")
    let found = try tiles.observation(on: try Open.level(tiles))
    #expect(found.map(\.field) == ["best", "board", "moved", "score"])
    #expect(found.map(\.length) == [1, 16, 1, 1])
    let patience = try Open.game("patience")
    #expect(
      try patience.observation(on: try Open.level(patience)).map(\.field)
        == ["home", "passes", "score"])
  }

  @Test func aDeclaredObservationIsCheckedInGames() throws {
    func problems(_ observation: String) throws -> [String] {
      let text = Open.small("", fields: "observation = { \(observation) }")
      let game = try Open.game("small", text: text)
      #expect(try game.observation(on: try Open.level(game)).count == 1)
      var report = ScriptCheck.Report(file: "small")
      var check = OpenGameCheck(game)
      check.run(&report)
      return report.problems
    }
    #expect(try problems("{ 'place', 1, 0, 12 }") == [])
    #expect(try problems("{ 'seen', 10, 1, 6 }") == [])
    for (observation, message) in [
      ("{ 'plase', 1, 0, 12 }", "the state has no field `plase`"),
      ("{ 'seen', 2, 1, 6 }", "s.seen has "),
      ("{ 'place', 1, 1, 12 }", "s.place holds 0, and 1 to 12 is declared"),
    ] {
      let found = try problems(observation)
      #expect(found.contains { $0.contains("`observation`: \(message)") }, "\(found)")
    }
  }
}
