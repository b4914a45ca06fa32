import Foundation
import TestSupport
import Testing

@testable import Resources
@testable import SimHarness

/// The library `grid`: what it answers, what it refuses, and what it charges.
@Suite struct GridLibraryTests {
  /// Every function with a call on the board `B`, which is `W` cells wide, and the names of its
  /// parameters.
  static let functions: [(name: String, call: String, parameters: [String])] = [
    ("around", "W, W, 5", ["width", "height", "cell", "out"]),
    ("count", "B, 1", ["board", "value"]),
    ("distances", "B, W, 5", ["board", "width", "cell", "out"]),
    ("fall", "B, W", ["board", "width", "..."]),
    ("fill", "B, 5, function(n) return 1 end", ["board", "values", "random"]),
    ("find", "B, 1", ["board", "value", "out"]),
    ("flood", "B, W, 5", ["board", "width", "cell", "out"]),
    ("groups", "B, W", ["board", "width", "minimum", "out"]),
    ("lines", "B, W", ["board", "width", "minimum", "out"]),
    ("mirror", "B, W", ["board", "width", "out"]),
    ("neighbours", "W, W, 5", ["width", "height", "cell", "out"]),
    ("runs", "B, W", ["board", "width", "minimum", "out"]),
    ("set", "B, B2, 1", ["board", "cells", "value"]),
    ("swaps", "B, W", ["board", "width", "minimum", "out"]),
    ("transpose", "B, W", ["board", "width", "out"]),
  ]

  /// How a script's `run` ends.
  private struct End {
    var text = ""
    var printed: [String] = []
    var instructions = 0
  }

  private func fixture(_ name: String) throws -> ScriptSource {
    let path = Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/Grid/\(name).lua").path
    return ScriptSource(name: name, text: try String(contentsOfFile: path, encoding: .utf8))
  }

  /// Runs a script that returns a table with `run`; a result is `value RESULT`.
  private func run(
    _ source: ScriptSource, libraries: [ScriptSource] = [], instructions: Int = 50_000_000
  ) -> End {
    var limits = ScriptLimits.standard
    limits.instructions = instructions
    // Never met: a test must not depend on the clock.
    limits.wallSeconds = 600
    var end = End()
    do throws(ScriptFault) {
      let vm = try LuaVM.open(limits: limits, interfaces: [], libraries: libraries)
      let module = try vm.load(source)
      vm.beginGame()
      let server = ScriptServer { (_, _) throws(ScriptCallError) in }
      var frame = ServingFrame(server: server)
      let result = try vm.call(
        vm.function("run", of: module) ?? 0, .none, .none, .none, frame: &frame)
      end.text = "value \(result.string ?? "\(result.integer ?? 0)")"
      end.instructions = vm.instructions
    } catch {
      end.text = "\(error.kind.rawValue) \(error.message)"
    }
    return end
  }

  private func run(_ body: String, instructions: Int = 50_000_000) -> End {
    let text = "return { run = function()\n\(body)\nend }"
    return run(ScriptSource(name: "grid_test", text: text), instructions: instructions)
  }

  @Test func theListOfFunctionsIsComplete() {
    let end = run(
      "local t = {} for name in pairs(grid) do t[#t + 1] = name end return table.concat(t, ' ')")
    #expect(end.text == "value " + Self.functions.map(\.name).joined(separator: " "))
  }

  /// Boards of up to 20 x 30 cells, with empty and fixed cells, new lists and used ones.
  @Test func equalsItsTwinInPlainLuaOnThousandsOfBoards() throws {
    let boards = try fixture("boards")
    let source = ScriptSource(
      name: "boards",
      text: "local checks = (function()\n\(boards.text)\nend)()\n"
        + "return { run = function() return checks.run(1, 2500) end }")
    let end = run(
      source, libraries: [try fixture("twin")], instructions: 2_000_000_000)
    #expect(end.text == "value 2500")
  }

  // MARK: Arguments

