import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

/// Games at a terminal for tests.
enum Terminals {
  static let unicode = Glyphs(isUnicode: true, hasColour: false)
  static let coloured = Glyphs(isUnicode: true, hasColour: true)
  static let ascii = Glyphs(isUnicode: false, hasColour: false)

  /// A level of the project, or any other that an argument names.
  static func level(_ argument: String) throws -> PlayableLevel {
    let sources = try LevelLibrary(
      folder: ProjectFolder.path("levels"), catalog: Bubbles.library
    ).levels(for: [argument])
    return try ready(try #require(sources.first))
  }

  /// A level from a file's text.
  static func level(text: String) throws -> PlayableLevel {
    try ready(
      try LevelFile.read(Array(text.utf8), file: "level.json", catalog: Bubbles.library))
  }

  static func ready(_ file: LevelFile) throws -> PlayableLevel {
    let entry = try #require(GameRegistry.bundled.game(named: file.header.game))
    return try entry.ready(file, Bubbles.library, .none)
  }

  static func request(
    _ level: PlayableLevel, index: Int = 0, highest: Int? = nil, glyphs: Glyphs = unicode
  ) throws -> SessionRequest {
    let interfaces = try #require(GameRegistry.bundled.game(named: level.game)).interfaces
    let modules = try Bubbles.library.modules()
    return SessionRequest(
      level: level, seed: 1, index: index, player: "Ann",
      scripts: ScriptHost(interfaces: interfaces, libraries: modules),
      hintScripts: ScriptHost(interfaces: interfaces, libraries: modules), highest: highest,
      glyphs: glyphs)
  }

  static func session(
    _ level: PlayableLevel, index: Int = 0, highest: Int? = nil, glyphs: Glyphs = unicode
  ) throws -> any TerminalSession {
    let request = try request(level, index: index, highest: highest, glyphs: glyphs)
    return try #require(
      try GameRegistry.bundled.game(named: level.game)?.session(request))
  }

  /// Plays the moves of a game that a person has played.
  static func replay(
    _ played: PlayedGame, of level: PlayableLevel, index: Int = 0
  ) throws -> Replay {
    let entry = try #require(GameRegistry.bundled.game(named: level.game))
    return try entry.replay(
      ReplayRequest(
        level: level, seed: 1, index: index, moves: played.moves,
        scripts: ScriptHost(
          interfaces: entry.interfaces, libraries: try Bubbles.library.modules())
      ) { _ in })
  }
}

extension TerminalSession {
  /// Presses the keys of a text, one after another.
  @discardableResult
  func type(_ text: String, at seconds: Double) -> TerminalRequest {
    var decoder = KeyDecoder()
    var request = TerminalRequest.none
    for key in decoder.keys(in: Array(text.utf8)) { request = handle(key, at: seconds) }
    return request
  }

  /// The screen's lines.
  func lines(width: Int = 80, height: Int = 24, at seconds: Double) -> [String] {
    canvas(width: width, height: height, at: seconds).lines
  }

  /// The line of the messages.
  func message(at seconds: Double) -> String { lines(at: seconds)[22] }
}
