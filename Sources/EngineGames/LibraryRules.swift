import CProcess
import SimHarness
import StableNumerics

/// The rules of a library for a level.
struct LibraryRules: RulesBackend {
  let source: LibrarySource
  let session: LibrarySession
  let level: OpenLevel

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    if call.steps.contains(.check) { return try check(&call) }
    if call.steps.contains(.setup) { return try start(&call) }
    guard let game = call.position.remote as? LibraryGame else {
      throw source.fault("the position is not its own", "")
    }
    if call.steps.contains(.call) { return try answer(&call, game) }
    if call.steps.contains(.reason) { return try sayReason(&call, game) }
    var request = clibrary_call()
    request.steps = Int32(CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO)
    if call.steps.contains(.apply) {
      request.steps |= Int32(CLIBRARY_APPLY)
      request.move = Int64(bitPattern: call.move)
      if game.trace != nil { request.steps |= LibraryTrace.steps }
    }
    try perform(&request, game, at: call.position)
    try take(&request, into: &call, game, at: call.position)
    guard call.steps.contains(.apply) else { return }
    game.trace?.add(request)
    call.position = game.position(request.state, depth: call.position.depth + 1)
  }

  private func check(_ call: inout RulesCall) throws(ScriptFault) {
    call.text = nil
    call.secondText = nil
    do throws(LibraryRefusal) {
      _ = try session.opened(level)
    } catch {
      call.text = error.field ?? error.message
      call.secondText = error.field == nil ? nil : error.message
    }
  }

  private func start(_ call: inout RulesCall) throws(ScriptFault) {
    let opened: LibraryLevel
    do throws(LibraryRefusal) {
      opened = try session.opened(level)
    } catch {
      throw source.fault(
        (error.field.map { "\($0): " } ?? "") + error.message,
        "level \(SafeText.quoted(level.name)), ")
    }
    var request = clibrary_call()
    request.steps = Int32(CLIBRARY_START) | LibraryTrace.steps
    request.key = EngineSeed(starting: call.stream, call.streams, withStreams: false).number
    let status = clibrary_perform(opened.pointer, &request)
    let game = LibraryGame(
      level, opened, of: source, key: request.key, isImagined: false,
      trace: status == CLIBRARY_DONE ? session.started(opened, request) : nil)
    let position = game.position(request.state, depth: 0)
    var start = position
    start.depth = LibraryGame.beforeStart
    guard status == CLIBRARY_DONE else { throw game.failed(status, request, at: start) }
    try take(&request, into: &call, game, at: start)
    call.position = position
  }

  private func take(
    _ request: inout clibrary_call, into call: inout RulesCall, _ game: LibraryGame,
    at position: PackedPosition
  ) throws(ScriptFault) {
    (call.score, call.ending) = try game.checked(&request, at: position)
    call.worth = request.worth
    call.moves = UnsafeBufferPointer(start: request.moves, count: Int(request.move_count))
      .map { UInt64(bitPattern: $0) }
    call.events = UnsafeBufferPointer(start: request.events, count: Int(request.event_count))
      .map { RulesCall.Event(name: Int($0.name), value: Int($0.value)) }
  }

  // MARK: Looking ahead

  func look(
    at position: PackedPosition, moves: [UInt64], into looks: inout [RulesLook]
  ) throws(ScriptFault) -> Bool {
    guard let game = position.remote as? LibraryGame else { return false }
    var found = [clibrary_look](repeating: clibrary_look(), count: moves.count)
    let isSeen = game.isSeen
    let status = position.bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= game.opened.stateBytes else { return Int32(CLIBRARY_OVERFLOW) }
      return moves.withUnsafeBufferPointer { moves in
        moves.withMemoryRebound(to: Int64.self) { moves in
          clibrary_look_at(
            game.opened.pointer, bytes.baseAddress, game.key, moves.baseAddress,
            Int32(moves.count), isSeen ? 1 : 0, &found)
        }
      }
    }
    guard status == CLIBRARY_DONE else {
      throw game.failed(status, clibrary_call(), at: position)
    }
    looks.removeAll(keepingCapacity: true)
    looks.reserveCapacity(moves.count)
    for look in found { looks.append(try game.checked(look, at: position)) }
    return true
  }

  // MARK: Functions

  private func answer(_ call: inout RulesCall, _ game: LibraryGame) throws(ScriptFault) {
    var request = clibrary_call()
    switch call.function {
    case .metric(let place):
      request.steps = Int32(CLIBRARY_FIGURES_TOO)
      request.figure_count = Int32(level.spec.metrics.count)
      try perform(&request, game, at: call.position)
      call.number = request.figures.map { Double($0[place]) } ?? .nan
    case .picture:
      request.steps = Int32(CLIBRARY_PICTURE_TOO)
      try perform(&request, game, at: call.position)
      call.text = request.picture.map { text in
        String(
          decoding: UnsafeRawBufferPointer(start: text, count: Int(request.picture_length)),
          as: UTF8.self)
      }
    default: call.text = nil
    }
  }

  private func sayReason(_ call: inout RulesCall, _ game: LibraryGame) throws(ScriptFault) {
    var request = clibrary_call()
    request.steps = Int32(CLIBRARY_LOOKS | CLIBRARY_REASONS)
    try perform(&request, game, at: call.position)
    game.trace?.add(reason: request.reason)
    call.text = try game.reason(request, at: call.position)
  }

  private func perform(
    _ request: inout clibrary_call, _ game: LibraryGame, at position: PackedPosition
  ) throws(ScriptFault) {
    request.key = game.key
    let status = game.perform(&request, on: position)
    guard status == CLIBRARY_DONE else { throw game.failed(status, request, at: position) }
  }
}