  /// Every function with every extreme as each argument, and with arguments by chance: each call
  /// answers, or says which argument is wrong.
  @Test func everyArgumentIsSwept() {
    for (name, call, parameters) in Self.functions {
      let names = (parameters + ["list"]).map { "['\($0)'] = true" }.joined(separator: ", ")
      let end = run(
        """
        local BIG, SELF, HUGE, B2, W = {}, {}, {}, { 1, 2 }, 3
        for i = 1, 9000 do BIG[i] = i end
        for i = 1, 16385 do HUGE[i] = i % 5 end
        SELF[1], SELF.self = SELF, SELF
        local LIVE = setmetatable({}, { __index = math.abs, __len = math.abs })
        local E = table.pack(\(CallSweep.extremes.joined(separator: ", ")), HUGE, LIVE, math,
          grid, function(n) return n end, function() return 0 / 0 end, function() error('x') end)
        local NAMES = { \(names) }
        local answers, draw = 0, 1
        local function any()
          draw = draw * 6364136223846793005 + 1442695040888963407
          return E[1 + (draw >> 33) % E.n]
        end
        local function try(...)
          local ok, message = pcall(grid.\(name), ...)
          if ok then answers = answers + 1 return end
          local argument = message:match("bad argument #%d+ to '[^']*' %((%w+) must ")
            or message:match("bad argument #%d+ to '[^']*' %((%w+) is read%-only")
          local known = NAMES[argument] or message:find('at most 8 lists') or message:find(': x$')
          if not known then error('what is this: ' .. message) end
        end
        local function good()
          local B = { 1, 1, 0, 2, -1, 2, 2, 1, 2 }
          return table.pack(\(call))
        end
        try()
        for i = 1, E.n do
          for place = 1, 5 do
            local arguments = good()
            arguments[place] = E[i]
            try(table.unpack(arguments, 1, math.max(place, arguments.n)))
          end
          for j = 1, E.n do try(E[i], E[j]) end
        end
        for _ = 1, 500 do
          try(any(), any(), any())
          try(any(), any(), any(), any(), any())
          try({ 1, 1, 0, 2, -1, 2, 2, 1, 2 }, 3, any(), any(), any())
        end
        try(table.unpack(E, 1, 40))
        return answers > 5 and 'swept' or 'only ' .. answers .. ' answers'
        """, instructions: 2_000_000_000)
      #expect(end.text == "value swept", "\(name)")
    }
  }

  @Test(arguments: [
    ("grid.lines('x', 3)", "#1 to 'lines' (board must be a list, not string)"),
    ("grid.lines({}, 3)", "#1 to 'lines' (board must have cells; it is empty)"),
    (
      "grid.lines({ 1, 2, 3 }, 2)", "#2 to 'lines' (width must divide the board's 3 cells; it is 2)"
    ),
    ("grid.lines({ 1, 2, 3 }, 4)", "#2 to 'lines' (width must be from 1 to 3, not 4)"),
    (
      "grid.lines({ 1 }, 1.5)",
      "#2 to 'lines' (width must be a whole number, not one with a fraction)"
    ),
    ("grid.lines({ 1 }, 1, 0)", "#3 to 'lines' (minimum must be from 1 to 16384, not 0)"),
    ("grid.lines({ 1 }, 1, 3, 7)", "#4 to 'lines' (out must be a list, not number)"),
    ("grid.lines({ 1 }, 1, 3, math)", "#4 to 'lines' (out is read-only)"),
    (
      "grid.count({ 1, 'a' }, 1)",
      "#1 to 'count' (board must hold whole numbers; member 2 is string)"
    ),
    ("grid.flood({ 1, 2 }, 1, 3)", "#3 to 'flood' (cell must be from 1 to 2, not 3)"),
    (
      "grid.fall({ 1, 2 }, 1, { 1 })",
      "#3 to 'fall' (list must have the board's 2 members, not 1)"
    ),
    ("grid.fill({ 0 }, 3)", "#3 to 'fill' (random must be a function, not nil)"),
    (
      "grid.fill({ 0 }, 3, function() return 4 end)",
      "#3 to 'fill' (random must give a whole number from 1 to 3)"
    ),
    ("grid.fill({ 0 }, {}, math.abs)", "#2 to 'fill' (values must not be empty)"),
    ("grid.set({ 1 }, { 2 }, 0)", "#2 to 'set' (cells must be from 1 to 1; member 1 is 2)"),
  ])
  func messagesNameTheArgument(_ call: String, _ message: String) {
    #expect(run(call).text == "error grid_test:2: bad argument \(message)")
  }

