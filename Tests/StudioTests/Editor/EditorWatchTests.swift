import Lab
import Testing

@testable import SimHarness
@testable import Studio

/// Watching games of an open level, what they leave, and confirming it.
@Suite struct EditorWatchTests {
  /// A tab that has drawn a row of bubbles and knows the figures of 20 games.
  private static func drawn(_ workspace: EditorWorkspace) async throws -> (EditorTab, EditorAnswer)
  {
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<8)
    _ = await tab.ask(#""save","doc":1"#)
    _ = await tab.ask(#""look","doc":1,"players":["novice","casual"],"games":20"#)
    return (tab, await tab.event { $0.has(#""final":true"#) })
  }

  @Test func theFirstTurnThatDiffersIsFound() async throws {
    let workspace = try EditorWorkspace()
    let (tab, _) = try await Self.drawn(workspace)
    func watch(_ index: Int, against: String) async -> EditorAnswer {
      await tab.ask(
        #""watch","doc":1,"player":"casual","index":\#(index),"against":"\#(against)""#)
    }
    #expect(await watch(3, against: "saved").has(#""firstDifference":null"#))
    // A shot less: the games are the same until there is none.
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":9,"last":true,"set":{"field":"shots","value":"1"}"#)
    for version in ["saved", "before"] {
      var found = 0
      for index in 0..<8 where await !watch(index, against: version).has(":null") { found += 1 }
      // A game that the first shot wins is the same.
      #expect(found > 2)
    }
    #expect(await watch(3, against: "later").isRefused)
  }

  @Test func theGamesThatEndOtherwiseAreNamed() async throws {
    let workspace = try EditorWorkspace()
    let (tab, before) = try await Self.drawn(workspace)
    #expect(before.has(#""saved":null"#) || !before.has(#""saved":"#))
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":9,"last":true,"set":{"field":"name","value":"Other"}"#)
    // Nothing differs, which is said by a number of games and no interval.
    let same = await tab.event { $0.has(#""final":true"#) }
    #expect(
      same.has(#""saved":{"games":20,"differing":[],"gained":0,"lost":0},"stroke":{"#), "\(same)")
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":10,"last":true,"set":{"field":"shots","value":"1"}"#)
    let changed = await tab.event { $0.has(#""final":true"#) }
    #expect(changed.has(#""gained":0,"lost":2,"difference":-"#), "\(changed)")
    #expect(changed.has(#""low":-"#), "\(changed)")
  }

  /// A deal is what a game begins with, whoever plays it.
  @Test func dealsAreShownWithoutPlaying() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    let deal = await tab.ask(#""deal","doc":1,"index":3"#)
    #expect(deal.has(#""film":{"#) && deal.has(#""t":[]"#))
    #expect(await tab.ask(#""deal","doc":1,"index":3"#).description == deal.description)
    #expect(await tab.ask(#""deal","doc":2,"index":0"#).isRefused)
    #expect(await tab.ask(#""deal","doc":1,"index":-1"#).isRefused)
    #expect(await tab.ask(#""deal","doc":1"#).isRefused)
  }

  @Test func theDealOfAChangedLevelIsShownAgain() async throws {
    let workspace = try EditorWorkspace()
    let (tab, _) = try await Self.drawn(workspace)
    let first = await tab.ask(#""deal","doc":1,"index":3"#)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":9,"last":true,"set":{"field":"shots","value":"1"}"#)
    let second = await tab.event { $0.has(#""ev":"deal""#) }
    let rest = try #require(second.description.split(separator: #""doc":1,"#).last)
    #expect(second.description == #"{"ev":"deal","doc":1,"# + rest)
    #expect(rest.contains(#","index":3,"film":{"#) && !first.has(String(rest.dropLast())))
    // As it is answered to a tab that asks.
    let asked = await tab.ask(#""deal","doc":1,"index":3"#)
    #expect(asked.has(String(rest.dropLast())), "\(asked)")
    // A tab that has left the level is not told.
    _ = await tab.ask(#""look","doc":1,"players":[],"games":0"#)
    #expect(await tab.editor.levels[1]?.deals.isEmpty == true)
  }

  @Test func reasonsAndStuckPlaces() async throws {
    let workspace = try EditorWorkspace()
    let (tab, _) = try await Self.drawn(workspace)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":9,"last":true,"set":{"field":"shots","value":"1"}"#)
    let event = await tab.event { $0.has(#""final":true"#) }
    #expect(event.has(#""reasons":[["shots","#), "\(event)")
    let left = await tab.ask(#""left","doc":1,"player":"novice""#)
    #expect(left.has(#""places":[["#) && !left.has(#""games":0"#), "\(left)")
    // Of the lost games the first 40 at most are looked at, and all are counted.
    #expect(left.has(#","lost":"#) && !left.has(#""lost":0"#), "\(left)")
    // Nobody's games are known of a player that was not looked at.
    #expect(
      await tab.ask(#""left","doc":1,"player":"skilled""#).has(
        #""games":0,"lost":0,"whole":false,"places":[]"#))
    #expect(await tab.ask(#""left","doc":1,"player":"nobody""#).isRefused)
    #expect(await tab.ask(#""left","doc":2,"player":"casual""#).isRefused)
  }

  @Test func aConfirmationIsOfOtherGames() async throws {
    let workspace = try EditorWorkspace()
    let (tab, _) = try await Self.drawn(workspace)
    for shots in 2...4 {
      _ = await tab.ask(
        #""gesture","doc":1,"rev":0,"stroke":\#(shots),"last":true,"#
          + #""set":{"field":"shots","value":"\#(shots)"}"#)
      _ = await tab.event { $0.has(#""final":true"#) }
    }
    _ = await tab.ask(#""look","doc":1,"players":["novice","casual"],"games":20"#)
    #expect(await tab.event { $0.has(#""final":true"#) }.has(#""versions":4"#))
    _ = await tab.ask(#""confirm","doc":1"#)
    let fresh = await tab.event { $0.has(#""fresh":true"#) && $0.has(#""final":true"#) }
    #expect(fresh.has(#""games":1000,"of":1000"#) && fresh.has(#""versions":0"#))
    #expect(
      LiveEstimate.confirmationSeed(of: StudioWorkspace.seed) != StudioWorkspace.seed)
  }

  /// It holds as long as the level stays as it is: also for a tab that comes later, and when the level
  /// is saved meanwhile.
  @Test func aConfirmationIsKept() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<8)
    let look = #""look","doc":1,"players":["casual"],"games":2"#
    _ = await tab.ask(look)
    _ = await tab.ask(#""confirm","doc":1"#)
    _ = await tab.ask(#""save","doc":1"#)
    let isConfirmed = { (answer: EditorAnswer) in
      answer.has(#""fresh":true"#) && answer.has(#""final":true"#)
    }
    #expect(await tab.event(where: isConfirmed).has(#""games":1000"#))
    _ = await tab.ask(#""look","doc":1,"players":[],"games":0"#)
    let later = try await EditorTab(editor, id: 2)
    _ = await later.open(workspace)
    _ = await later.ask(look)
    #expect(await later.event(where: isConfirmed).has(#""games":1000"#))
    await later.draw(row: 1, cells: 0..<1, stroke: 2)
    while later.event != nil {}
    _ = await later.ask(look)
    #expect(await !later.event { $0.has(#""final":true"#) }.has(#""fresh""#))
  }

  /// Whatever lies on the way of a stroke is no version.
  @Test func aStrokeIsOneVersion() async throws {
    let workspace = try EditorWorkspace()
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    _ = await tab.ask(#""look","doc":1,"players":["casual"],"games":2"#)
    _ = await tab.event { $0.has(#""final":true"#) }
    for cell in 0..<3 {
      _ = await tab.ask(
        #""gesture","doc":1,"rev":0,"stroke":1,"last":false,"#
          + #""paint":{"tool":"red","places":["0,\#(cell)"]}"#)
      let event = await tab.event { $0.has(#""final":true"#) }
      #expect(event.has(#""versions":1"#), "\(event)")
    }
    _ = await tab.ask(#""gesture","doc":1,"rev":0,"stroke":1,"last":true,"end":{}"#)
    #expect(await tab.event { $0.has(#""final":true"#) }.has(#""versions":2"#))
  }

  @Test func anEditStopsAConfirmation() async throws {
    let workspace = try EditorWorkspace()
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<8)
    _ = await tab.ask(#""look","doc":1,"players":["casual"],"games":2"#)
    _ = await tab.ask(#""confirm","doc":1"#)
    #expect(await editor.levels[1]?.figures.fresh != nil)
    await tab.draw(row: 1, cells: 0..<1, stroke: 2)
    #expect(await editor.levels[1]?.figures.fresh == nil)
  }
}
