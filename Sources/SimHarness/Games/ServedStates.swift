/// The states of a served game, in its own types.
final class ServedStates<State: RecordedGame, Tally: GameTally>: ServedGame
where Tally.State == State {
  /// Converts the game's values to those of the protocol.
  struct ProtocolConverter {
    /// The level of these fields.
    var level: (JSONTree) throws(ServedError) -> State.Level
    /// The offered moves as numbers.
    var moves: (State) -> [[Int]]
    /// The move of these numbers, whether it is offered or not; nil: there is none.
    var move: ([Int], State) -> State.Move?
    var event: (State.Event) -> (name: String, value: Int)?
    /// What the state is worth, and the hash of what is seen of it.
    var worth: (State, borrowing GameContext) throws(ScriptFault) -> Double?
    var seen: (State) -> UInt64?
    /// What a player imagines, drawn by keys of the host's.
    var imagined: (State, [UInt64], (any ScriptHosting)?) -> (State, GameStreams)?
    /// What comes of a move of an imagined game, without its moves; nil: it is played.
    var tried: (State, State.Move, borrowing GameContext) throws(ScriptFault) -> ServedLook?
    var picture: (State) -> String?
    /// Why the game has its outcome, where the state knows it; nil: its tally does, if anything.
    var reason: (State, borrowing GameContext) throws(ScriptFault) -> String?
    /// The declared metrics, and how many figures of the tally come before theirs, such as the
    /// counts of events, which the host makes itself.
    var metrics: [MetricDefinition]
    var figuresBefore = 0
  }

  private struct Entry {
    var level: State.Level
    var state: State
    var streams: GameStreams
    var tally: Tally
    var moves: Int
  }

  private let converter: ProtocolConverter
  private let host: ScriptHost
  private var levels: [Int: State.Level] = [:]
  private var entries: [Int: Entry] = [:]

  init(_ converter: ProtocolConverter, host: ScriptHost) {
    self.converter = converter
    self.host = host
  }

  // MARK: Levels

  func level(_ number: Int, fields: JSONTree) throws(ServedError) {
    levels[number] = try converter.level(fields)
  }

  func forget(_ level: Int) throws(ServedError) {
    guard levels.removeValue(forKey: level) != nil else {
      throw ServedError(.state, "there is no level \(level)")
    }
  }

  // MARK: States

  private func entry(_ number: Int) throws(ServedError) -> Entry {
    guard let entry = entries[number] else { throw .state(number) }
    return entry
  }

  private func look(
    _ entry: Entry, _ events: [State.Event]
  ) throws(ServedError) -> ServedLook {
    var look = ServedLook()
    look.score = entry.state.score
    look.outcome = entry.state.outcome
    if look.outcome == nil { look.moves = converter.moves(entry.state) }
    look.events = events.compactMap(converter.event)
    do throws(ScriptFault) {
      let context = GameContext(streams: entry.streams, scripts: host)
      look.worth = try converter.worth(entry.state, context)
      if look.outcome == .lost {
        var tally = entry.tally
        tally.gameDidEnd(entry.state, end: .lost, moves: entry.moves)
        look.reason = try converter.reason(entry.state, context) ?? tally.lossReason
      }
    } catch {
      throw ServedError(.failed, error.message)
    }
    look.whole = entry.state.stableHash
    look.seen = converter.seen(entry.state)
    return look
  }

  func new(
    _ state: Int, level number: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError) -> ServedLook {
    guard let level = levels[number] else {
      throw ServedError(.state, "there is no level \(number)")
    }
    let streams = Self.streams(seed, keys)
    var context = GameContext(streams: streams, scripts: host)
    host.beginGame()
    var events: [State.Event] = []
    var tally = Tally(level: level)
    let start: State
    do throws(LevelError) {
      start = try State(level: level, in: &context) { events.append($0) }
    } catch {
      throw ServedError(.failed, error.description)
    }
    for event in events { tally.eventDidOccur(event) }
    tally.gameDidStart(start, index: 0)
    let entry = Entry(level: level, state: start, streams: streams, tally: tally, moves: 0)
    let look = try look(entry, events)
    entries[state] = entry
    return look
  }

  /// The streams of a game: the host's, or those of a seed.
  private static func streams(_ seed: UInt64, _ keys: [UInt64]) -> GameStreams {
    let key = StreamKey(rawValue: seed)
    let own = (1...4).map { key.derived($0) }
    guard keys.count == 3 else {
      return GameStreams(deal: own[0], rules: own[1], scripts: own[2], agents: own[3])
    }
    return GameStreams(
      deal: StreamKey(rawValue: keys[0]), rules: StreamKey(rawValue: keys[1]),
      scripts: StreamKey(rawValue: keys[2]), agents: own[3])
  }

  func apply(_ state: Int, move numbers: [Int]) throws(ServedError) -> ServedLook {
    var entry = try entry(state)
    guard let move = converter.move(numbers, entry.state) else {
      throw ServedError(
        .illegal, "there is no move \(numbers.map(String.init).joined(separator: ","))")
    }
    let events = try play(move, in: &entry)
    let look = try look(entry, events)
    entries[state] = entry
    return look
  }

  private func play(
    _ move: State.Move, in entry: inout Entry
  ) throws(ServedError) -> [State.Event] {
    var context = GameContext(streams: entry.streams, scripts: host)
    // Each move may use what a game may: an engine does not know where a game begins.
    host.beginGame()
    var events: [State.Event] = []
    do throws(MoveError) {
      try entry.state.apply(move, in: &context) { events.append($0) }
    } catch {
      switch error {
      case .illegal(let reason): throw ServedError(.illegal, reason)
      case .gameOver: throw ServedError(.illegal, "the game is over")
      case .script(let fault): throw ServedError(.failed, fault.message)
      }
    }
    for event in events { entry.tally.eventDidOccur(event) }
    entry.tally.moveDidApply(move, state: entry.state)
    entry.moves += 1
    return events
  }

  func drop(_ state: Int) throws(ServedError) {
    guard entries.removeValue(forKey: state) != nil else { throw .state(state) }
  }

  func copy(_ state: Int, to other: Int) throws(ServedError) {
    entries[other] = try entry(state)
  }

  private func imagined(
    _ state: Int, _ seed: UInt64, _ keys: [UInt64]
  ) throws(ServedError) -> Entry {
    var entry = try entry(state)
    host.beginGame()
    if keys.count == 3, let (state, streams) = converter.imagined(entry.state, keys, host) {
      entry.state = state
      entry.streams = streams
      return entry
    }
    let streams = Self.streams(seed, [])
    var context = GameContext(streams: streams, scripts: host)
    entry.state = entry.state.imagined(in: &context)
    entry.streams = streams
    return entry
  }

  func imagine(
    _ state: Int, to other: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError) { entries[other] = try imagined(state, seed, keys) }

  func tries(_ state: Int, seed: UInt64, keys: [UInt64]) throws(ServedError) -> [ServedLook] {
    let entry = try imagined(state, seed, keys)
    var looks: [ServedLook] = []
    for numbers in converter.moves(entry.state) {
      guard let move = converter.move(numbers, entry.state) else { continue }
      do throws(ScriptFault) {
        let context = GameContext(streams: entry.streams, scripts: host)
        if let look = try converter.tried(entry.state, move, context) {
          looks.append(look)
          continue
        }
      } catch {
        throw ServedError(.failed, error.message)
      }
      var copy = entry
      let events = try play(move, in: &copy)
      looks.append(try look(copy, events))
    }
    return looks
  }

  // MARK: Figures

  func figures(_ state: Int) throws(ServedError) -> [(name: String, value: Double)] {
    let entry = try entry(state)
    var tally = entry.tally
    var context = GameContext(streams: entry.streams, scripts: host)
    host.beginGame()
    do throws(ScriptFault) {
      try tally.gameWillEnd(entry.state, in: &context)
    } catch {
      throw ServedError(.failed, error.message)
    }
    let end = entry.state.outcome.map { GameEnd($0) } ?? .capped
    tally.gameDidEnd(entry.state, end: end, moves: entry.moves)
    var values: [Int64?] = []
    tally.appendValues(to: &values)
    // Behind them are those that every two-player game has.
    let own = values.dropFirst(converter.figuresBefore)
    return zip(converter.metrics, own).map { metric, value in
      let number = Double(value ?? 0)
      return (metric.name, metric.kind == .real ? number / 0x1p32 : number)
    }
  }

  func picture(_ state: Int) throws(ServedError) -> String {
    guard let text = converter.picture(try entry(state).state) else {
      throw ServedError(.unsupported, "the game has no picture in characters")
    }
    return text
  }
}