  @Test func aMistakeChangesNothing() {
    let end = run(
      """
      local board, other = { 0, 1, 0, 2 }, { 1, 2, 3 }
      pcall(grid.fall, board, 2, other)
      pcall(grid.set, board, { 1, 5 }, 9)
      pcall(grid.fill, board, { 1, 'x' }, function() return 1 end)
      return table.concat(board, ' ')
      """)
    #expect(end.text == "value 0 1 0 2")
  }

  /// A metatable that answers for no member is only a mark, as on the lists of a game's state.
  @Test func aMarkedListIsPlain() {
    let end = run(
      """
      local board = setmetatable({ 1, 1, 1, 0 }, { __metatable = false })
      grid.fill(board, 2, function() return 2 end)
      return #grid.lines(board, 4) * 10 + board[4]
      """)
    #expect(end.text == "value 32")
  }

  // MARK: Work

  /// What a call costs grows with the board, so a script cannot hide work in the library.
  @Test func workIsChargedByTheNumberOfCells() {
    for (name, call, _) in Self.functions {
      func cost(width: Int) -> Int {
        let body = """
          local W, B, B2 = \(width), {}, {}
          for i = 1, W * W do B[i], B2[i] = (i * i // 3) % 4, i end
          grid.count({ 1 }, 1)
          """
        let with = run("\(body)\nlocal ok = grid.\(name)(\(call))\nreturn 1")
        let without = run("\(body)\nlocal ok = 1\nreturn 1")
        #expect(with.text == "value 1", "\(name)")
        return with.instructions - without.instructions
      }
      // The cells around one are as many on any board.
      if !["around", "neighbours"].contains(name) {
        #expect(cost(width: 128) >= 128 * 128 / 4, "\(name)")
      }
      #expect(cost(width: 3) < 200, "\(name)")
      let endless = run(
        """
        local W, B, B2 = 128, {}, {}
        for i = 1, W * W do B[i], B2[i] = 1, i end
        while true do grid.\(name)(\(call)) end
        """, instructions: 2_000_000)
      #expect(endless.text.hasPrefix("budget grid_test:4: the instruction budget"), "\(name)")
    }
  }

  // MARK: Editors

  /// The definitions for editors have every function with its parameters, each in words.
  @Test func theDefinitionsDescribeEveryFunction() {
    let lines = Resource.text("scripts/types/playtest.lua").split(
      separator: "\n", omittingEmptySubsequences: false)
    var described: [String] = []
    for (place, line) in lines.enumerated() where line.hasPrefix("function grid.") {
      described.append(String(line))
      let above = lines[..<place].reversed().prefix { $0.hasPrefix("---") }.reversed()
      let parameters = above.filter { $0.hasPrefix("---@param ") }.map {
        String($0.split(separator: " ")[1].filter { $0 != "?" })
      }
      let function = Self.functions.first { line.hasPrefix("function grid.\($0.name)(") }
      #expect(parameters == function?.parameters)
      #expect(above.first?.hasPrefix("---@") == false, "\(line)")
    }
    let expected = Self.functions.map {
      "function grid.\($0.name)(\($0.parameters.joined(separator: ", "))) end"
    }
    #expect(described.sorted() == expected.sorted())
  }
}
