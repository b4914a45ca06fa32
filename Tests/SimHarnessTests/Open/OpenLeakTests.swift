import Testing

@testable import Agents
@testable import Catalogue
@testable import SimHarness
@testable import SimHarnessTesting

/// No player knows more than a player could.
@Suite struct OpenLeakTests {
  /// Looks at positions of random games and gives how many leak, and of how many.
  private func leaks(_ game: OpenGame, positions: Int) throws -> (leaks: Int, looked: Int) {
    let level = try Open.level(game)
    let host = Open.host(game)
    var found = 0
    var looked = 0
    var index = 0
    while looked < positions {
      try Open.play(level, index: index, host: host, most: 25) { state, context in
        guard looked < positions, state.outcome == nil else { return }
        looked += 1
        let finding = try OpenLeak(state, streams: context.streams, scripts: host)
          .found(moves: 40)
        if finding != .none { found += 1 }
      }
      index += 1
    }
    return (found, looked)
  }

  @Test(arguments: OpenStateTests.games)
  func nothingLeaks(_ name: String) throws {
    #expect(try leaks(try Open.game(name), positions: 100).leaks == 0)
  }

  /// Three ways to let a hidden order out: in what players see, in what a script remembers, and in
  /// moves that depend on it.
  @Test func plantedLeaksAreFound() throws {
    let text = try Open.text("patience")
    let remembering = text.replacing(
      "-- Whether a card may lie on a pile",
      with: """
        local known
        local setup = game.setup
        function game.setup(s, random)
          setup(s, random)
          known = {}
          for place, card in ipairs(s.stock) do known[place] = card end
        end

        -- Whether a card may lie on a pile
        """
    ).replacing(
      "s.waste[#s.waste + 1] = table.remove(#s.seen > 0 and s.seen or s.stock)",
      with: """
        local card = table.remove(#s.seen > 0 and s.seen or s.stock)
          s.waste[#s.waste + 1] = card
          if known[#s.stock + 1] ~= card then s.score = s.score + 1 end
        """)
    let peeking = text.replacing(
      "if #s.stock + #s.seen > 0 or",
      with: "if #s.stock > 0 and s.stock[#s.stock] % 2 == 0 then offer(0, 0, 2) end\n"
        + "  if #s.stock + #s.seen > 0 or")
    for (name, leaking) in [("remembering", remembering), ("peeking", peeking)] {
      #expect(leaking != text)
      let game = try Open.game("patience", text: leaking)
      var report = ScriptCheck.Report(file: "patience")
      var check = OpenGameCheck(game)
      check.run(&report)
      #expect(!report.isFine, "\(name)")
    }
  }

  /// Cards that lie face up are not among those that are hidden, so deals hide different ones.
  @Test func theCheckNotesThatDealsHideDifferentValues() throws {
    var report = ScriptCheck.Report(file: "patience")
    var check = OpenGameCheck(try Open.game("patience"))
    check.run(&report)
    #expect(report.problems == [])
    #expect(report.work.contains("the hidden values differ between deals"))
  }

  @Test func aGamesOwnImagineDoesNotSeeWhatIsHidden() throws {
    let text = Open.small(
      """
      function game.setup(s, random) s.place, s.score, s.code = 0, 0, { random(6), random(6) } end
      function game.apply(s, move) s.place = s.place + move.step end
      function game.imagine(s, random)
        assert(s.code == nil and s.place and s.level)
        s.code = { random(6), random(6) }
      end
      """, fields: "hidden = { { 'code' } }")
    let game = try Open.game("small", text: text)
    #expect(try leaks(game, positions: 30).leaks == 0)
    // The view has neither the code nor its sorted values.
    let level = try Open.level(game)
    let host = Open.host(game)
    var views: Set<[UInt8]> = []
    for index in 0..<10 {
      host.beginGame()
      var context = GameContext(streams: Open.streams(index), scripts: host)
      views.insert(try OpenState(level: level, in: &context).view.position.bytes)
    }
    #expect(views.count == 1)
  }

  @Test func anImagineThatChangesWhatIsSeenIsAFault() throws {
    let text = Open.small(
      """
      function game.setup(s, random) s.place, s.score, s.code = 0, 0, { 1 } end
      function game.apply(s, move) s.place = s.place + move.step end
      function game.imagine(s, random) s.code = { 1, 2 } end
      """, fields: "hidden = { { 'code' } }")
    let game = try Open.game("small", text: text)
    #expect(throws: ScriptFault.self) { try leaks(game, positions: 1) }
  }

  @Test(arguments: ["greedy", "planner", "mcts"])
  func nativePlayersDoNotCheat(_ name: String) throws {
    let game = try Open.game("patience")
    let level = try Open.level(game)
    let host = Open.host(game)
    var moves: [[OpenMove]] = []
    // Two games that look the same and hide something else.
    try Open.play(level, host: host, most: 12) { state, context in
      guard state.outcome == nil else { return }
      var first = GameContext.imagination(for: context.streams, scripts: host)
      let imagined = state.imagined(in: &first)
      var chosen: [OpenMove] = []
      for state in [state, imagined] {
        var imagination = GameContext.imagination(for: context.streams, scripts: host)
        var random = SeededRandom(key: context.streams.agents)
        switch name {
        case "greedy":
          var agent = GreedyAgent<OpenState>()
          agent.gameDidStart()
          chosen.append(
            try agent.chooseMove(Turn(state: state), in: &imagination, using: &random))
        default:
          var model = SkillModel(name == "mcts" ? .mcts : .planner, .perfect)
          model.effort.iterations = 20
          var agent = SkillAgent<OpenState>(model)
          agent.gameDidStart()
          chosen.append(
            try agent.chooseMove(Turn(state: state), in: &imagination, using: &random))
        }
      }
      moves.append(chosen)
    }
    #expect(moves.count > 8)
    #expect(moves.allSatisfy { $0[0] == $0[1] })
  }
}
