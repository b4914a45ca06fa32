import CProcess
import SimHarness
import StableNumerics

/// The rules of a library for a level.
struct LibraryRules: RulesBackend {
  let source: LibrarySource
  let level: OpenLevel

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    if call.steps.contains(.check) { return try check(&call) }
    if call.steps.contains(.setup) { return try start(&call) }
    guard let position = call.position.remote as? LibraryPosition else {
      throw fault("the position is not its own", "")
    }
    var request = clibrary_call()
    request.key = position.key
    if call.steps.contains(.call) { return try answer(&call, &request, position) }
    request.steps = Int32(CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO)
    if call.steps.contains(.apply) {
      request.steps |= Int32(CLIBRARY_APPLY | CLIBRARY_HASH)
      request.move = Int64(bitPattern: call.move)
    }
    try check(position.perform(&request), request, of: position)
    try take(request, into: &call, at: position)
    guard call.steps.contains(.apply), let bytes = request.state else { return }
    call.position =
      LibraryPosition(
        position.level,
        state: Array(UnsafeBufferPointer(start: bytes, count: position.level.stateBytes)),
        hash: request.hash, key: position.key, depth: position.depth + 1,
        isImagined: position.isImagined
      ).packed
  }

  private func check(_ call: inout RulesCall) throws(ScriptFault) {
    call.text = nil
    call.secondText = nil
    do throws(LibraryRefusal) {
      _ = try source.opened(level)
    } catch {
      call.text = error.field ?? error.message
      call.secondText = error.field == nil ? nil : error.message
    }
  }

  private func start(_ call: inout RulesCall) throws(ScriptFault) {
    let opened: LibraryLevel
    do throws(LibraryRefusal) {
      opened = try source.opened(level)
    } catch {
      throw fault(
        (error.field.map { "\($0): " } ?? "") + error.message,
        "level \(SafeText.quoted(level.name)), ")
    }
    var request = clibrary_call()
    request.steps = Int32(CLIBRARY_START | CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO | CLIBRARY_HASH)
    request.key = EngineSeed(starting: call.stream, call.streams, withStreams: false).number
    let status = clibrary_perform(opened.pointer, &request)
    let state = request.state.map {
      Array(UnsafeBufferPointer(start: $0, count: opened.stateBytes))
    }
    let position = LibraryPosition(
      opened, state: state ?? [], hash: request.hash, key: request.key, depth: 0,
      isImagined: false)
    try check(status, request, of: position)
    try take(request, into: &call, at: position)
    call.position = position.packed
  }

  // MARK: What came of it

  private func fault(_ what: String, _ place: String) -> ScriptFault {
    ScriptFault(kind: .error, message: "engine \(source.file.name), \(place)\(what)")
  }

  private func fault(_ what: String, at position: LibraryPosition) -> ScriptFault {
    fault(
      what,
      position.isImagined
        ? "while a player looked ahead at move \(position.depth + 1): "
        : "at move \(position.depth + 1): ")
  }

  private func check(
    _ status: Int32, _ request: clibrary_call, of position: LibraryPosition
  ) throws(ScriptFault) {
    guard status != CLIBRARY_DONE else { return }
    throw fault(Self.words(for: status, request, of: position.level), at: position)
  }

  /// What went wrong in a call.
  static func words(
    for status: Int32, _ request: clibrary_call, of level: LibraryLevel
  ) -> String {
    switch status {
    case Int32(CLIBRARY_ILLEGAL): "it refuses a move that it offered"
    case Int32(CLIBRARY_OVERFLOW):
      "it wrote beyond the \(level.stateBytes) bytes of its state; `state_bytes` must give the size"
        + " of the whole state"
    case Int32(CLIBRARY_TOO_MANY_MOVES):
      "it offers \(request.move_count) moves, and a position can have 0 to \(CLIBRARY_MOVES)"
    case Int32(CLIBRARY_TOO_MANY_EVENTS):
      "it noted more than \(CLIBRARY_EVENTS) events in one move"
    case Int32(CLIBRARY_UNEQUAL_MOVES):
      "`moves` gives another number of moves than `look`, which says \(request.move_count)"
    default: "there is too little memory"
    }
  }

  private func take(
    _ request: clibrary_call, into call: inout RulesCall, at position: LibraryPosition
  ) throws(ScriptFault) {
    let score = Int(request.score)
    guard score == Saturating.bounded(score) else {
      throw fault("the score must be at most 10^15, and is \(request.score)", at: position)
    }
    guard request.worth.isFinite else {
      throw fault("the worth is not a finite number", at: position)
    }
    guard let ending = RulesCall.Ending(rawValue: request.end) else {
      throw fault("`end` must be 0 to 3, and is \(request.end)", at: position)
    }
    guard ending != .none || request.move_count > 0 else {
      throw fault(
        "it offers no move and does not say how the game ends; set `end`", at: position)
    }
    call.score = score
    call.worth = request.worth
    call.ending = ending
    try takeMoves(request, into: &call, at: position)
    call.events.removeAll(keepingCapacity: true)
    guard request.event_count > 0 else { return }
    let events = source.spec.events.count
    for event in UnsafeBufferPointer(start: request.events, count: Int(request.event_count)) {
      let (name, value) = (Int(event.name), Int(event.value))
      guard (0..<events).contains(name), value == Saturating.bounded(value) else {
        throw fault(
          "it noted event \(name) with \(value); it declares \(events) events, and a number"
            + " is at most 10^15", at: position)
      }
      call.events.append(RulesCall.Event(name: name, value: value))
    }
  }

  private func takeMoves(
    _ request: clibrary_call, into call: inout RulesCall, at position: LibraryPosition
  ) throws(ScriptFault) {
    let (min, max) = (source.minMove, source.maxMove)
    call.moves.removeAll(keepingCapacity: true)
    call.moves.reserveCapacity(Int(request.move_count))
    for move in UnsafeBufferPointer(start: request.moves, count: Int(request.move_count)) {
      let packed = UInt64(bitPattern: move)
      let numbers = Self.numbers(of: packed)
      guard all(numbers .>= min .& numbers .<= max) else {
        throw outOfRange(numbers, at: position)
      }
      call.moves.append(packed)
    }
  }

  /// The four numbers of a move, the first in the low bits.
  private static func numbers(of packed: UInt64) -> SIMD4<Int16> {
    SIMD4(
      Int16(truncatingIfNeeded: packed), Int16(truncatingIfNeeded: packed >> 16),
      Int16(truncatingIfNeeded: packed >> 32), Int16(truncatingIfNeeded: packed >> 48))
  }

  private func outOfRange(_ move: SIMD4<Int16>, at position: LibraryPosition) -> ScriptFault {
    let isWrong = move .< source.minMove .| move .> source.maxMove
    let place = move.indices.first { isWrong[$0] } ?? 0
    let declared = source.spec.move
    let name = place < declared.count ? declared[place].name : "number \(place + 1)"
    return fault(
      "it offers a move whose \(name) is \(move[place]), and its range is"
        + " \(source.minMove[place]) to \(source.maxMove[place])", at: position)
  }

  // MARK: Looking ahead

  func look(
    at position: PackedPosition, moves: [UInt64], into looks: inout [RulesLook]
  ) throws(ScriptFault) -> Bool {
    guard let position = position.remote as? LibraryPosition else { return false }
    var found = [clibrary_look](repeating: clibrary_look(), count: moves.count)
    let isSeen = position.isSeen
    let status = position.state.withUnsafeBufferPointer { bytes in
      guard bytes.count == position.level.stateBytes else { return Int32(CLIBRARY_OVERFLOW) }
      return moves.withUnsafeBufferPointer { moves in
        moves.withMemoryRebound(to: Int64.self) { moves in
          clibrary_look_at(
            position.level.pointer, bytes.baseAddress, position.key, moves.baseAddress,
            Int32(moves.count), isSeen ? 1 : 0, &found)
        }
      }
    }
    try check(status, clibrary_call(), of: position)
    looks.removeAll(keepingCapacity: true)
    looks.reserveCapacity(moves.count)
    for look in found {
      var request = clibrary_call()
      request.score = look.score
      request.worth = look.worth
      request.end = look.end
      let score = Int(look.score)
      guard score == Saturating.bounded(score), look.worth.isFinite,
        let ending = RulesCall.Ending(rawValue: look.end)
      else {
        throw fault(
          "a move's score is \(look.score), its worth \(look.worth) and its end \(look.end); they"
            + " must be at most 10^15, finite, and 0 to 3", at: position)
      }
      looks.append(
        RulesLook(
          score: score, ending: ending, worth: look.worth,
          seen: isSeen ? EngineLook.bytes(of: look.hash) : []))
    }
    return true
  }

  // MARK: Functions

  private func answer(
    _ call: inout RulesCall, _ request: inout clibrary_call, _ position: LibraryPosition
  ) throws(ScriptFault) {
    switch call.function {
    case .metric(let place):
      request.steps = Int32(CLIBRARY_FIGURES_TOO)
      request.figure_count = Int32(level.spec.metrics.count)
      try check(position.perform(&request), request, of: position)
      call.number = request.figures.map { Double($0[place]) } ?? .nan
    case .picture:
      request.steps = Int32(CLIBRARY_PICTURE_TOO)
      try check(position.perform(&request), request, of: position)
      call.text = request.picture.map { text in
        String(
          decoding: UnsafeRawBufferPointer(start: text, count: Int(request.picture_length)),
          as: UTF8.self)
      }
    default: call.text = nil
    }
  }
}
