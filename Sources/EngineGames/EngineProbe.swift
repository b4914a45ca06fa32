import SimHarness
import TextFormats

/// Asks an engine one operation after another, for its check.
struct EngineProbe {
  let connection: EngineConnection
  let fields: String

  /// A position by its number, with what the engine said of it.
  struct Position {
    let number: Int
    var look: EngineLook
  }

  init(_ connection: EngineConnection, fields: String) {
    self.connection = connection
    self.fields = fields
  }

  /// What an operation answers, or how it is refused.
  func answer(
    _ operation: (inout EngineFrame) -> Void
  ) throws(ScriptFault) -> Result<JSONValue, Refused> {
    var frame = EngineFrame()
    operation(&frame)
    let answer = try connection.ask(frame, place: "in the check")
    if let refusal = answer.refusal { return .failure(Refused(refusal: refusal)) }
    return .success(answer.results[0])
  }

  struct Refused: Error {
    let refusal: EngineConnection.Refusal
  }

  /// What an operation answers that must not be refused.
  func done(_ operation: (inout EngineFrame) -> Void) throws(ScriptFault) -> JSONValue {
    switch try answer(operation) {
    case .success(let value): return value
    case .failure(let refused): throw connection.refused(refused.refusal, "in the check")
    }
  }

  // MARK: Operations

  func new(_ seed: UInt64) throws(ScriptFault) -> Position {
    try connection.makeRoom(for: fields)
    var before = EngineFrame()
    let level = connection.level(fields, in: &before)
    if !before.isEmpty { connection.add { $0.append(before) } }
    let number = connection.newState()
    let value = try done { $0.new(number, level: level, EngineSeed(number: seed)) }
    return Position(number: number, look: try connection.look(value, place: "at a start"))
  }

  func apply(_ move: UInt64, to position: inout Position) throws(ScriptFault) {
    let number = position.number
    var frame = EngineFrame()
    frame.apply(
      number, move, count: connection.spec.move.count, isBare: connection.usesBareMoves)
    let answer = try connection.looks(frame, place: "in the check") { _ in true }
    if let refusal = answer.refusal { throw connection.refused(refusal, "in the check") }
    position.look = try connection.look(0, of: answer, at: 0, place: "after a move")
  }

  func copy(_ position: Position) throws(ScriptFault) -> Position {
    let number = connection.newState()
    _ = try done { $0.copy(position.number, to: number) }
    return Position(number: number, look: position.look)
  }

  func imagine(_ position: Position, _ seed: UInt64) throws(ScriptFault) -> Position {
    guard !connection.hello.hidesNothing else { return try copy(position) }
    let number = connection.newState()
    _ = try done { $0.imagine(position.number, to: number, EngineSeed(number: seed)) }
    return Position(number: number, look: position.look)
  }

  func drop(_ positions: Position...) {
    for position in positions { connection.add { $0.drop(position.number) } }
  }

  /// What the engine shows of a position, for comparisons; empty if it shows nothing.
  func shown(_ position: Position) throws(ScriptFault) -> [String] {
    var shown: [String] = []
    if connection.hello.can("view") {
      shown.append(JSONWriter.compact(JSONTree(try done { $0.view(position.number) })))
    }
    if connection.hello.can("picture") {
      shown.append(JSONWriter.compact(JSONTree(try done { $0.picture(position.number) })))
    }
    if connection.hello.can("observe") {
      shown.append(JSONWriter.compact(JSONTree(try done { $0.observe(position.number) })))
    }
    return shown
  }

  /// Plays moves that numbers choose, until the game ends; gives the looks.
  func play(
    _ position: inout Position, _ random: inout SeededRandom, moves count: Int
  ) throws(ScriptFault) -> [EngineLook] {
    var looks: [EngineLook] = []
    for _ in 0..<count where position.look.ending == .none {
      let moves = position.look.moves
      try apply(moves[random.below(moves.count)], to: &position)
      looks.append(position.look)
    }
    return looks
  }
}
