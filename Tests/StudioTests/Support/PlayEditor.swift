import Catalogue
import FoundationEssentials
import SimHarness
import Synchronization
import TestSupport
import Testing
import TextFormats

@testable import Studio

/// An editor with one level of any game open, on which a person plays; its clock is the test's.
final class PlayEditor {
  /// Keeps games in memory.
  final class People: PeopleGames {
    struct Kept { let played: PlayedGame, seat: PersonSeat, index: Int }

    private let games = Mutex<[Kept]>([])
    let usualName = "Ann"

    var kept: [Kept] { games.withLock { $0 } }

    func next(of seat: PersonSeat) throws -> (index: Int, highest: Int?) {
      try refuseIfFull(seat)
      let games = kept.filter { $0.seat.name == seat.name }
      return (games.count, games.map(\.played.score).max())
    }

    func keep(_ played: PlayedGame, of seat: PersonSeat, index: Int) throws -> KeptGame {
      try refuseIfFull(seat)
      games.withLock { $0.append(Kept(played: played, seat: seat, index: index)) }
      return KeptGame(
        words: "kept \(played.score)",
        standings: [Standing(player: seat.name, score: played.score, isNew: true)])
    }

    private func refuseIfFull(_ seat: PersonSeat) throws {
      guard seat.name == "full" else { return }
      throw StudioFailure(status: 422, code: "game.unkept", message: "the disk is full")
    }
  }

  /// The parts of answers and events that tests look at.
  struct Answer: Decodable {
    struct Kept: Decodable {
      let words: String
      let bad: Bool?
    }
    struct Preview: Decodable {
      let words: String?
      let marks: [Int]?
      let meant: [Int]?
    }
    struct Offer: Decodable {
      let label: String
      let key: String?
      let aims: Bool?
    }
    struct Film: Decodable {
      let w: Int
      let h: Int
      let b: [Int]
    }
    struct Turn: Decodable {
      let s: Int
      let w: String
    }

    let session: Int?
    let index: Int?
    let name: String?
    let stage: String?
    let score: Int?
    let message: String?
    let film: Film?
    let from: Int?
    let turns: [Turn]?
    let preview: Preview?
    let offers: [Offer]?
    let kept: Kept?
  }

  private struct Envelope: Decodable {
    struct Refusal: Decodable {
      let code: String
      let message: String
    }
    let ok: Answer?
    let error: Refusal?
  }

  let folder: String
  let editor: StudioEditor
  let tab: EditorTab
  let people = People()
  private let file: String
  private let clock: Clock

  /// Seconds that only a test moves on.
  final class Clock: Sendable {
    private let seconds = Mutex(0.0)
    var now: Double { seconds.withLock { $0 } }
    func move(by step: Double) { seconds.withLock { $0 += step } }
  }

  /// - Parameters:
  ///   - text: The level.
  ///   - bubble: The text of a script of a bubble `odd`.
  ///   - isReadOnly: Whether nothing is kept.
  /// - Throws: What is wrong with the level or the folder.
  init(_ text: String, bubble: String? = nil, isReadOnly: Bool = false) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/studio-\(UUID().uuidString)"
    self.folder = folder
    for name in ["levels", "scripts/bubbles"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    if let bubble { try AtomicFile.write(bubble, to: "\(folder)/scripts/bubbles/odd.lua") }
    file = "\(folder)/levels/level.json"
    try AtomicFile.write(text, to: file)
    let library = ScriptLibrary(
      folder: bubble == nil ? Self.root + "/scripts" : "\(folder)/scripts", games: .bundled)
    let workspace = StudioWorkspace(
      name: "test", levels: "\(folder)/levels", bundled: nil, own: "\(folder)/.playtest",
      games: .bundled, library: library, players: ["novice"], jobs: 1, isReadOnly: isReadOnly,
      people: people
    ) { name, game in
      try Roster.player(name, game: game, library: library)
    }
    let clock = Clock()
    self.clock = clock
    editor = StudioEditor(workspace) { clock.now }
    tab = try await EditorTab(editor)
    let id = WorkspaceLevels(workspace).id(ofLevelAt: file)
    let opened = await tab.ask(#""open","level":"\#(id)""#)
    try #require(opened.has(#""doc":1"#), "\(opened)")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let root = String(
    #filePath.split(separator: "/").dropLast(4).reduce(into: "") { $0 += "/" + $1 })

  /// The level of a game's golden playthrough.
  static func level(of game: String) throws -> String {
    let path = "\(root)/Tests/SimHarnessTests/Golden/Playthroughs/\(game).json"
    let data = try #require(FileManager.default.contents(atPath: path))
    return String(decoding: data, as: UTF8.self)
  }

  /// Lets the clock run; what falls due happens.
  func wait(_ seconds: Double) async {
    clock.move(by: seconds)
    await editor.passTime()
  }

  /// The answer to a message.
  func ask(_ fields: String, of tab: EditorTab? = nil) async throws -> Answer {
    let text = await (tab ?? self.tab).ask(fields).description
    let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
    return try #require(envelope.ok, "\(text)")
  }

  /// The code and sentence with which a message is refused.
  func refusal(_ fields: String, of tab: EditorTab? = nil) async throws -> String {
    let text = await (tab ?? self.tab).ask(fields).description
    let envelope = try JSONDecoder().decode(Envelope.self, from: Data(text.utf8))
    return try #require(envelope.error.map { "\($0.code): \($0.message)" }, "\(text)")
  }

  /// The next event about a game; nil if none waits.
  func event() throws -> Answer? {
    while let event = tab.event {
      guard event.has(#""ev":"turn""#) else { continue }
      return try JSONDecoder().decode(Answer.self, from: Data(event.description.utf8))
    }
    return nil
  }

  /// Whether a kept game's record ends as the game did.
  func isVerified(_ kept: People.Kept) throws -> Bool {
    let replay = try kept.seat.game.replay(
      ReplayRequest(
        level: kept.seat.level, seed: kept.seat.seed, index: kept.index,
        moves: kept.played.moves,
        scripts: ScriptHost(interfaces: kept.seat.game.interfaces)
      ) { _ in })
    return replay.hash == kept.played.hash && replay.outcome == kept.played.outcome
      && replay.score == kept.played.score
  }
}
