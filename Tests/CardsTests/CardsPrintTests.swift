import TestSupport
import Testing

@testable import CardsGame
@testable import Catalogue
@testable import SimHarness

/// What card scripts print: it is part of the level that was loaded with them.
@Suite struct CardsPrintTests {
  /// Prints when it is read, when its deck is made and for every hand.
  private func script(
    match: String = #"print("match", a.n, b.n)"#, file: String = "snap"
  ) -> ScriptSource {
    ScriptSource(
      name: "cards/\(file).lua",
      text: """
        print("read")
        local game = { name = "snap", features = { "n" }, deal = 2 }
        function game.deck()
          print("deck\\nof three")
          return { { 1, name = "one" }, { 2, name = "two" }, { 3, name = "three" } }
        end
        function game.match(a, b) \(match) return 1 end
        return game
        """)
  }

  private func level(
    named name: String = "A", in library: ScriptLibrary
  ) throws -> PlayableLevel {
    let text = """
      {"format":"playtest-level","version":1,"game":"cards","name":"\(name)","script":"snap"}
      """
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    return try ScriptedCardGames.entry.ready(file, library, .none)
  }

  private static let texts = [
    "read", "deck", "of three", "match\t1\t2", "match\t1\t3", "match\t2\t3",
  ]

  private func expected(_ level: String = "A", file: String = "snap") -> [String] {
    Self.texts.map { "[\(level), loading] \(file).lua: \($0)" }
  }

  @Test func aLevelHasWhatItsScriptPrinted() throws {
    let level = try level(in: ScriptLibrary(kept: [script()]))
    #expect(level.printed.map(\.description) == expected())
    #expect(level.printed.allSatisfy { $0.isLoading })
  }

  /// The table is made once; every level that uses it has the lines, and each under its own file's
  /// name.
  @Test func aTableThatWasMadeBeforeHasItsLines() throws {
    let library = ScriptLibrary(kept: [script()])
    for name in ["A", "B", "A"] {
      #expect(try level(named: name, in: library).printed.map(\.description) == expected(name))
    }
    let again = try level(in: ScriptLibrary(kept: [script()]))
    #expect(again.printed.map(\.description) == expected())
    let other = try level(in: ScriptLibrary(kept: [script(file: "copy")]))
    #expect(other.printed.map(\.description) == expected(file: "copy"))
  }

  @Test(arguments: [(197, 200), (198, 201), (5000, 201)])
  func aLevelHasABoundOfItsOwn(_ printed: Int, _ lines: Int) throws {
    let match = "if a.n + b.n == 5 then for i = 1, \(printed) do print(i) end end"
    let level = try level(in: ScriptLibrary(kept: [script(match: match)]))
    #expect(level.printed.count == lines)
    #expect(level.printed[199].text == "197")
    let more = "(more than 200 lines while the level was loaded; the rest is left out)"
    #expect(level.printed.last?.text == (lines > 200 ? more : "197"))
  }

