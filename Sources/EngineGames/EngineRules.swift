import SimHarness
import StableNumerics

/// The rules of an engine, for a level and a worker.
struct EngineRules: RulesBackend {
  let session: EngineSession
  let level: OpenLevel

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    if call.steps.contains(.check) { return try check(&call) }
    if call.steps.contains(.setup) { return try start(&call) }
    guard var position = call.position.remote as? EnginePosition else {
      throw ScriptFault(
        kind: .error, message: "engine \(session.source.file.name): the position is not its own")
    }
    if call.steps.contains(.apply) {
      // The caller gave its reference away: where no other is left, the engine's position is played
      // on in place.
      call.position.remote = nil
      let isOnly = isKnownUniquelyReferenced(&position)
      do throws(ScriptFault) {
        try play(&call, on: position, isOnly: isOnly)
      } catch {
        call.position.remote = position
        throw error
      }
    } else if call.steps.contains(.call) {
      try answer(&call, on: position)
    } else {
      fill(&call, position)
    }
  }

  /// The level's fields as the engine gets them.
  private var fields: String { session.fields(of: level) }

  private func fill(_ call: inout RulesCall, _ position: EnginePosition) {
    let look = position.look
    call.moves = look.moves
    call.events = look.events
    call.score = look.score
    call.worth = look.worth
    call.ending = look.ending
    if call.steps.contains(.reason) { call.text = look.reason }
  }

  // MARK: Levels

  private func check(_ call: inout RulesCall) throws(ScriptFault) {
    call.text = nil
    call.secondText = nil
    let connection = try session.connection()
    try connection.makeRoom(for: fields)
    var frame = EngineFrame()
    _ = connection.level(fields, in: &frame)
    guard !frame.isEmpty else { return }
    let answer = try connection.ask(frame, place: "at a level")
    guard let refusal = answer.refusal else { return }
    connection.forgetLevel(fields)
    guard refusal.kind == "level" else {
      throw connection.refused(refusal, "at a level")
    }
    if let field = refusal.field {
      call.text = field
      call.secondText = refusal.message
    } else {
      call.text = refusal.message
    }
  }

  private func start(_ call: inout RulesCall) throws(ScriptFault) {
    let connection = try session.connection()
    let seed = EngineSeed(
      starting: call.stream, call.streams, withStreams: connection.hello.can("streams"))
    let position = try connection.start(fields, seed)
    session.didStart(fields, seed, position)
    fill(&call, position)
    call.position = position.packed
  }

  // MARK: Moves

  private func play(
    _ call: inout RulesCall, on position: EnginePosition, isOnly: Bool
  ) throws(ScriptFault) {
    let number = try position.numberToChange(isOnly: isOnly)
    let next = try position.connection.apply(call.move, to: number, of: position)
    if !position.isImagined { session.didPlay(call.move, next.look) }
    fill(&call, next)
    call.position = next.packed
  }

  func look(
    at position: PackedPosition, moves: [UInt64], into looks: inout [RulesLook]
  ) throws(ScriptFault) -> Bool {
    guard let position = position.remote as? EnginePosition else { return false }
    let connection = position.connection
    guard connection.hello.can("copy") else { throw connection.cannot("copy", "look ahead") }
    if connection.hello.can("try"), let source = position.source {
      looks = try connection.tries(source.position, source.seed, count: moves.count)
    } else {
      looks = try connection.looks(at: position, moves)
    }
    return true
  }

  // MARK: Functions

  private func answer(
    _ call: inout RulesCall, on position: EnginePosition
  ) throws(ScriptFault) {
    switch call.function {
    case .metric(let place):
      let figures = try session.figures(of: position)
      call.number = figures[place]
    case .picture:
      call.text = try position.connection.picture(of: position)
    default: call.text = nil
    }
  }
}
