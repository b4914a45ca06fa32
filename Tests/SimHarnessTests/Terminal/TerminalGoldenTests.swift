import Foundation
import Testing

@testable import SimHarness

/// What a person sees, screen by screen.
@Suite struct TerminalGoldenTests {
  /// A game, the keys of its player, and when the screen is looked at.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let level: String
    /// What is typed, each at a second.
    let keys: [(text: String, seconds: Double)]
    var size = (width: 80, height: 24)
    var glyphs = Terminals.unicode
    var highest: Int?
    let seconds: Double

    var testDescription: String { name }
  }

  private static let left = "\u{1B}[D"
  private static let right = "\u{1B}[C"
  private static let up = "\u{1B}[A"

  static let scenes = [
    Scene(name: "bubble-start", level: "builtin:bubble-blast/01-first-steps", keys: [], seconds: 0),
    Scene(
      name: "bubble-flight", level: "builtin:bubble-blast/01-first-steps",
      keys: [(left + left + left + " ", 1)], seconds: 1.2),
    Scene(
      name: "bubble-shot", level: "builtin:bubble-blast/01-first-steps",
      keys: [("h", 1), (" ", 2)], highest: 1000, seconds: 9),
    Scene(
      name: "bubble-specials-ascii", level: "builtin:bubble-blast/07-crate-yard",
      keys: [(right + right + ",", 1)], glyphs: Terminals.ascii, seconds: 9),
    Scene(
      name: "bubble-descended", level: "builtin:bubble-blast/12-last-ceiling",
      keys: (0..<12).map { (" ", 10 * Double($0)) }, size: (100, 40), seconds: 200),
    Scene(
      name: "bubble-leaving", level: "builtin:bubble-blast/01-first-steps", keys: [("q", 1)],
      seconds: 1),
    Scene(name: "peggle-start", level: "builtin:peggle/01-garden-gate", keys: [], seconds: 0),
    Scene(
      name: "peggle-tap", level: "builtin:peggle/02-quarry",
      keys: [("t" + left + left + up, 1)], glyphs: Terminals.ascii, seconds: 2),
    Scene(
      name: "peggle-flight", level: "builtin:peggle/01-garden-gate", keys: [("h", 1), (" ", 2)],
      seconds: 3.5),
    Scene(
      name: "peggle-shot-large", level: "builtin:peggle/03-between-the-drops",
      keys: [("h", 1), (" ", 2)], size: (160, 50), seconds: 60),
    Scene(
      name: "pop-ready", level: "builtin:bubble-pop/classic", keys: [], highest: 90, seconds: 3),
    Scene(
      name: "pop-hint", level: "builtin:bubble-pop/classic",
      keys: [(" ", 1), ("asdf", 2.5), ("h", 3)], seconds: 3.75),
    Scene(
      name: "pop-over", level: "builtin:bubble-pop/classic", keys: [(" ", 1), ("asdfgjkl", 20)],
      highest: 3, seconds: 61.5),
    Scene(
      name: "pop-moving-large", level: "builtin:bubble-pop/drift", keys: [(" ", 1)],
      size: (120, 45), glyphs: Terminals.coloured, seconds: 3.5),
    Scene(
      name: "set-hint", level: "builtin:set/01-official", keys: [("a", 1), ("h", 2)], seconds: 3),
    Scene(
      name: "pairs-mismatch", level: "builtin:playing-cards/01-pairs", keys: [("asf", 1)],
      glyphs: Terminals.ascii, seconds: 3),
    Scene(
      name: "tens-large", level: "builtin:cards/01-tens", keys: [("h", 1)], size: (120, 40),
      seconds: 3),
    Scene(
      name: "small-window", level: "builtin:bubble-blast/01-first-steps", keys: [],
      size: (50, 10), seconds: 0),
  ]

  @Test(arguments: scenes) func isThatOfTheGoldenFile(_ scene: Scene) throws {
    let session = try Terminals.session(
      try Terminals.level(scene.level), highest: scene.highest, glyphs: scene.glyphs)
    for (text, seconds) in scene.keys {
      session.pass(to: seconds)
      session.type(text, at: seconds)
    }
    session.pass(to: scene.seconds)
    let lines = session.lines(
      width: scene.size.width, height: scene.size.height, at: scene.seconds)
    #expect(lines.count == scene.size.height)
    #expect(lines.allSatisfy { $0.count <= scene.size.width })
    if !scene.glyphs.isUnicode {
      let others = lines.joined().filter { !$0.isASCII }
      #expect(others.isEmpty, "no character beyond ASCII")
    }
    try Golden.expect(
      lines.joined(separator: "\n") + "\n", at: "\(Golden.folder)/Terminal/\(scene.name).txt")
  }

  @Test func noGoldenFileIsLeftOver() throws {
    try Golden.expectOnly(Self.scenes.map { "\($0.name).txt" }, in: "Terminal")
  }
}
