import Testing

@testable import Catalogue
@testable import SimHarness
@testable import SimHarnessTesting
@testable import TextFormats

/// Takes one or two from a heap until it is empty; whoever counts exactly wins.
private enum Countdown: PlainGame {
  typealias Content = CountdownLevel
  typealias State = CountdownState
  typealias Tally = NoTally<CountdownState>

  static let name = "countdown"
  static let summary = "Count down to 0."

  static func level(_ file: CountdownLevel) throws(LevelError) -> CountdownSetup {
    if file.limit == 0 { throw .invalid("there is no move to make") }
    return CountdownSetup(name: file.name, id: file.id ?? file.name, file: file)
  }

  static func goal(of file: CountdownLevel) -> String? { "Reach 0." }
  static func picture(of view: Int) -> String { "left: \(view)" }
  static func moves(in view: Int) -> [CountdownMove] { CountdownMove.all }
  static func words(for move: CountdownMove) -> String { "subtract \(move.step)" }
  static func words(for event: Int) -> String { "\(event) left" }
}

private struct CountdownLevel: TabledLevel {
  static let game = Countdown.name
  static let table: [LevelField<CountdownLevel>] = [
    .whole("start", "steps", 1...300, \.start, default: 9, "where it begins"),
    .real("luck", "share", 0...1, \.luck, default: 0.25, "how often a step is lost"),
    .flag("strict", \.strict, "whether 0 must be met exactly"),
    .wholes("blocked", count: 0...3, each: 1...300, \.blocked, "numbers that lose"),
    .choice("mood", among: ["calm", "tense"], \.mood, "how it feels"),
    .whole("limit", "steps", 0...2, \.limit, default: 2, "maximum step"),
  ]

  var name = ""
  var id: String?
  var start = 9
  var luck = 0.25
  var strict = true
  var blocked: [Int] = []
  var mood = "calm"
  var limit = 2
}

private struct CountdownSetup: NamedLevel, Equatable {
  let name: String
  let id: String
  let file: CountdownLevel
}

private struct CountdownMove: PlainMove {
  static let names = ["step"]
  static let all = [CountdownMove(step: 1), CountdownMove(step: 300)]

  let step: Int

  init(step: Int) { self.step = step }

  init?(numbers: [Int]) {
    guard let step = numbers.first, (1...1_000_000).contains(step) else { return nil }
    self.step = step
  }

  var numbers: [Int] { [step] }
}

private struct CountdownState: PlainState {
  let setup: CountdownSetup
  private(set) var view: Int
  private(set) var outcome: Outcome?
  private var chance = ChanceCounter()

  var score: Int { setup.file.start - max(view, 0) }

  init(
    level: CountdownSetup, in context: inout GameContext, emit: (Int) -> Void
  ) throws(LevelError) {
    setup = level
    view = level.file.start
  }

  func appendLegalMoves(to moves: inout [CountdownMove]) {
    if outcome == nil { moves += CountdownMove.all }
  }

  mutating func apply(
    _ move: CountdownMove, in context: inout GameContext, emit: (Int) -> Void
  ) throws(MoveError) {
    if outcome != nil { throw .gameOver }
    guard CountdownMove.all.contains(move) else { throw .illegal("no such step") }
    if chance.uniform(in: context) >= setup.file.luck { view -= move.step }
    emit(view)
    if view == 0 { outcome = .won }
    if view < 0 { outcome = .lost }
  }

  func imagined(in imagination: inout GameContext) -> CountdownState {
    var copy = self
    copy.chance = chance.imagined(in: &imagination)
    return copy
  }

  func hash(into digest: inout StableDigest) {
    digest.combine(view)
    digest.combine(outcome?.rawValue ?? "")
    chance.hash(into: &digest)
  }

  func checkInvariants() throws(InvariantViolation) {}
}

/// A game from outside: what follows from its rules, a table of fields and a few words.
@Suite struct PlainGameTests {
  private static let games = GameRegistry(
    GameRegistry.bundled.games + [GameEntry(Countdown.self)])
  private static let library = ScriptLibrary(folder: nil, games: games)
  private static let full = """
    {"format": "playtest-level", "version": 1, "game": "countdown", "name": "A", "start": 12,
     "luck": 0.5, "strict": false, "blocked": [3, 4], "mood": "tense", "limit": 1}
    """

