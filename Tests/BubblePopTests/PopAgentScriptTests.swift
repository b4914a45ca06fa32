import Agents
import TestSupport
import Testing

@testable import BubblePopGame
@testable import SimHarness

/// Agents in Lua that play bubble pop, what players foresee of scripted bubbles, and what
/// `script check` says of pops and spawners that fail.
@Suite struct PopAgentScriptTests {
  /// The smoke games of an agent whose `choose` has these lines, and what it printed.
  private func play(_ lines: String) throws -> (games: [SmokeGame], printed: [String]) {
    let script = try AgentScript(
      from: ScriptSource(
        name: "agents/a.lua",
        text: """
          local a = { name = "a", games = { "bubble-pop" } }
          function a.choose(turn)
          \(lines)
          end
          return a
          """),
      knownGames: [BubblePop.name])
    var printed: [String] = []
    let games = BubblePop.entry.smokeGames(script, []) { printed.append($0) }
    return (games, printed)
  }

  // MARK: Asking

  /// What a script learns about each bubble agrees, whichever way it asks.
  @Test func aScriptLearnsWhatIsOnTheScreen() throws {
    let (games, printed) = try play(
      """
      local names = { "red", "pink", "green", "blue", "black" }
      local screen = turn:snapshot()
      local kept = { "old" }
      assert(turn:snapshot(kept) == kept and #kept == #screen and #screen % 4 == 0)
      local count = #screen // 4
      assert(turn:count() == count + 1)
      for index = 1, count do
        local id, colour = screen[4 * index - 3], screen[4 * index - 2]
        local x, y = screen[4 * index - 1], screen[4 * index]
        assert(turn:landing(index) == id and kept[4 * index - 3] == id)
        assert(turn:at(id) == names[colour])
        local move = turn:move(index)
        assert(math.abs(move.x - x) < 200 and math.abs(move.y - y) < 200 and move.t > 0)
      end
      local wait = turn:move(count + 1)
      assert(wait.t > 0 and wait.x == nil and wait.y == nil)
      assert(turn:landing(count + 1) == nil and turn:at(0) == nil)
      print(turn.index, turn:current())
      return 1
      """)
    #expect(games.map(\.result.fault) == [nil, nil])
    #expect(games.allSatisfy { !$0.moves.isEmpty })
    // Nothing was popped before the first move; something has been before the second.
    #expect(printed.filter { $0 == "1\tnil" }.count == 2, "\(printed)")
    #expect(
      printed.filter { $0.hasPrefix("2\t") }.allSatisfy {
        ["red", "pink", "green", "blue", "black"].contains(String($0.dropFirst(2)))
      }, "\(printed)")
    #expect(printed.contains { $0.hasPrefix("2\t") })
  }

  @Test(arguments: [
    ("turn:at('red')", "turn:at needs a bubble's id"),
    ("turn:next()", "bubble-pop has no turn:next"),
    ("turn:neighbours(1)", "bubble-pop has no turn:neighbours"),
  ])
  func aWrongCallIsAFault(_ call: String, _ words: String) throws {
    let games = try play("\(call)\nreturn 1").games
    #expect(games.count == 2)
    for game in games {
      #expect(game.result.fault?.contains(words) == true, "\(game.result.fault ?? "no fault")")
      #expect(game.result.end == .faulted)
    }
  }

  // MARK: Foresight

  /// What greedy does with four red bubbles and a scripted one, as dear and farthest from the hand.
  private func greedyMove(_ hook: String) throws -> (move: PopMove, scripted: PopBubble) {
    let kind = try ScriptedPop.kind(
      from: ScriptSource(
        name: "pops/mine.lua", text: "local s = { name = \"mine\" }\n\(hook)\nreturn s\n"))
    let colours = [
      PopColour("red", points: 1, probability: 0.5),
      PopColour("odd", points: 1, probability: 0.5, script: kind.name),
    ]
    let level = PopLevel(
      name: "scripted", setup: PopSetup(rules: PopRules(), colours: colours, kinds: [kind]))
    let host = PopGame.host()
    var game = try PopGame(level, host: host)
    game.show([0, 0, 0, 0, 1])
    game.state.position.handX = 40
    game.state.position.handY = 40
    var greedy = GreedyAgent<PopState>()
    greedy.gameDidStart()
    var imagination = GameContext.imagination(for: Bubbles.streams(), scripts: host)
    var unused = SeededRandom(key: StreamKey(rawValue: 1))
    let turn = Turn(state: game.state)
    let move = try greedy.chooseMove(turn, in: &imagination, using: &unused)
    return (move, game.state.position.bubbles[4])
  }

  /// A scripted bubble is tried in an imagined game, so what its hook scores counts.
  @Test func whatAHookScoresIsForeseen() throws {
    let dear = try greedyMove("function s.on_pop(game, id) game:score(90) end")
    #expect(dear.move.x == dear.scripted.x)
    let plain = try greedyMove("function s.on_expire(game, id) game:score(90) end")
    #expect(plain.move.x == 40)
  }

  @Test func aHookThatFailsInAnImaginedGameIsReported() throws {
    do {
      _ = try greedyMove("function s.on_pop(game, id)\n  error(\"boom\")\nend")
      Issue.record("no fault")
    } catch AgentError.imagination(.script(let fault)) {
      #expect(fault.message.hasPrefix("pops/mine.lua:3: "), "\(fault.message)")
      #expect(fault.message.contains("boom"))
    }
  }

  // MARK: Script check

  private func report(_ file: String, _ text: String) -> ScriptCheck.Report {
    ScriptCheck(library: Bubbles.library).report(ScriptSource(name: file, text: text))
  }

  @Test func aPopThatFailsIsReportedWithItsLine() {
    let report = report(
      "pops/p.lua",
      """
      local s = { name = "p" }
      function s.on_pop(game, id)
        error("boom")
      end
      return s
      """)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.hasPrefix("pops/p.lua:3: ") == true, "\(report.problems)")
    #expect(report.problems.first?.contains("boom") == true, "\(report.problems)")
    #expect(report.work.isEmpty)
  }

  /// Numbers are tried at their ends, and named where only one of those fails.
  @Test func aNumberThatFailsIsNamed() {
    let report = report(
      "pops/p.lua",
      """
      local s = { name = "p", params = { most = { 1, 0, 5 } } }
      function s.on_pop(game, id)
        print("popped")
        assert(game.params.most < 5)
      end
      return s
      """)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.hasPrefix("pops/p.lua:4: ") == true, "\(report.problems)")
    #expect(report.problems.first?.hasSuffix(" (with most 5)") == true, "\(report.problems)")
    #expect(report.printed.count == 20)
    #expect(report.printed.allSatisfy { $0 == "popped" })
  }

  /// A fault says in which game it happened, and one of a single game how to leave that out.
  @Test func aSpawnerThatFailsSaysInWhichGame() {
    let one = report(
      "spawners/s.lua",
      """
      local s = { name = "s" }
      function s.next(view, u)
        return view:colour(view.turn % view.colours + 1)
      end
      return s
      """)
    #expect(
      one.problems == [
        "spawners/s.lua:3: view has no 'turn' (bubble-pop); if the spawner is for bubble-blast"
          + " only, set games = { \"bubble-blast\" }"
      ])
    let both = report(
      "spawners/s.lua",
      """
      local s = { name = "s", params = { most = { 1, 0, 1 } } }
      function s.next(view, u, params)
        assert(params.most > 0, "too few")
        return view:colour(1)
      end
      return s
      """)
    #expect(
      both.problems == [
        "spawners/s.lua:3: too few (bubble-pop, with most 0)",
        "spawners/s.lua:3: too few (bubble-blast, with most 0)",
      ])
  }

  @Test func aSpawnerIsTriedInItsGame() {
    let head = "local s = { name = \"s\", games = { \"bubble-pop\" } }\n"
    let failing = report(
      "spawners/s.lua", head + "function s.next(view, u) return \"mauve\" end\nreturn s\n")
    #expect(failing.problems.count == 1)
    #expect(
      failing.problems.first?.contains("spawners/s.lua:2: next must return one of") == true
        && failing.problems.first?.hasSuffix(" (bubble-pop)") == true,
      "\(failing.problems)")
    let keeping = report(
      "spawners/s.lua",
      head + """
        local place = 0
        function s.next(view, u)
          place = place % view.colours + 1
          return view:colour(place)
        end
        return s
        """)
    #expect(keeping.problems.count == 1)
    #expect(
      keeping.problems.first?.contains("keeps state between calls: move ") == true
        && keeping.problems.first?.hasSuffix("; use only `u`, `view` and `params`") == true,
      "\(keeping.problems)")
  }
}
