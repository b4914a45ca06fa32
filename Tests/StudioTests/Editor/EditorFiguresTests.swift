import Lab
import SimHarness
import Testing

@testable import Studio

/// The figures that an editor without a server sends.
@Suite struct EditorFiguresTests {
  /// A tab on the level with a row of bubbles, and the figures of 20 games of `novice` and of
  /// another player.
  private func played(
    _ workspace: EditorWorkspace, by player: String
  ) async throws -> (EditorTab, EditorAnswer) {
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    await tab.draw(row: 0, cells: 0..<11)
    _ = await tab.ask(#""look","doc":1,"players":["novice","\#(player)"],"games":20"#)
    return (tab, await tab.event { $0.has(#""final":true"#) })
  }

  @Test func figuresAreThoseOfARun() async throws {
    let workspace = try EditorWorkspace()
    let (tab, event) = try await played(workspace, by: "casual")
    let saved = await tab.ask(#""save","doc":1"#)
    #expect(!saved.isRefused)
    let file = try LevelStore(folder: "\(workspace.folder)/levels", catalog: workspace.library)
      .load(at: workspace.file)
    let plan = try workspace.workspace.plan(
      workspace.workspace.ready(file), players: ["novice", "casual"], games: 20, seed: 1)
    let rows = try await LiveEstimate(plan, jobs: 1) { _ in }.run()
    for (player, rows) in zip(plan.players, rows.rows) {
      let won = rows.count { $0.result.end == .won }
      #expect(rows.count == 20)
      #expect(event.has(#""name":"\#(player.name)","games":20,"won":\#(won),"#), "\(event)")
    }
  }

  /// The first figures do not wait for another version to be made ready, with which so few games
  /// are not compared.
  @Test func fewGamesAreNotCompared() async throws {
    let (tab, _) = try await played(try EditorWorkspace(), by: "expert")
    await tab.draw(row: 1, cells: 0..<4, stroke: 2)
    let last = await tab.event { event in
      let isFew = (1..<LiveFigures.fewGames).contains { event.has(#""games":\#($0),"of"#) }
      #expect(event.has(#""stroke":{"games":"#) != isFew, "\(event)")
      return event.has(#""final":true"#)
    }
    #expect(last.has(#""stroke":{"games":20"#))
  }
}
