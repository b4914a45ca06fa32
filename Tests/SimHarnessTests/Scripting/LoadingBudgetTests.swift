import Foundation
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import CardsGame
@testable import SimHarness

/// What loading scripts may cost, all of them together.
@Suite struct LoadingBudgetTests {
  /// A bubble whose loading takes a little more than `instructions` instructions.
  private func bubble(_ name: String, instructions: Int) -> ScriptSource {
    ScriptSource(
      name: "bubbles/\(name).lua",
      text: """
        for i = 1, \(instructions) do end
        return { name = "\(name)", glyph = "x" }
        """)
  }

  private func fault(_ body: () throws -> Void) -> ScriptFault? {
    #expect(throws: ScriptFault.self) { try body() }
  }

  /// A card game with a deck of 81 cards whose `match` takes some thousand instructions.
  private func cards(loops: Int) -> ScriptSource {
    ScriptSource(
      name: "cards/slow.lua",
      text: """
        local slow = { name = "slow", features = { "rank" }, hand = 3 }
        function slow.deck()
          local cards = {}
          for rank = 1, 81 do cards[rank] = { name = "c" .. rank, rank } end
          return cards
        end
        function slow.match(a, b, c)
          for i = 1, \(loops) do end
          return a.rank + b.rank == c.rank and 1 or nil
        end
        return slow
        """)
  }

  /// All hands of a deck together have the allowance of one game: of 85,320 hands the last cannot
  /// be reached at 1,000 instructions a hand, and can at a few.
  @Test func allHandsShareOneAllowance() throws {
    let slow = try ScriptedCards.game(from: cards(loops: 1000))
    let fault = fault { _ = try ScriptedCards.matches(of: slow, hand: 3) }
    #expect(fault?.kind == .budget)
    #expect(fault?.message == "cards/slow.lua:8: the instruction budget of 50000000 is used up")
    let quick = try ScriptedCards.game(from: cards(loops: 1))
    // Pairs of ranks of different size whose sum is at most 81: 40 squared.
    #expect(try ScriptedCards.matches(of: quick, hand: 3).count == 1600)
  }

