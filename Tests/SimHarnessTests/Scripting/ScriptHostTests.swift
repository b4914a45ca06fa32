import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

/// The host: which machine serves, and that nothing leaks from game to game.
@Suite struct ScriptHostTests {
  private typealias State = BubbleState<SmallMask>

  private static let grid = ["RB*BRR$GG", "x~BGR=&G", "RRx@BBGGB", "BGRRxBGR"]

  private func level() throws -> BubbleLevel {
    try Bubbles.level(
      Self.grid, queue: "RBG",
      legend: ["x": "crate", "~": "rainbow", "&": "chameleon", "@": "timer_bomb"], columns: 9,
      rows: 12
    ) { $0.descentEvery = 7 }
  }

  /// Plays seeded random games, and gives each one's final hash and score.
  private func games(
    _ level: BubbleLevel, host: ScriptHost, count: Int = 20
  ) throws -> [String] {
    var found: [String] = []
    for index in 0..<count {
      host.beginGame()
      let streams = Bubbles.streams(index)
      var context = GameContext(streams: streams, scripts: host)
      var random = SeededRandom(key: streams.agents)
      var state = try State(level: level, in: &context)
      var turns = 0
      while state.outcome == nil, turns < 40 {
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try state.apply(move, in: &context) { _ in }
        turns += 1
      }
      found.append("\(StableDigest.hex(state.stableHash)) \(state.score) \(turns)")
    }
    return found
  }

  @Test func sharedAndFreshMachinesGiveTheSameGames() throws {
    let level = try level()
    #expect(level.setup.kinds.allSatisfy { $0.source.isBundled })
    let interfaces = BubbleBlast.entry.interfaces
    let shared = try games(level, host: ScriptHost(interfaces: interfaces))
    let withinGame = try games(
      level, host: ScriptHost(interfaces: interfaces, machineReuse: .withinGame))
    let never = try games(
      level, host: ScriptHost(interfaces: interfaces, machineReuse: .never), count: 5)
    #expect(shared == withinGame)
    #expect(Array(shared.prefix(5)) == never)
    #expect(Set(shared).count > 15)
  }

  // MARK: Machines that are put back

  /// Agents that leave all they can behind: variables, garbage, large tables and texts, coroutines,
  /// a grown stack, a changed module, a used-up budget.
  static let untidy: [(name: String, lines: String)] = [
    ("variables", "kept = (kept or 0) + 1 print(kept)"),
    ("garbage", "for i = 1, 2000 do local t = { i, tostring(i) } end print(turn.index)"),
    (
      "large blocks",
      "big = big or {} for i = 1, 3000 do big[#big + 1] = i end "
        + "text = string.rep('x', 20000) .. #big print(#big, #text)"
    ),
    (
      "coroutines",
      "co = co or coroutine.wrap(function() local n = 0 while true do n = n + 1 "
        + "coroutine.yield(n) end end) print(co())"
    ),
    (
      "a grown stack",
      "local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end "
        + "print(deep(150), select('#', table.unpack({}, 1, 3000)))"
    ),
    (
      "a module", "local list = require('list') count = (count or 0) + 1 print(count, type(list))"
    ),
    ("errors", "if turn.index == 3 then error('enough ' .. turn:score()) end print('on')"),
    ("budget", "if turn.index == 2 then while true do end end print('on')"),
    (
      "memory",
      "if turn.index == 2 then local t = {} while true do t[#t + 1] = ('y'):rep(9999) end end"
    ),
    ("stack", "if turn.index == 2 then local function f() return 1 + f() end f() end"),
  ]

  /// A machine that is put back after each game plays as one that is made again, and is charged the
  /// same: results, faults, prints, instructions and memory of 12 games each.
  @Test(arguments: untidy.map(\.name))
  func aMachinePutBackIsAFreshOne(_ name: String) throws {
    let lines = try #require(Self.untidy.first { $0.name == name }).lines
    let library = ScriptSource(name: "lib/list.lua", text: "return { map = function() end }")
    let source = ScriptSource(
      name: "agents/a.lua",
      text: """
        local a = { name = "a", games = { "bubble-blast" } }
        local kept, big, text, co, count
        function a.choose(turn) \(lines) return 1 + turn.index * 7 % turn:count() end
        return a
        """)
    let script = try AgentScript(
      from: source, libraries: [library], knownGames: [BubbleBlast.name])
    var limits = ScriptLimits()
    limits.instructions = 400_000
    limits.memory = 4 << 20
    func played(_ machineReuse: ScriptHost.MachineReuse) throws -> [String] {
      var found: [String] = []
      let host = ScriptHost(
        limits: limits, interfaces: BubbleBlast.entry.interfaces, libraries: [library],
        machineReuse: machineReuse
      ) { found.append($0) }
      var runner = Runner(agent: ScriptedAgent<State>(script), name: "a", maxMoves: 6)
      for index in 0..<12 {
        var watcher = Watcher()
        let result = runner.play(
          try level(), index: index, streams: Bubbles.streams(index), scripts: host,
          observer: &watcher)
        let handle = try host.handles(for: script)[0]
        found.append("\(result) \(String(describing: host.figures(of: handle)))")
      }
      return found
    }
    let back = try played(.standard)
    #expect(try played(.withinGame) == back)
    #expect(back.count >= 12)
  }

  private struct Watcher: Observer {
    typealias State = BubbleState<SmallMask>
  }

  // MARK: Faults

  private func kind(_ text: String) throws -> BubbleKind {
    try ScriptedBubble.kind(from: ScriptSource(name: "bubbles/bad.lua", text: text))
  }

