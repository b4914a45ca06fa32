import SimHarness
import StableNumerics
import TextFormats

/// The operations on positions.
extension EngineConnection {
  /// What is wrong with a refused move.
  static let refusedMove = "it refuses a move that it offered"

  /// The fault of an operation that the engine refuses.
  func refused(_ refusal: Refusal, _ place: String) -> ScriptFault {
    switch refusal.kind {
    case "illegal":
      wrong(
        Self.refusedMove + (refusal.message == Self.refusedMove ? "" : ": \(refusal.message)"),
        place
      )
    case "unsupported":
      wrong(
        "it does not support an operation that is required or that it lists in \"can\":"
          + " \(refusal.message)", place)
    default:
      wrong(
        ([refusal.kind] + [refusal.field].compactMap(\.self))
          .map { SafeText.escaped($0, limit: 40) + ": " }.joined() + refusal.message, place)
    }
  }

  /// Asks for one answer more than what is refused.
  private func results(
    of frame: EngineFrame, _ place: @autoclosure () -> String
  ) throws(ScriptFault) -> [JSONValue] {
    let answer = try ask(frame, place: place())
    if let refusal = answer.refusal { throw refused(refusal, place()) }
    return answer.results
  }

  /// A look of those that were asked; `operation` is its place among the operations.
  func look(
    _ index: Int, of answer: Answer<[EngineLook]>, at operation: Int,
    place: @autoclosure () -> String
  ) throws(ScriptFault) -> EngineLook {
    if let looks = answer.value { return looks[index] }
    return try look(answer.results[operation], place: place())
  }

  /// The start of a game on a level with these fields.
  func start(_ fields: String, _ seed: EngineSeed) throws(ScriptFault) -> EnginePosition {
    let place = "at the start of a game"
    try makeRoom(for: fields)
    var frame = EngineFrame()
    let level = level(fields, in: &frame)
    let number = newState()
    frame.new(number, level: level, seed)
    let last = frame.count - 1
    let answer = try looks(frame, place: place) { $0 == last }
    if let refusal = answer.refusal {
      if refusal.operation < last { forgetLevel(fields) }
      throw refused(refusal, place)
    }
    let look = try look(0, of: answer, at: last, place: place)
    var digest = StableDigest()
    digest.combine(fields)
    digest.combine(seed.number)
    look.combine(into: &digest)
    return EnginePosition(
      self, number: number, look: look, digest: digest.value, depth: 0, isImagined: false)
  }

  /// Plays a move of a position, which the engine has under a number.
  func apply(
    _ move: UInt64, to number: Int, of position: EnginePosition
  ) throws(ScriptFault) -> EnginePosition {
    var frame = EngineFrame()
    frame.apply(number, move, count: spec.move.count, isBare: usesBareMoves)
    let answer = try looks(frame, place: position.words) { _ in true }
    if let refusal = answer.refusal { throw refused(refusal, position.words) }
    let look = try look(0, of: answer, at: 0, place: position.words)
    return EnginePosition(
      self, number: number, look: look, digest: position.digest(after: move, look),
      depth: position.depth + 1, isImagined: position.isImagined)
  }

  /// What comes of each move of what a player imagines of a position, as one operation.
  func tries(
    _ position: EnginePosition, _ seed: EngineSeed, count: Int
  ) throws(ScriptFault) -> [RulesLook] {
    let number = try position.number()
    var frame = EngineFrame()
    frame.try(number, seed)
    let place = "while a player looked ahead at move \(position.depth + 1)"
    let answer = try tries(frame, moves: count, place: place)
    if let looks = answer.value { return looks }
    if let refusal = answer.refusal { throw refused(refusal, place) }
    do throws(EngineLook.Problem) {
      return try EngineLook.tries(answer.results[0], count: count)
    } catch {
      throw wrong(error.message, place)
    }
  }

  /// The same as one frame of copies, for engines that cannot `try`.
  func looks(
    at position: EnginePosition, _ moves: [UInt64]
  ) throws(ScriptFault) -> [RulesLook] {
    let number = try position.number()
    var frame = EngineFrame()
    for move in moves {
      let copy = newState()
      frame.copy(number, to: copy)
      frame.apply(copy, move, count: spec.move.count, isBare: usesBareMoves)
      frame.drop(copy)
    }
    let answer = try self.looks(frame, place: position.words) { $0 % 3 == 1 }
    if let refusal = answer.refusal { throw refused(refusal, position.words) }
    var looks: [RulesLook] = []
    looks.reserveCapacity(moves.count)
    for place in moves.indices {
      let look = try look(place, of: answer, at: 3 * place + 1, place: position.words)
      looks.append(
        RulesLook(
          score: look.score, ending: look.ending, worth: look.worth,
          seen: look.hashes?.seen.map { EngineLook.bytes(of: $0) } ?? []))
    }
    return looks
  }

  /// The declared metrics of a position, in their order.
  func figures(of position: EnginePosition) throws(ScriptFault) -> [Double] {
    let number = try position.number()
    var frame = EngineFrame()
    frame.figures(number)
    let results = try results(of: frame, "at the end of a game")
    var figures: [Double] = []
    for metric in spec.metrics {
      guard let figure = results[0][metric.name]?.number else {
        throw wrong(
          "`figures` must return a number for each declared metric; \(metric.name) is"
            + " \(results[0][metric.name]?.summary ?? "missing")", "at the end of a game")
      }
      figures.append(figure)
    }
    return figures
  }

  /// A position in characters.
  func picture(of position: EnginePosition) throws(ScriptFault) -> String {
    let number = try position.number()
    var frame = EngineFrame()
    frame.picture(number)
    let results = try results(of: frame, position.words)
    guard let text = results[0].text else {
      throw wrong("`picture` must return a string, found \(results[0].summary)", position.words)
    }
    return text
  }
}
