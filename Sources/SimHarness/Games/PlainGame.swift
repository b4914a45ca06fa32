/// A move that is a few whole numbers from 0 on, each with a name.
public protocol PlainMove: Hashable, Sendable {
  /// The names of the numbers, as records and scripts write them.
  static var names: [String] { get }

  /// The move of these numbers, one for each name; nil if they are not a valid move.
  init?(numbers: [Int])

  var numbers: [Int] { get }
}

/// A game state with plain moves: how it is recorded, looked ahead in, exported and shown to
/// scripts follows from them.
public protocol PlainState: ExportedGame, PlanningGame, ScriptPlayable
where
  Move: PlainMove, Looking == PlainLookahead<Self>, Plans == PlainPlanning<Self>, Level: NamedLevel
{}

/// A game of plain moves and levels without a board: the minimum that a game has to implement.
///
/// Such a game can be run, reported, replayed, tuned, generated, explained, compared and played at
/// a terminal.
public protocol PlainGame: GameModule where Content: TabledLevel, State: PlainState {
  /// Makes a level ready to play.
  /// - Throws: Why it cannot be played.
  static func level(_ file: Content) throws(LevelError) -> State.Level

  /// What wins, as a sentence; nil if only the score counts.
  static func goal(of file: Content) -> String?

  /// The position as lines of text.
  static func picture(of view: State.View) -> String

  /// The moves that a person may make, in the order in which agents are offered them.
  static func moves(in view: State.View) -> [State.Move]

  /// A move in a few words, such as `take 2 from heap 1`.
  static func words(for move: State.Move) -> String

  /// What happened, in a few words.
  static func words(for event: State.Event) -> String
}

/// A tally of a game without metrics of its own.
public struct NoTally<State: GameState>: GameTally {
  public static var metrics: [MetricDefinition] { [] }

  public init() {}

  public func appendValues(to values: inout [Int64?]) {}
}

// MARK: States

extension PlainState {
  public static func encode(_ move: Move, level: Level, into bytes: inout [UInt8]) {
    for number in move.numbers {
      var rest = UInt64(max(0, number))
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: Level) -> [Move]? {
    var numbers: [Int] = []
    var moves: [Move] = []
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      guard shift < 56 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      numbers.append(Int(value))
      value = 0
      shift = 0
      guard numbers.count == Move.names.count else { continue }
      guard let move = Move(numbers: numbers) else { return nil }
      moves.append(move)
      numbers = []
    }
    return numbers.isEmpty && shift == 0 ? moves : nil
  }

  public static func give(_ move: Move, to reply: inout ScriptReply) {
    reply.beginRecord(count: Move.names.count)
    for (name, number) in zip(Move.names, move.numbers) {
      reply.give(name)
      reply.give(number)
    }
  }

  public static var executionNumbers: [String] { [] }

  public static func executed(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> Move {
    turn.move(of: choice)
  }

  public static var moveColumns: [TurnColumn<Self>] {
    Move.names.enumerated().map { place, name in
      .whole(name, "number", "the move's \(name)") { _, move in move.numbers[place] }
    }
  }
}

extension PlainLookahead: ScriptAnswering where State: ScriptPlayable {
  public static var gameName: String { "this game" }

  public mutating func place(of index: Int, in turn: borrowing Turn<State>) -> Int? { nil }

  public mutating func answer(
    _ function: TurnFunction, _ request: ScriptRequest, of turn: borrowing Turn<State>,
    to reply: inout ScriptReply
  ) throws(ScriptCallError) -> Bool {
    false
  }
}

// MARK: Games

extension PlainGame {
  public static func ready(
    _ file: Content, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    let level = try level(file)
    let goal = goal(of: file)
    return PlayableLevel(
      game: name, name: level.name, id: level.id, hash: file.contentHash, tree: file.tree,
      picture: .text(file.picture(catalog: library, withRulers: false)),
      facts: [("goal", goal ?? "Score as much as you can.")], hasGoal: goal != nil, scripts: [],
      content: level)
  }

  public static func smokeLevels() -> [State.Level] {
    var file = Content()
    file.name = "a plain level"
    return [try? level(file)].compactMap(\.self)
  }

  public static func move(_ item: JSONCursor) -> State.Move? {
    guard let fields = item.object(fields: State.Move.names) else { return nil }
    var numbers: [Int] = []
    for name in State.Move.names {
      guard let number = fields.required(name)?.int(in: 0...1_000_000_000) else { return nil }
      numbers.append(number)
    }
    guard let move = State.Move(numbers: numbers) else {
      item.report("this is not a move of \(name)")
      return nil
    }
    return move
  }

  public static func tree(of move: State.Move) -> JSONTree {
    .object(zip(State.Move.names, move.numbers).map { ($0, .int($1)) })
  }

  public static func step(_ turn: PlayedTurn<State>, of level: State.Level) -> ReplayStep {
    let state = turn.state
    return ReplayStep(
      turn: turn.number,
      trace: {
        [
          "turn": .int(turn.number), "move": turn.move.map { tree(of: $0) } ?? .null,
          "events": .array(turn.events.map { ["type": .string(words(for: $0))] }),
          "score": .int(state.score),
          "outcome": state.outcome.map { .string($0.rawValue) } ?? .null,
          "state": ["picture": .string(picture(of: state.view))],
          "hash": .string(StableDigest.hex(state.stableHash)),
        ]
      },
      picture: { picture(of: state.view) },
      account: {
        ([turn.move.map { "turn \(turn.number): \(words(for: $0))" } ?? "start"]
          + turn.events.map { words(for: $0) } + ["score \(state.score)"])
          .joinedWithTimes()
      })
  }
}