  @Test(
    arguments: [
      ("board:score(7) board:remove(1) board.vars.n = 5 error('no')", "no"),
      ("board:set_data(cell + 1, 9) board:random() board:score({})", "board:score needs"),
      ("board:remove(2) while true do end", "the instruction budget of 50000000 is used up"),
    ])
  func aFaultLeavesTheStateAsItWas(_ body: String, _ message: String) throws {
    let kind = try kind(
      """
      return { name = "bad", glyph = "b",
        on_activate = function(board, cell)
          \(body)
        end }
      """)
    var game = try BubbleGame<SmallMask>(Bubbles.row(around: kind))
    let before = game.state
    let hash = game.state.stableHash
    let error = #expect(throws: MoveError.self) { try game.shoot(atRow: 1, column: 2) }
    guard case .script(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.message.hasPrefix("bubbles/bad.lua:"), "\(fault.message)")
    #expect(fault.message.contains(message), "\(fault.message)")
    #expect(game.state == before)
    #expect(game.state.stableHash == hash)
    try game.state.checkInvariants()
  }

  /// A bubble reads its own parameters alone.
  @Test func aParameterThatIsNotDeclaredIsAFault() throws {
    let kind = try kind(
      """
      return { name = "bad", glyph = "b", params = { hits = { 1, 1, 9 } },
        on_activate = function(board, cell)
          if board.params.hits == 1 and board.params.hitz == 4 then board:remove(cell) end
        end }
      """)
    var game = try BubbleGame<SmallMask>(Bubbles.row(around: kind))
    let error = #expect(throws: MoveError.self) { try game.shoot(atRow: 1, column: 2) }
    guard case .script(let fault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fault.message == "bubbles/bad.lua:3: params has no 'hitz'; did you mean 'hits'?")
  }

  /// A game after a faulted one, in the same host, is as if it were the first.
  @Test func theNextGameIsUnaffected() throws {
    let bad = Bubbles.row(
      around: try kind(
        """
        return { name = "bad", glyph = "b",
          on_activate = function() while true do end end }
        """))
    let good = try level()
    let host = Bubbles.host()
    let alone = try games(good, host: Bubbles.host(), count: 3)
    for _ in 0..<2 {
      host.beginGame()
      var game = try BubbleGame<SmallMask>(bad, host: host)
      #expect(throws: MoveError.self) { try game.shoot(atRow: 1, column: 2) }
      // The machine is dead for the rest of the game, and says so.
      #expect(throws: MoveError.self) { try game.shoot(atRow: 1, column: 2) }
      #expect(try games(good, host: host, count: 3) == alone)
    }
  }

  /// A script that is not ours has a fresh machine in every game.
  @Test func otherScriptsStartFreshInEveryGame() throws {
    let kind = try kind(
      """
      local calls = 0
      return { name = "bad", glyph = "b", on_turn = function(board)
        calls = calls + 1
        board:score(calls)
      end }
      """)
    let level = Bubbles.row(around: kind)
    let host = Bubbles.host()
    var scores: [Int] = []
    for _ in 0..<3 {
      host.beginGame()
      var game = try BubbleGame<SmallMask>(level, host: host)
      try game.shoot(atRow: 1, column: 4)
      try game.shoot(atRow: 1, column: 3)
      scores.append(game.state.score)
    }
    #expect(Set(scores).count == 1, "\(scores)")
  }

  // MARK: Folders

  @Test func deletingAScriptMakesItsNameUnknown() throws {
    let folder = try ScratchFolder()
    for name in ["bomb", "crate"] {
      let source = try #require(try Bubbles.library.source(of: .bubble, named: name))
      try folder.write(source.text, to: "bubbles/\(name).lua")
    }
    let library = ScriptLibrary(folder: folder.path)
    let text = #"""
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",
       "grid": ["R*........R."]}
      """#
    #expect(try library.bubbleKind(named: "bomb")?.glyph == "*")
    _ = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    try FileManager.default.removeItem(atPath: "\(folder.path)/bubbles/bomb.lua")
    #expect(try library.bubbleKind(named: "bomb") == nil)
    let issues = #expect(throws: FileIssues.self) {
      try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    }
    #expect(
      issues?.lines == [
        "a.json:2: $.grid[0]: the letter '*' stands for 'bomb', which does not exist; name the letter"
          + " in `legend` or restore the script; known: crate; searched: \(folder.path)/bubbles"
      ])
  }

  @Test func faultyScriptsDoNotHideTheOthers() throws {
    let folder = try ScratchFolder()
    try folder.write("return { name = 'a', glyph = '!' }", to: "bubbles/a.lua")
    try folder.write("return {", to: "bubbles/b.lua")
    try folder.write("return { name = 'c', glyph = '!' }", to: "bubbles/c.lua")
    try folder.write("return { name = 'a', glyph = '?' }", to: "bubbles/d.lua")
    try folder.write("return { name = 'e', glyph = '+' }", to: "bubbles/e.lua")
    try folder.write("-- NAME", to: "bubbles/_template.lua")
    let scripts = ScriptListing(library: ScriptLibrary(folder: folder.path)).scripts(of: .bubble)
    let lines = scripts.map { script in
      switch script.content {
      case .success(let entry): entry.name
      case .failure(let fault): fault.message.replacingOccurrences(of: folder.path, with: "")
      }
    }
    #expect(
      lines == [
        "a", lines[1],
        "/bubbles/c.lua:1: `glyph` \"!\" is already used by /bubbles/a.lua; choose another",
        "/bubbles/d.lua:1: /bubbles/a.lua is already called 'a'; choose another name", "e",
      ])
    #expect(lines[1].hasPrefix("/bubbles/b.lua:1: "), "\(lines[1])")
  }
}
