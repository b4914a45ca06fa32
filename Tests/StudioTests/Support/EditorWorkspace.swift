import Catalogue
import FoundationEssentials
import SimHarness
import TextFormats

@testable import Studio

/// A workspace of one level in a folder of its own, and tabs on it.
final class EditorWorkspace {
  let folder: String
  let library: ScriptLibrary
  let workspace: StudioWorkspace
  /// The level's file.
  let file: String

  /// - Parameters:
  ///   - isReadOnly: Whether every change is refused.
  ///   - bubbles: The workspace's own scripts of bubbles, by their names.
  /// - Throws: That a file cannot be written.
  init(isReadOnly: Bool = false, bubbles: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.path + "/studio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/levels", withIntermediateDirectories: true)
    let scripts = "\(folder)/scripts/bubbles"
    try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: true)
    for (name, text) in bubbles { try AtomicFile.write(text, to: "\(scripts)/\(name).lua") }
    let library = ScriptLibrary(
      folder: bubbles.isEmpty ? nil : "\(folder)/scripts", games: .bundled)
    self.library = library
    guard let game = GameRegistry.bundled.game(named: "bubble-blast") else {
      throw LevelError.invalid("no such game")
    }
    var level = LevelFile.empty(of: game, named: "Small", catalog: library)
    try level.set("shots", to: .int(6), catalog: library)
    let store = LevelStore(folder: "\(folder)/levels", catalog: library)
    file = try store.save(level)
    workspace = StudioWorkspace(
      name: "test", levels: "\(folder)/levels", bundled: nil, own: "\(folder)/.playtest",
      games: .bundled, library: library, players: ["novice", "casual"], jobs: 2,
      isReadOnly: isReadOnly
    ) { name, game in
      try Roster.player(name, game: game, library: library)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var text: String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Another program writes any text to the file.
  func write(_ text: String) throws { try AtomicFile.write(text, to: file) }

  /// Another program writes the file.
  func write(shots: Int) throws {
    let store = LevelStore(folder: "\(folder)/levels", catalog: library)
    var level = try store.load(at: file)
    try level.set("shots", to: .int(shots), catalog: library)
    try AtomicFile.write(level.text, to: file)
  }
}

/// A tab without a socket: messages go in, and what waits to be sent can be read.
struct EditorTab {
  let editor: StudioEditor
  let tab: LiveTab

  init(_ editor: StudioEditor, id: Int = 1) async throws {
    self.editor = editor
    tab = LiveTab(id: id, outbox: Outbox(StudioLimits()) {})
    _ = try await editor.enter(tab, version: StudioPage.version)
  }

  /// The answer to a message without its number.
  func ask(_ fields: String) async -> EditorAnswer {
    EditorAnswer(await editor.answer(Array(#"{"n":1,"do":\#(fields)}"#.utf8), from: tab))
  }

  /// Opens the workspace's level.
  func open(_ workspace: EditorWorkspace) async -> EditorAnswer {
    await ask(
      #""open","level":"\#(WorkspaceLevels(workspace.workspace).id(ofLevelAt: workspace.file))""#)
  }

  /// Draws over cells of a row, a gesture for each, as one stroke.
  @discardableResult
  func draw(row: Int, cells: Range<Int>, stroke: Int = 1) async -> EditorAnswer {
    for cell in cells {
      _ = await ask(
        #""gesture","doc":1,"rev":0,"stroke":\#(stroke),"last":false,"#
          + #""paint":{"tool":"red","places":["\#(row),\#(cell)"]}"#)
    }
    return await ask(#""gesture","doc":1,"rev":0,"stroke":\#(stroke),"last":true,"end":{}"#)
  }

  /// The next event that waits; nil if none does.
  var event: EditorAnswer? {
    guard case .text(let text)? = tab.outbox.next() else { return nil }
    return EditorAnswer(text)
  }

  /// Waits for an event in which something is the case.
  func event(where isWanted: (EditorAnswer) -> Bool) async -> EditorAnswer {
    for await _ in tab.outbox.wakeups {
      while let event { if isWanted(event) { return event } }
    }
    return EditorAnswer("")
  }
}

/// A message of the server, as text: JSON of one line, whose parts are looked for.
struct EditorAnswer: CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  func has(_ part: String) -> Bool { description.contains(part) }

  var isRefused: Bool { has(#""error":"#) }
}