  private static func read(_ text: String) throws(FileIssues) -> LevelFile {
    try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
  }

  // MARK: Hands

  /// On a page its board is text, and each move has a button.
  @Test func itsMovesAreButtons() throws {
    let game = try #require(Self.games.game(named: "countdown"))
    let level = try game.ready(
      LevelFile.empty(of: game, named: "B", catalog: Self.library), Self.library, .none)
    #expect(game.hasHand)
    #expect(HandConformance(level, of: game).violations() == [])
    let session = try #require(
      try game.hand(
        HandRequest(
          level: level, seed: 1, index: 0, scripts: nil, hintScripts: nil, highest: nil)))
    let status = session.status(at: 0)
    #expect(status.picture == "left: 9")
    #expect(status.offers.map(\.label) == ["Subtract 1", "Subtract 300"])
    #expect(status.offers.map(\.key) == ["1", "2"])
    session.take(.offer(2), at: 1)
    #expect(session.played.moveCount == 0)
    session.take(.offer(0), at: 1)
    #expect(session.played.moveCount == 1)
  }

  // MARK: Levels

  @Test func aLevelIsWrittenAsItIsRead() throws {
    let file = try Self.read(Self.full)
    let level = try #require(file.content as? CountdownLevel)
    #expect(level.start == 12 && level.luck == 0.5 && !level.strict && level.blocked == [3, 4])
    #expect(level.mood == "tense" && level.limit == 1)
    #expect(try Self.read(file.text) == file)
    let plain = LevelFile.empty(
      of: try #require(Self.games.game(named: "countdown")), named: "B", catalog: Self.library)
    #expect(
      plain.text == """
        {
          "format": "playtest-level",
          "version": 1,
          "game": "countdown",
          "name": "B"
        }

        """)
    #expect(plain.contentHash != file.contentHash)
    // A default that is written is the same level.
    var same = plain
    try same.set("start", to: "9", catalog: Self.library)
    #expect(same == plain && same.contentHash == plain.contentHash)
  }

  @Test(arguments: [
    ("\"start\": 0", "expected a whole number from 1 to 300, found 0"),
    ("\"luck\": 2", "expected a number from 0 to 1, found 2"),
    ("\"strict\": 1", "expected true or false"),
    ("\"blocked\": [1, 2, 3, 4]", "expected an array of at most 3 numbers, found 4"),
    ("\"mood\": \"tens\"", "did you mean 'tense'?"),
    ("\"strat\": 3", "unknown field 'strat'; did you mean 'start'?"),
  ])
  func aWrongFieldIsNamed(_ field: String, _ message: String) {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "countdown", "name": "A", \(field)}
      """
    let issues = #expect(throws: FileIssues.self) { try Self.read(text) }
    #expect(issues?.lines.first?.contains(message) == true, "\(issues?.lines ?? [])")
  }

  /// The schema has every field, and tuning every number.
  @Test func theTableSaysItOnce() throws {
    let entry = try #require(Self.games.game(named: "countdown"))
    #expect(entry.rules.map(\.name) == ["start", "luck", "limit"])
    guard
      case .object(let properties)? = entry.levels.schema(of: entry.name, common: [])
        .value(at: [.key("properties")])
    else {
      Issue.record("no properties")
      return
    }
    #expect(properties.map(\.key) == ["start", "luck", "strict", "blocked", "mood", "limit"])
    let variants = LevelVariants(
      of: try Self.read(Self.full), entry: entry, library: Self.library)
    #expect(try variants.levers().map(\.name) == ["start", "luck", "limit"])
  }

  @Test func aLevelThatCannotBePlayedIsRefused() throws {
    var file = try Self.read(Self.full)
    try file.set("limit", to: "0", catalog: Self.library)
    let entry = try #require(Self.games.game(named: "countdown"))
    #expect(throws: LevelError.invalid("there is no move to make")) {
      try entry.ready(file, Self.library, .none)
    }
  }

  // MARK: Records

  /// Any numbers are kept, in as few bytes as they take.
  @Test func movesAreKept() throws {
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    let level = CountdownSetup(name: "A", id: "A", file: CountdownLevel())
    for _ in 0..<2_000 {
      let moves = (0..<random.below(6)).map { _ in CountdownMove(step: 1 + random.below(1_000_000))
      }
      var bytes: [UInt8] = []
      for move in moves { CountdownState.encode(move, level: level, into: &bytes) }
      #expect(CountdownState.decodeMoves(bytes, level: level) == moves)
      if !bytes.isEmpty {
        #expect(CountdownState.decodeMoves(bytes.dropLast() + [0x80], level: level) == nil)
      }
    }
    #expect(CountdownState.decodeMoves([0], level: level) == nil)
    #expect(
      CountdownState.decodeMoves(Array(repeating: 0xFF, count: 40), level: level) == nil)
  }

  /// Every player that any game can have plays it, twice the same, and its record plays again.
  @Test(arguments: ["random", "greedy", "novice", "casual", "planner:width=2,depth=2", "mcts"])
  func playersPlay(_ name: String) throws {
    let entry = try #require(Self.games.game(named: "countdown"))
    let level = try entry.ready(try Self.read(Self.full), Self.library, .none)
    let player = try Roster.player(name, game: entry, library: Self.library)
    func rows() -> [GameRow] {
      var rows: [GameRow] = []
      player.play(
        BatchRequest(seed: 3, levelID: level.id, games: 0..<5, maxMoves: 60), level,
        ScriptHost(interfaces: entry.interfaces), { false }, { rows.append($0) })
      return rows
    }
    let games = rows()
    #expect(games.count == 5 && games == rows())
    for row in games {
      let replay = try entry.replay(
        ReplayRequest(
          level: level, seed: 3, index: row.result.index, moves: row.record, scripts: nil,
          step: { _ in }))
      #expect(replay.hash == row.result.hash && replay.score == row.result.score)
    }
  }

  /// Looking ahead, a player takes the step that does not lose.
  @Test func greedyDoesNotLose() throws {
    let entry = try #require(Self.games.game(named: "countdown"))
    let level = try entry.ready(try Self.read(Self.full), Self.library, .none)
    let player = try Roster.player("greedy", game: entry, library: Self.library)
    var ends: [GameEnd] = []
    player.play(
      BatchRequest(seed: 3, levelID: level.id, games: 0..<20, maxMoves: 200), level,
      ScriptHost(interfaces: entry.interfaces), { false }, { ends.append($0.result.end) })
    #expect(ends == Array(repeating: .won, count: 20))
  }

  @Test func aTurnIsDescribedInWords() throws {
    let entry = try #require(Self.games.game(named: "countdown"))
    var file = try Self.read(Self.full)
    try file.set("luck", to: "0", catalog: Self.library)
    let level = try entry.ready(file, Self.library, .none)
    var accounts: [String] = []
    var traces: [String] = []
    _ = try entry.replay(
      ReplayRequest(level: level, seed: 1, index: 0, moves: [1], scripts: nil) {
        accounts.append($0.account())
        traces.append(JSONWriter.compact($0.trace()))
      })
    #expect(accounts == ["start, score 0", "turn 1: subtract 1, 11 left, score 1"])
    #expect(
      traces.last?.hasPrefix(
        #"{"turn":1,"move":{"step":1},"events":[{"type":"11 left"}],"score":1,"outcome":null"#)
        == true, "\(traces)")
  }

  // MARK: At a terminal

  @Test func aPersonChoosesFromAList() throws {
    let entry = try #require(Self.games.game(named: "countdown"))
    let level = try entry.ready(try Self.read(Self.full), Self.library, .none)
    let session = try #require(
      try entry.session(
        SessionRequest(
          level: level, seed: 1, index: 0, player: "Ann", scripts: nil, hintScripts: nil,
          highest: nil, glyphs: Terminals.unicode)))
    let lines = session.canvas(width: 80, height: 24, at: 0).lines.joined(separator: "\n")
    #expect(lines.contains("left: 12"), "\(lines)")
    #expect(lines.contains("> 1 subtract 1"), "\(lines)")
    #expect(lines.contains("  2 subtract 300"), "\(lines)")
    _ = session.handle(.arrow(.down, isFine: false), at: 1)
    #expect(
      session.canvas(width: 80, height: 24, at: 1).lines.joined().contains("> 2 subtract 300"))
    _ = session.handle(.enter, at: 2)
    #expect(session.played.moves == [0xAC, 0x02])
  }
}
