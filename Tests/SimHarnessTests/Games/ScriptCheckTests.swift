import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// What `script check` says about scripts that were planted.
@Suite struct ScriptCheckTests {
  private func problems(
    _ text: String, name: String = "bubbles/plant.lua", folder: String = ""
  ) -> [String] {
    ScriptCheck(library: Bubbles.library).report(
      ScriptSource(name: name, text: text), folder: folder
    ).problems
  }

  /// A bubble with these lines between its table and its end.
  private func bubble(_ lines: String, head: String = "") -> String {
    """
    local plant = { name = "plant", glyph = "!"\(head) }
    \(lines)
    return plant
    """
  }

  // MARK: State

  private func expectsState(
    _ problems: [String], line: Int, location: SourceLocation = #_sourceLocation
  ) {
    #expect(problems.count == 1, sourceLocation: location)
    let problem = problems.first ?? ""
    #expect(
      problem.hasPrefix("bubbles/plant.lua:\(line): keeps state between calls: turn "),
      "\(problem)", sourceLocation: location)
    #expect(
      problem.hasSuffix(
        " differs with a new Lua machine; store numbers with board:set_data or in board.vars"),
      "\(problem)", sourceLocation: location)
  }

  @Test func aLocalThatKeepsStateIsFound() {
    expectsState(
      problems(
        bubble(
          """
          local calls = 0
          function plant.on_activate(board, cell)
            calls = calls + 1
            board:score(calls)
          end
          """)), line: 3)
  }

  @Test func aGlobalThatKeepsStateIsFound() {
    expectsState(
      problems(
        bubble(
          """
          function plant.on_activate(board, cell)
            calls = (calls or 0) + 1
            if calls % 5 == 0 then board:score(1) end
          end
          """)), line: 2)
  }

  @Test func aTableUpvalueThatKeepsStateIsFound() {
    expectsState(
      problems(
        bubble(
          """
          local seen = {}
          function plant.on_turn(board, cell)
            if seen[cell] then board:remove(cell) end
            seen[cell] = true
          end
          """)), line: 3)
  }

  @Test func aScriptsOwnTableThatKeepsStateIsFound() {
    expectsState(
      problems(
        bubble(
          """
          plant.count = nil
          function plant.on_neighbour_removed(board, cell)
            plant.count = (plant.count or 0) + 1
            if plant.count > 3 then board:remove(cell) end
          end
          """)), line: 3)
  }

  /// What is missing in a fresh machine may also fail there.
  @Test func stateThatFailsInANewLuaMachineIsFound() {
    let problem =
      problems(
        bubble(
          """
          local first
          function plant.on_activate(board, cell)
            local known = first
            first = cell
            if board.vars.begun == 1 then board:score(known) end
            board.vars.begun = 1
          end
          """)
      ).first ?? ""
    #expect(
      problem.hasPrefix("bubbles/plant.lua:3: keeps state between calls: turn "), "\(problem)")
    #expect(problem.contains(" fails with a new Lua machine (bubbles/plant.lua:6: "), "\(problem)")
  }

  @Test func memoryInTheStateIsFine() {
    #expect(
      problems(
        bubble(
          """
          local half = {}
          function plant.on_activate(board, cell)
            half[1] = half[1] or 7 // 2 -- worked out once, the same in any machine
            board.vars.count = board.vars.count + half[1]
            board:score(board.vars.count)
          end
          function plant.on_turn(board, cell)
            board:set_data(cell, board:data(cell) + board:random(3))
            if board:data(cell) > 20 then board:remove(cell) end
          end
          """)) == [])
  }

  // MARK: Fields

  @Test func anUnknownHookIsNamed() {
    #expect(
      problems(bubble("function plant.on_macth(board, cell) end", head: ", colour = \"red\""))
        == ["bubbles/plant.lua:2: unknown function `on_macth`; did you mean `on_match`?"])
  }

  @Test func everyWrongFieldIsNamedWithItsLine() {
    let text = """
      return {
        glyph = "B",
        colour = "rde",
        priority = "first",
        params = {
          hits = { 1, 2, 3 },
        },
        sumary = "x",
      }
      """
    #expect(
      problems(text) == [
        "bubbles/plant.lua:1: `name` must be a string, such as \"crate\", not nil; "
          + "line 2: `glyph` \"B\" is a plain bubble's letter; choose another; "
          + "line 3: `colour` must be \"any\" or a colour, not \"rde\"; did you mean \"red\"?; "
          + "line 4: `priority` must be a whole number from -1000000 to 1000000; "
          + "line 6: `params.hits` must be { default, min, max } with min <= default <= max, all from -1e15 to "
          + "1e15; "
          + "line 8: unknown field `sumary`; did you mean `summary`?"
      ])
  }

  @Test func aGlyphThatIsTakenIsNamed() {
    let own = Oracle.root.appending(path: "scripts/bubbles").path
    #expect(
      problems("return { name = \"plant\",\n  glyph = \"x\" }") == [
        "bubbles/plant.lua:2: `glyph` \"x\" is already used by \(own)/crate.lua; choose another,"
          + " such as \"p\""
      ])
    #expect(
      problems("return { name = \"plant\",\n  glyph = \"*\" }") == [
        "bubbles/plant.lua:2: `glyph` \"*\" is already used by \(own)/bomb.lua; choose another,"
          + " such as \"p\""
      ])
  }

  @Test func theGlyphOfAnEmptyCellIsNoBubbles() {
    #expect(
      problems("return { name = \"plant\",\n  glyph = \".\" }") == [
        "bubbles/plant.lua:2: `glyph` \".\" is an empty cell's letter; choose another"
      ])
  }

  @Test func aNameThatIsTakenIsNamed() {
    let own = Oracle.root.appending(path: "scripts/bubbles").path
    #expect(
      problems("return { glyph = \"!\", name = \"crate\" }") == [
        "bubbles/plant.lua:1: \(own)/crate.lua is already called 'crate'; choose another name"
      ])
  }

  @Test func aKindThatIsNotThereIsNamed() {
    #expect(
      problems(bubble("", head: ",\n  uses = { \"indestructable\" }")) == [
        "bubbles/plant.lua:2: the kind 'plant' uses another one: unknown kind 'indestructable';"
          + " did you mean 'indestructible'? known: bomb, chameleon, crate, indestructible,"
          + " lightning, plant, rainbow, star, timer_bomb"
      ])
  }

  // MARK: Faults

  @Test func aFaultIsReportedWithItsLine() {
    #expect(
      problems(
        bubble(
          """
          function plant.on_activate(board, cell)
            board:remvoe(cell)
          end
          """)) == ["bubbles/plant.lua:3: board has no 'remvoe'; did you mean 'remove'?"])
  }

  @Test func severalFaultsAreReportedAtOnce() {
    let found = problems(
      bubble(
        """
        function plant.on_activate(board, cell)
          board:score("many")
        end
        function plant.on_turn(board, cell)
          if board.turn > 3 then board:remove(0) end
        end
        """))
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.hasPrefix("bubbles/plant.lua:3: board:score needs") })
    #expect(
      found.contains { $0.hasPrefix("bubbles/plant.lua:6: board:remove: there is no cell 0") })
  }

  @Test func anEndlessLoopIsReportedOnce() {
    let found = problems(bubble("function plant.on_turn() while true do end end"))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("bubbles/plant.lua:2: ") == true, "\(found)")
  }

  @Test func aSyntaxErrorIsReportedWithItsLine() {
    let found = problems("return {\n  name = = 3 }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("bubbles/plant.lua:2: ") == true, "\(found)")
  }

  @Test func aFaultAtAnEndOfAParameterIsNamed() {
    let found = problems(
      bubble(
        """
        function plant.on_turn(board)
          board:random(board.params.sides)
        end
        """, head: ", params = { sides = { 6, 0, 6 } }"))
    #expect(
      found == [
        "bubbles/plant.lua:3: board:random needs a whole number of at least 1 (with sides 0)"
      ])
  }

  // MARK: Kinds

  @Test func tellsTheKindByTheTable() throws {
    func kind(_ text: String, folder: String = "") throws -> ScriptKind {
      try ScriptCheck.kind(of: ScriptSource(name: "x", text: text), modules: [], folder: folder)
    }
    #expect(try kind("return { choose = function() end }") == .agent)
    #expect(try kind("return { generate = function() end }") == .generator)
    #expect(try kind("return { glyph = 'x' }", folder: "agents") == .bubble)
    #expect(try kind("return {}", folder: "agents") == .agent)
    #expect(try kind("return { game = 'x' }") == .generator)
    #expect(try kind("return {}") == .bubble)
  }

  @Test func whatAnAgentLacksIsNamed() {
    #expect(
      problems("return { name = 'a', games = { 'bubble-blst' } }", folder: "agents") == [
        "bubbles/plant.lua:1: `games`: unknown game 'bubble-blst'; did you mean"
          + " 'bubble-blast'? known: bubble-blast, peggle, bubble-pop, set, playing-cards, cards,"
          + " crates, match-three, patience, pishti, tiles;"
          + " `choose(turn)` is missing; it returns the index of the move to play"
      ])
  }

  @Test func anAgentsFaultIsReportedWithItsLine() {
    let found = problems(
      """
      return { name = "a", games = { "bubble-blast" },
        choose = function(turn)
          return turn:count() + 1
        end }
      """, name: "agents/a.lua")
    #expect(
      found.first
        == "agents/a.lua:2: choose must return a move's index from 1 to 60, not 61", "\(found)")
  }

  /// Only faults that the default values do not bring are those of other values.
  @Test func anAgentsParametersAreBlamedForTheirOwnFaultsOnly() {
    func found(_ index: String) -> [String] {
      problems(
        """
        return { name = "a", games = { "bubble-blast" },
          params = { f = { 0, 0, 1 }, p = { 5, 1, 9 } },
          choose = function(turn) return \(index) end }
        """, name: "agents/a.lua")
    }
    let always = found("0")
    #expect(always.count == 2 && always.allSatisfy { $0.hasSuffix(", not 0") }, "\(always)")
    let atOne = found("turn.params.f == 1 and 0 or 1")
    #expect(
      atOne.count == 2 && atOne.allSatisfy { $0.hasSuffix(", not 0 (with f 1)") }, "\(atOne)")
  }

  @Test func aGeneratorsLevelsAreCheckedLikeFiles() {
    let found = problems(
      """
      local g = { name = "g", game = "bubble-blast", params = { width = { 12, 11, 12 } } }
      function g.generate(random, params)
        return { format = "playtest-level", version = 1, game = "bubble-blast", name = "G",
          grid = { ("R"):rep(params.width) } }
      end
      return g
      """, name: "generators/g.lua")
    #expect(
      found == [
        "generators/g.lua:2: seed 1, width 11: $.grid[0]: row 0 has 11 cells; even rows"
          + " have 12; add 1"
      ])
  }

  @Test func aGeneratorsEmptyLevelIsReported() {
    let found = problems(
      """
      return { name = "g", game = "bubble-blast",
        generate = function()
          return { format = "playtest-level", version = 1, game = "bubble-blast", name = "G",
            grid = { "............" } }
        end }
      """, name: "generators/g.lua")
    #expect(found.first == "generators/g.lua:2: seed 1: the level is won before the first move")
  }

  /// A deal without a match is no error of a level whose other deals have one.
  @Test func aGeneratorsDealMayEndAtOnce() {
    func found(deal: Int) -> [String] {
      problems(
        """
        return { name = "g", game = "playing-cards",
          generate = function()
            return { format = "playtest-level", version = 1, game = "playing-cards", name = "A",
              match = 3, deal = \(deal) }
          end }
        """, name: "generators/g.lua")
    }
    #expect(found(deal: 3) == [])
    #expect(
      found(deal: 2).first == "generators/g.lua:2: seed 1: the level is over before the first move"
    )
  }

  @Test func keepsWhatIsPrinted() {
    let report = ScriptCheck(library: Bubbles.library).report(
      ScriptSource(
        name: "bubbles/plant.lua",
        text: bubble("function plant.on_turn(board, cell) print(\"cell\", cell) end")))
    #expect(report.printed.count == ScriptCheck.maxPrinted)
    #expect(report.printed.first == "cell\t1")
  }

  @Test func saysWhatWasDone() throws {
    let report = ScriptCheck(library: Bubbles.library).report(
      path: Oracle.root.appending(path: "scripts/bubbles/rainbow.lua").path)
    #expect(report.line == "ok: bubble rainbow: 60 shots, 0 hook calls")
  }

  @Test func modulesAndDefinitionsAreNoScripts() {
    let check = ScriptCheck(library: Bubbles.library)
    let scripts = Oracle.root.appending(path: "scripts").path
    #expect(check.report(path: "\(scripts)/lib/list.lua").line == "ok: module list: loads")
    #expect(
      check.report(path: "\(scripts)/types/playtest.lua").line
        == "ok: definitions playtest: for editors")
    let broken = check.report(ScriptSource(name: "lib/b.lua", text: "return {"), folder: "lib")
    #expect(broken.problems == ["lib/b.lua:1: unexpected symbol near <eof>"])
  }

  /// A long path keeps its end, which names the file.
  @Test func aLongPathIsNamedWhole() {
    let name = "/a" + String(repeating: "/folder", count: 12) + "/bubbles/plant.lua"
    #expect(
      problems("return {", name: name) == ["\(name):1: unexpected symbol near <eof>"])
    #expect(
      problems(
        bubble("function plant.on_activate(board) board:remvoe(1) end"), name: name)
        == ["\(name):2: board has no 'remvoe'; did you mean 'remove'?"])
  }

  /// Everything in the scripts folder passes.
  @Test(arguments: ScriptKind.allCases)
  func ourOwnScriptsPass(_ kind: ScriptKind) {
    for path in Bubbles.library.files(of: kind) {
      let report = ScriptCheck(library: Bubbles.library).report(path: path)
      #expect(report.problems == [])
      #expect(report.kind == kind)
    }
  }
}
