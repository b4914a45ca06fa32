import TestSupport
import Testing

@testable import BubblePopGame
@testable import SimHarness

/// Scripted bubbles and spawners.
@Suite struct PopScriptTests {
  private func kind(_ body: String) throws -> PopKind {
    try ScriptedPop.kind(
      from: ScriptSource(
        name: "pops/mine.lua", text: "local s = { name = \"mine\" }\n\(body)\nreturn s\n"))
  }

  /// A level whose colour 1 is scripted.
  private func level(_ kind: PopKind, change: (inout PopRules) -> Void = { _ in }) -> PopLevel {
    var rules = PopRules()
    change(&rules)
    let colours = [
      PopColour("red", points: 1, probability: 0.5),
      PopColour("odd", points: 4, probability: 0.5, script: kind.name),
    ]
    return PopLevel(
      name: "scripted", setup: PopSetup(rules: rules, colours: colours, kinds: [kind]))
  }

  @Test func aClockBringsFiveSeconds() throws {
    let clock = try #require(try Bubbles.library.popKind(named: "clock"))
    var game = try PopGame(level(clock) { $0.duration = 2 })
    game.show([1])
    try game.popFirst()
    #expect(game.state.view.end == 7)
    #expect(game.state.score == 4)
    #expect(game.events.contains(.timeAdded(5)))
    try game.play(.wait(until: 6))
    #expect(game.state.outcome == nil)
    try game.play(.wait(until: 7))
    #expect(game.state.outcome == .ended)
  }

  @Test func aBombTakesItsNeighboursAlong() throws {
    let bomb = try #require(try Bubbles.library.popKind(named: "pop_bomb"))
    var game = try PopGame(level(bomb))
    // Centres at 40, 110, 180, 250, 320: the reach is 160.
    game.show([1, 0, 0, 0, 0])
    try game.popFirst()
    #expect(game.state.view.bubbles.map(\.x) == [250, 320])
    #expect(game.state.score == 4 + 2)
  }

  /// A bubble that a script removes has its own hook run, once.
  @Test func removalsRunOnBreadthFirst() throws {
    let chain = try kind(
      """
      function s.on_pop(game, id) for _, o in ipairs(game:bubbles()) do game:remove(o) end end
      function s.on_expire(game, id)
        game.vars.count = game.vars.count + 1
        game:score(100)
        for _, o in ipairs(game:bubbles()) do game:remove(o) end
      end
      """)
    var game = try PopGame(level(chain))
    game.show([1, 1, 0, 1])
    try game.popFirst()
    #expect(game.state.view.bubbles.isEmpty)
    #expect(game.state.score == 4 + 200)
    #expect(game.state.position.variables == [ScriptVariable(name: "count", value: 2)])
  }

  /// A script may keep numbers of bubbles that go meanwhile.
  @Test func aBubbleThatHasGoneMayBeRemovedAgain() throws {
    let late = try kind("function s.on_pop(game, id) game:remove(id) game:score(7) end")
    var game = try PopGame(level(late))
    game.show([1, 0])
    try game.popFirst()
    #expect(game.state.score == 4 + 7)
    #expect(game.state.view.bubbles.count == 1)
  }

  @Test func aRefreshTellsWhatGoes() throws {
    let told = try kind("function s.on_expire(game, id) game:score(1) end")
    var score = 0
    var gone = 0
    for index in 0..<20 {
      var game = try PopGame(level(told), index: index)
      try game.play(.wait(until: 5))
      score += game.state.score
      for case .expired(_, 1, .refresh) in game.events { gone += 1 }
    }
    #expect(score == gone)
    #expect(gone > 50)
  }

  @Test(arguments: [
    ("game:add_time(\"x\")", "add_time"), ("game:score(1.5)", "whole number"),
    ("game:remove({})", "bubble's id"),
    ("game:remove(-1)", "game:remove: there was never a bubble -1; use a bubble's id"),
    ("game:remove(99999)", "game:remove: there was never a bubble 99999; use a bubble's id"),
    ("game:within(1, 2, -1)", "game:within needs x, y and a distance of at least 0"),
    ("game:within(1, 2, 0/0)", "game:within needs x, y and a distance of at least 0"),
    ("game.vars.x = 2^63", "must be a whole number from -2^63 to 2^63 - 1, not 9.22"),
    ("game.vars[1] = 3", "game.vars: a name must be a string, as in game.vars.hits = 1"),
    ("game.vars.x = \"a\"", "must be a whole number"),
    ("error(\"boom\")", "boom"), ("game:add_time(601)", "-600 to 600"),
    ("while true do end", "instruction"),
  ])
  func aFaultLeavesTheStateAsItWas(_ call: String, _ words: String) throws {
    let broken = try kind("function s.on_pop(game, id)\n  game:score(7)\n  \(call)\nend")
    var game = try PopGame(level(broken))
    game.show([1])
    let before = game.state
    do {
      try game.popFirst()
      Issue.record("no fault")
    } catch MoveError.script(let fault) {
      #expect(fault.message.contains(words), "\(fault.message)")
      #expect(fault.message.hasPrefix("pops/mine.lua:"))
    }
    #expect(game.state == before)
    #expect(game.events.allSatisfy { if case .popped = $0 { false } else { true } })
  }

