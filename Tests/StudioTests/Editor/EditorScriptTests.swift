import SimHarness
import Testing
import TextFormats

@testable import Studio

/// Scripts that fail in the games of an open level.
@Suite struct EditorScriptTests {
  private static func tab(_ bubble: String) async throws -> (EditorWorkspace, EditorTab) {
    let workspace = try EditorWorkspace(bubbles: ["own": bubble])
    let tab = try await EditorTab(StudioEditor(workspace.workspace))
    _ = await tab.open(workspace)
    _ = await tab.ask(
      #""gesture","doc":1,"rev":0,"stroke":1,"last":true,"paint":{"tool":"own","places":["0,0"]}"#)
    return (workspace, tab)
  }

  private static func script(_ line: String) -> String {
    """
    local own = { name = "own", glyph = "q", summary = "Fails." }
    function own.on_turn(board, cell)
      \(line)
    end
    return own
    """
  }

  @Test func aFaultIsReportedWithItsLine() async throws {
    let (workspace, tab) = try await Self.tab(Self.script("board:no_such_function()"))
    _ = await tab.ask(#""look","doc":1,"players":["novice"],"games":20"#)
    let event = await tab.event { $0.has(#""final":true"#) }
    #expect(event.has(#""fault":{"message":"bubbles/own.lua:3: "#), "\(event)")
    // Few games are enough, and each of them can be watched.
    #expect(!event.has(#""games":20"#))
    let film = await tab.ask(#""watch","doc":1,"player":"novice","index":0"#)
    #expect(film.has(#""end":"faulted""#) && film.has("own"), "\(film)")
    withExtendedLifetime(workspace) {}
  }

  /// A page shows the scripts that are there when it is loaded, also those written since the start.
  @Test func aPageFindsNewScripts() async throws {
    let (workspace, _) = try await Self.tab(Self.script("return"))
    let editor = StudioEditor(workspace.workspace)
    let tab = try await EditorTab(editor)
    #expect(await !tab.open(workspace).has(#""new""#))
    let text = Self.script("return").replacing("own", with: "new")
    try AtomicFile.write(text, to: "\(workspace.folder)/scripts/bubbles/new.lua")
    let later = try await EditorTab(editor, id: 2)
    #expect(await later.open(workspace).has(#""new""#))
    withExtendedLifetime(workspace) {}
  }

  @Test func drawingGoesOnWhileAScriptLoops() async throws {
    let (workspace, tab) = try await Self.tab(Self.script("while true do end"))
    _ = await tab.ask(#""look","doc":1,"players":["novice"],"games":20"#)
    // Before any game has ended.
    #expect(await !tab.draw(row: 1, cells: 0..<3, stroke: 2).isRefused)
    #expect(tab.event == nil)
    let event = await tab.event { $0.has(#""final":true"#) }
    #expect(event.has(#""fault":{"message":"bubbles/own.lua:3: "#), "\(event)")
    withExtendedLifetime(workspace) {}
  }
}
