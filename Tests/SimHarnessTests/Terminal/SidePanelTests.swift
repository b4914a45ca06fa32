import TestSupport
import Testing

@testable import SimHarness

/// The lines beside a board, which are cut off where they are too wide.
@Suite struct SidePanelTests {
  /// No line of help is wider than the panel, in any game and with any aim.
  @Test(arguments: GameRegistry.bundled.names)
  func everyLineOfHelpIsSeenWhole(_ name: String) throws {
    let path = "\(Golden.folder)/Playthroughs/\(name).json"
    let level = try Terminals.level(text: try Program.text(of: path, in: Oracle.root))
    for keys in ["", "t", "s"] {
      let game = try #require(GameRegistry.bundled.game(named: name))
      func host() -> ScriptHost { ScriptHost(interfaces: game.interfaces, libraries: []) }
      let session = try #require(
        try game.hand(
          HandRequest(
            level: level, seed: 1, index: 0, scripts: host(), hintScripts: host(), highest: nil)))
      session.take(.enter, at: 0)
      for key in keys { session.take(.character(key), at: 0.1) }
      let help = session.status(at: 0.2).keys
      let widest = help.map(\.key.count).max() ?? 0
      #expect(!help.isEmpty)
      for line in help {
        #expect(
          widest + 1 + line.meaning.count <= TerminalLayout.sideWidth,
          "\(line.key) \(line.meaning)")
      }
    }
  }
}