  @Test func aLongLineIsCut() throws {
    let library = ScriptLibrary(kept: [script(match: #"print(("x"):rep(100000))"#)])
    let line = try #require(try level(in: library).printed.last)
    #expect(line.said == "snap.lua: " + String(repeating: "x", count: 2000) + "…")
    #expect(line.text.utf8.count == 2001)
  }

  /// What is not kept is paid for, too.
  @Test func printingWithoutEndUsesUpTheBudget() throws {
    let match = #"local t = ("x"):rep(10000) while true do print(t) end"#
    let library = ScriptLibrary(kept: [script(match: match)])
    let error = #expect(throws: LevelError.self) { try level(in: library) }
    #expect(error?.description.contains("budget") == true, "\(error?.description ?? "")")
  }

  @Test func printingChangesNoMatch() throws {
    let loud = try ScriptedCards.game(from: script())
    let quiet = try ScriptedCards.game(from: script(match: ""))
    let tables = try [loud, quiet].map { game in
      try ScriptedCards.tabulated(game, hand: 2, libraries: [])
    }
    #expect(tables[0].isSame(as: tables[1]))
    #expect(tables.map(\.printed.count) == [3, 0])
  }

  // MARK: Runs

  private func plan(_ prints: PrintFilter) throws -> RunPlan {
    let library = ScriptLibrary(kept: [script()])
    var plan = RunPlan(
      title: "cards", game: ScriptedCardGames.entry,
      levels: [try level(named: "A", in: library), try level(named: "B", in: library)],
      players: try ["random", "greedy"].map {
        try Roster.player($0, game: ScriptedCardGames.entry, library: library)
      }, games: 3, seed: 1, maxMoves: 10)
    plan.prints = prints
    return plan
  }

  @Test func aPlanKeepsTheLinesThatItsFilterKeeps() throws {
    let all = try plan(.all).loadingPrints
    #expect(all.map(\.description) == expected("A") + expected("B"))
    #expect(all.map(\.cell) == Array(repeating: 0, count: 6) + Array(repeating: 2, count: 6))
    #expect(try plan(PrintFilter(scripts: ["snap"])).loadingPrints == all)
    #expect(try plan(PrintFilter(scripts: [])).loadingPrints == [])
  }

  /// They stand before all games, whoever was first, and are the last to be left out.
  @Test func theyComeFirst() throws {
    let loading = try plan(.all).loadingPrints
    var line = PrintedLine(script: "bomb.lua", text: "x")
    line.level = "A"
    line.player = "casual"
    let size = loading.reduce(0) { $0 + $1.description.utf8.count + 1 }
    for limit in [1 << 20, size] {
      let log = PrintedLog(byteLimit: limit)
      for line in [line] + loading.reversed().filter({ $0.level == "B" }) { log.add(line) }
      for line in loading where line.level == "A" { log.add(line) }
      #expect(log.count == 13)
      let lines = log.text.split(separator: "\n").map(String.init)
      #expect(Array(lines.prefix(6)) == expected("A"))
      #expect(Array(lines[6..<12]) == expected("B").reversed())
      #expect(
        lines.last
          == (limit > size
            ? line.description : "... and 1 more lines; use --print to log only some scripts"))
    }
  }

  // MARK: Checks and examples

  @Test func theCheckKeepsThem() {
    let check = ScriptCheck(library: Bubbles.library)
    let report = check.report(script())
    #expect(report.isFine, "\(report.problems)")
    #expect(report.printed == Self.texts)
    // What a script printed before it failed says most.
    let failing = check.report(script(match: #"print(a.n) error("no")"#))
    #expect(failing.problems.first?.hasSuffix(": no") == true, "\(failing.problems)")
    #expect(failing.printed == ["read", "deck", "of three", "1"])
    let loud = check.report(script(match: "for i = 1, 100 do print(i) end"))
    #expect(loud.printed.count == ScriptCheck.maxPrinted)
  }

  @Test func anExampleKeepsThem() throws {
    let text = """
      {"format": "playtest-script-test", "version": 1, "cases": [
        {"name": "first", "level": {}, "player": "random", "expect": {"turn": 1}},
        {"name": "second", "level": {}, "player": "random", "expect": {"turn": 1}}]}
      """
    let tests = try ScriptTestFile(reading: Array(text.utf8), file: "snap.test.json")
    let source = script()
    let test = try ScriptTest(
      script: source, folder: "cards", library: ScriptLibrary(kept: [source]))
    for example in tests.cases {
      let outcome = test.run(example)
      #expect(outcome.isFine, "\(outcome.problems)")
      #expect(outcome.printed.map(\.description) == expected(example.name))
    }
  }

  /// What other scripts print outside their functions is lost, and is no fault.
  @Test func aScriptMayPrintWhileItIsRead() {
    let source = ScriptSource(
      name: "bubbles/loud.lua",
      text: """
        print("read")
        return { name = "loud", glyph = "l", on_turn = function(board, cell) print("turn") end }
        """)
    let report = ScriptCheck(library: Bubbles.library).report(source)
    #expect(report.isFine, "\(report.problems)")
    #expect(Set(report.printed) == ["turn"])
  }

  /// There is no game that could be asked yet.
  @Test func aScriptCannotDrawWhileItIsRead() {
    let source = ScriptSource(name: "cards/a.lua", text: "local x = math.random(3)\nreturn {}")
    let fault = #expect(throws: ScriptFault.self) { try ScriptedCards.game(from: source) }
    #expect(fault?.message == "cards/a.lua:1: the game refused this")
  }
}