  @Test func aGameEndsWhenAScriptTakesItsTime() throws {
    let thief = try kind("function s.on_pop(game, id) game:add_time(-600) end")
    var game = try PopGame(level(thief))
    game.show([1])
    try game.popFirst(after: 0.5)
    #expect(game.state.outcome == .ended)
    #expect(game.state.view.end == 0.5)
  }

  @Test func noGameIsMadeLongerThanAnHour() throws {
    let endless = try kind("function s.on_pop(game, id) game:add_time(600) end")
    var game = try PopGame(level(endless))
    for _ in 0..<8 {
      game.show([1])
      try game.popFirst()
    }
    #expect(game.state.view.end == 3600)
  }

  // MARK: Spawners

  private func spawnerLevel(_ name: String) throws -> PopLevel {
    let spawner = try #require(try Bubbles.library.colourSpawner(named: name))
    return PopLevel(name: name, setup: PopSetup(rules: PopRules(), spawner: spawner))
  }

  @Test func theUniformSpawnerGivesEveryColourAlike() throws {
    var counts = [Int](repeating: 0, count: 5)
    let level = try spawnerLevel("uniform")
    let host = PopGame.host()
    for index in 0..<30 {
      var game = try PopGame(level, host: host, index: index)
      try game.play(.wait(until: 20))
      for case .spawned(let bubble) in game.events { counts[Int(bubble.colour)] += 1 }
    }
    let expected = Double(counts.reduce(0, +)) / 5
    #expect(expected > 300)
    let chi = counts.reduce(0.0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    #expect(chi < 23.513)
  }

  @Test func streaksGiveTheColourPoppedLastMoreOften() throws {
    let level = try spawnerLevel("streaks")
    var black = 0
    var all = 0
    for index in 0..<20 {
      var game = try PopGame(level, index: index)
      game.show([4])
      try game.popFirst()
      try game.play(.wait(until: 20))
      for case .spawned(let bubble) in game.events {
        all += 1
        if bubble.colour == 4 { black += 1 }
      }
    }
    let share = 0.3 + 0.7 * 0.05
    #expect(
      abs(Double(black) / Double(all) - share) < 4.5
        * (share * (1 - share) / Double(all)).squareRoot()
    )
  }

  @Test func aWrongColourIsAFault() throws {
    let spawner = try ColourSpawner(
      from: ScriptSource(
        name: "spawners/bad.lua",
        text: "local s = { name = \"bad\" }\nfunction s.next() return \"mauve\" end\nreturn s"),
      knownGames: nil)
    let level = PopLevel(name: "bad", setup: PopSetup(rules: PopRules(), spawner: spawner))
    do {
      for index in 0..<10 { _ = try PopGame(level, index: index) }
      Issue.record("no fault")
    } catch LevelError.script(let fault) {
      #expect(fault.message.contains("spawners/bad.lua:2: next must return one of"))
      #expect(fault.message.contains("'mauve'"), "\(fault.message)")
    }
  }

  @Test func aSpawnerAsksForColoursOfTheLevel() throws {
    let spawner = try ColourSpawner(
      from: ScriptSource(
        name: "spawners/bad.lua",
        text: """
          local s = { name = "bad" }
          function s.next(view)
            assert(view:shown(view:colour(1)) >= 0)
            return view:colour(1 + view:shown("mauve"))
          end
          return s
          """),
      knownGames: nil)
    let level = PopLevel(name: "bad", setup: PopSetup(rules: PopRules(), spawner: spawner))
    do {
      for index in 0..<10 { _ = try PopGame(level, index: index) }
      Issue.record("no fault")
    } catch LevelError.script(let fault) {
      #expect(
        fault.message
          == "spawners/bad.lua:4: view:shown needs a colour's name, such as \"red\"")
    }
  }

  /// Every script of ours is checked, and one that keeps something is found.
  @Test func theScriptsPassTheirCheck() throws {
    let check = ScriptCheck(library: Bubbles.library)
    for kind in [ScriptKind.pop, .spawner] {
      let sources = try Bubbles.library.sources(of: kind)
      #expect(sources.count >= 2)
      for source in sources {
        let report = check.report(source, folder: kind.folder)
        #expect(report.problems == [], "\(source.name)")
        #expect(report.kind == kind)
      }
    }
    let keeper = ScriptSource(
      name: "pops/keeper.lua",
      text: """
        local n = 0
        return { name = "keeper", on_pop = function(game) n = n + 1 game:score(n) end }
        """)
    #expect(check.report(keeper).problems.first?.contains("keeps state between calls") == true)
    #expect(check.report(keeper).problems.first?.hasSuffix("; store numbers in game.vars") == true)
  }

  /// A script's file is all there is of it: without it its name is unknown.
  @Test func withoutItsFileAScriptIsUnknown() throws {
    let empty = ScriptLibrary(kept: [])
    #expect(try empty.popKind(named: "clock") == nil)
    #expect(try empty.colourSpawner(named: "uniform") == nil)
  }
}