  /// The scripts of one budget get an error when it is used up, with place, purpose and number.
  @Test func scriptsShareABudget() throws {
    let budget = LoadingBudget(instructions: 1_000_000, for: "trying")
    try budget.within { () throws(ScriptFault) in
      for name in ["a", "b", "c"] {
        _ = try ScriptedBubble.kind(from: bubble(name, instructions: 300_000))
      }
    }
    #expect((90_000...100_000).contains(budget.left))
    let fault = fault {
      _ = try budget.within { () throws(ScriptFault) in
        try ScriptedBubble.kind(from: bubble("d", instructions: 300_000))
      }
    }
    #expect(
      fault?.message
        == "bubbles/d.lua:1: the 1000000 instructions for trying are used up; make the scripts faster"
        + " or fewer")
    #expect(budget.left == 0)
    // Outside it a script has its own allowance.
    #expect(try ScriptedBubble.kind(from: bubble("d", instructions: 300_000)).name == "d")
  }

  /// A script's own limit is named where it is the smaller one.
  @Test func aScriptsOwnLimitIsNamed() {
    let budget = LoadingBudget(instructions: 100_000_000, for: "trying")
    let fault = fault {
      _ = try budget.within { () throws(ScriptFault) in
        try ScriptedBubble.kind(from: bubble("d", instructions: 60_000_000))
      }
    }
    #expect(fault?.message == "bubbles/d.lua:1: the instruction budget of 50000000 is used up")
  }

  /// A library loads each script once, whether it succeeds or fails, and every kind of script draws
  /// on its budget.
  @Test func aLibraryLoadsEachScriptOnce() throws {
    let library = ScriptLibrary(kept: [
      bubble("a", instructions: 1_000_000),
      ScriptSource(name: "bubbles/b.lua", text: "for i = 1, 1000000 do end error('b')"),
    ])
    let whole = library.loading.left
    #expect(whole == LoadingBudget.loadingInstructions)
    let first = try #require(try library.bubbleKind(named: "a"))
    _ = fault { _ = try library.bubbleKind(named: "b") }
    let left = library.loading.left
    #expect((2_000_000...2_100_000).contains(whole - left))
    for _ in 0..<100 {
      #expect(try library.bubbleKind(named: "a")?.name == first.name)
      _ = fault { _ = try library.bubbleKind(named: "b") }
    }
    #expect(library.loading.left == left)
  }

  @Test(arguments: ScriptKind.allCases)
  func everyKindDrawsOnTheLibrarysBudget(kind: ScriptKind) throws {
    let source = ScriptSource(
      name: "\(kind.folder)/a.lua", text: "for i = 1, 1000000 do end error('a')")
    let library = ScriptLibrary(kept: [source])
    let games = GameRegistry.bundled.games.map(\.name)
    _ = fault {
      switch kind {
      case .bubble: _ = try library.bubbleKind(named: "a")
      case .agent: _ = try library.agent(source, knownGames: games)
      case .generator: _ = try library.generator(source, knownGames: games)
      case .peg: _ = try library.peggleDefinition(of: .peg, named: "a")
      case .mode: _ = try library.peggleDefinition(of: .mode, named: "a")
      case .master: _ = try library.peggleDefinition(of: .master, named: "a")
      case .pop: _ = try library.popKind(named: "a")
      case .spawner: _ = try library.colourSpawner(named: "a")
      case .cards: _ = try library.cardGame(named: "a")
      case .game: _ = try library.openGame(source)
      }
    }
    #expect(LoadingBudget.loadingInstructions - library.loading.left >= 1_000_000)
  }

  /// Games that are played to check a script draw on the budget too, in one machine or in several.
  @Test(arguments: [true, false])
  func gamesDrawOnABudget(isBundled: Bool) throws {
    final class User: ScriptUser {
      let scriptUses: [ScriptUse]
      init(_ use: ScriptUse) { scriptUses = [use] }
    }
    let source = ScriptSource(
      name: "agents/a.lua", text: "return { choose = function() for i = 1, 300000 do end end }",
      isBundled: isBundled)
    let user = User(ScriptUse(source: source, hooks: ["choose"], parameters: []))
    let budget = LoadingBudget(instructions: 1_000_000, for: "trying")
    var played = 0
    let fault = fault {
      try budget.within { () throws(ScriptFault) in
        let host = ScriptHost(interfaces: [])
        for _ in 0..<10 {
          host.beginGame()
          let handle = try host.handles(for: user)[0]
          try host.call(
            handle, hook: 0, .none, .none, .none,
            server: ScriptServer { _, _ throws(ScriptCallError) in })
          played += 1
        }
      }
    }
    #expect((3...4).contains(played))
    #expect(
      fault?.message.hasPrefix("agents/a.lua:") == true
        && fault?.message.contains(": the 1000000 instructions for trying are used up") == true,
      "\(fault?.message ?? "")")
  }

  /// The modules that are copied into each machine have a size together.
  @Test func modulesHaveASizeTogether() throws {
    let text = "return '" + String(repeating: "x", count: 60_000) + "'"
    try Program.inFolder { folder in
      let scripts = folder.appending(path: "own/lib")
      try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: true)
      for number in 100..<171 { try Program.write(text, to: "own/lib/m\(number).lua", in: folder) }
      let library = ScriptLibrary(folder: folder.appending(path: "own").path)
      let fault = fault { _ = try library.modules() }
      #expect(
        fault?.message
          == "lib/m169.lua:0: the modules loaded so far have more than 4 MiB; make them smaller or"
          + " fewer")
    }
  }

  /// Every bundled card game's hands are well within one game's allowance.
  @Test func bundledGamesAreFarBelow() throws {
    let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)
    let sources = try library.sources(of: .cards)
    #expect(sources.count >= 3)
    for source in sources {
      let game = try library.cardGame(source)
      for hand in game.hands {
        let budget = LoadingBudget(instructions: 50_000_000, for: "trying")
        try budget.within { () throws(ScriptFault) in
          _ = try ScriptedCards.tabulated(
            game, hand: hand, libraries: try library.libraries(for: game.source))
        }
        #expect(budget.left > 25_000_000, "\(game.name), \(hand): \(budget.left) left")
      }
    }
  }
}
