import CProcess
import SimHarness
import StableNumerics
import TextFormats

/// A library's game behind the process protocol, so that a crash ends a process of its own.
final class HostedLibrary: ServedGame {
  let description: ServedGameDescription
  private let library: EngineLibrary
  private let spec: GameSpec
  /// What a call asks that answers a look.
  private let looking: Int32
  private var levels: [Int: LibraryLevel] = [:]
  private var states: [Int: HostedState] = [:]

  private static let maxLevels = 4096
  private static let maxStates = 1_000_000

  /// Opens a library.
  ///
  /// - Throws: What is wrong with it, in one line.
  init(opening path: String) throws(ScriptFault) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    library = try EngineLibrary(at: path, shownAs: path, of: name)
    spec = try GameSpec(
      ofEngine: name, library.hello.game, hasPicture: library.hello.can("picture"))
    looking = Int32(
      CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO | (spec.lossReasons.isEmpty ? 0 : CLIBRARY_REASONS))
    description = ServedGameDescription(
      game: library.hello.game, can: library.hello.can, version: library.hello.engineVersion)
  }

  // MARK: Levels

  func level(_ number: Int, fields: JSONTree) throws(ServedError) {
    guard levels.count < Self.maxLevels else {
      throw ServedError(.failed, "there are \(Self.maxLevels) levels; forget some")
    }
    do throws(LibraryRefusal) {
      levels[number] = try LibraryLevel(JSONWriter.compact(fields), of: library)
    } catch {
      throw ServedError(.level, error.message, field: error.field)
    }
  }

  func forget(_ level: Int) throws(ServedError) { levels[level] = nil }

  // MARK: States

  private func state(_ number: Int) throws(ServedError) -> HostedState {
    guard let state = states[number] else {
      throw ServedError(.state, "there is no state \(number)")
    }
    return state
  }

  private func keep(_ state: HostedState, as number: Int) throws(ServedError) {
    guard states.count < Self.maxStates else {
      throw ServedError(.failed, "there are \(Self.maxStates) states; drop some")
    }
    states[number] = state
  }

  func new(
    _ state: Int, level: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError) -> ServedLook {
    guard let opened = levels[level] else {
      throw ServedError(.level, "there is no level \(level)")
    }
    let started = HostedState(opened, key: seed)
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_START) | looking
    try started.perform(&call)
    let look = try look(call, started)
    try keep(started, as: state)
    return look
  }

  func apply(_ state: Int, move: [Int]) throws(ServedError) -> ServedLook {
    let changed = try self.state(state)
    guard move.count == spec.move.count,
      move.allSatisfy({ Int(Int16.min)...Int(Int16.max) ~= $0 })
    else {
      throw ServedError(
        .illegal, "a move has \(spec.move.count) numbers from -32768 to 32767")
    }
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_APPLY) | looking
    call.move = Self.packed(move)
    try changed.perform(&call)
    return try look(call, changed)
  }

  func drop(_ state: Int) throws(ServedError) {
    guard states.removeValue(forKey: state) != nil else {
      throw ServedError(.state, "there is no state \(state)")
    }
  }

  func copy(_ state: Int, to other: Int) throws(ServedError) {
    let original = try self.state(state)
    try keep(try original.copy(key: original.key), as: other)
  }

  func imagine(
    _ state: Int, to other: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError) {
    try keep(try imagined(state, seed), as: other)
  }

  private func imagined(_ state: Int, _ seed: UInt64) throws(ServedError) -> HostedState {
    let original = try self.state(state)
    guard !library.hidesNothing else { return try original.copy(key: original.key) }
    let copy = try original.copy(key: seed)
    guard library.has(Int(CLIBRARY_IMAGINE)) else { return copy }
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_IMAGINES)
    try copy.perform(&call)
    return copy
  }

  func tries(_ state: Int, seed: UInt64, keys: [UInt64]) throws(ServedError) -> [ServedLook] {
    let imagined = try imagined(state, seed)
    var call = clibrary_call()
    call.steps = looking
    try imagined.perform(&call)
    let moves = Array(UnsafeBufferPointer(start: call.moves, count: Int(call.move_count)))
    var looks: [ServedLook] = []
    for move in moves {
      let copy = try imagined.copy(key: imagined.key)
      var call = clibrary_call()
      call.steps = Int32(CLIBRARY_APPLY | CLIBRARY_LOOKS)
      call.move = move
      try copy.perform(&call)
      looks.append(try look(call, copy))
    }
    return looks
  }

  // MARK: Answers

  private static func packed(_ move: [Int]) -> Int64 {
    var packed: UInt64 = 0
    for (place, number) in move.prefix(4).enumerated() {
      packed |= UInt64(UInt16(truncatingIfNeeded: number)) << UInt64(16 * place)
    }
    return Int64(bitPattern: packed)
  }

  private func look(_ call: clibrary_call, _ state: HostedState) throws(ServedError) -> ServedLook {
    var look = ServedLook()
    look.score = Int(call.score)
    guard call.worth.isFinite else {
      throw ServedError(.failed, "the worth is not a finite number")
    }
    look.worth = call.worth
    switch call.end {
    case 0: look.outcome = nil
    case 1: look.outcome = .won
    case 2: look.outcome = .lost
    case 3: look.outcome = .ended
    default: throw ServedError(.failed, "`end` must be 0 to 3, and is \(call.end)")
    }
    if look.outcome == .lost, call.steps & Int32(CLIBRARY_REASONS) != 0 {
      do throws(EngineLook.Problem) {
        look.reason = try LibraryGame.reason(call, spec)
      } catch {
        throw ServedError(.failed, error.message)
      }
    }
    if let moves = call.moves {
      look.moves = UnsafeBufferPointer(start: moves, count: Int(call.move_count)).map { move in
        spec.move.indices.map { place in
          Int(Int16(truncatingIfNeeded: UInt64(bitPattern: move) >> UInt64(16 * place)))
        }
      }
    }
    for event in UnsafeBufferPointer(start: call.events, count: Int(call.event_count)) {
      guard spec.events.indices.contains(Int(event.name)) else {
        throw ServedError(.failed, "it reported event \(event.name), which it does not declare")
      }
      look.events.append((spec.events[Int(event.name)].name, Int(event.value)))
    }
    look.whole = state.whole
    look.seen = state.seen
    return look
  }

  func figures(_ state: Int) throws(ServedError) -> [(name: String, value: Double)] {
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_FIGURES_TOO)
    call.figure_count = Int32(spec.metrics.count)
    try self.state(state).perform(&call)
    guard let figures = call.figures else { return [] }
    return spec.metrics.enumerated().map { ($1.name, Double(figures[$0])) }
  }

  func picture(_ state: Int) throws(ServedError) -> String {
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_PICTURE_TOO)
    try self.state(state).perform(&call)
    return String(
      decoding: UnsafeRawBufferPointer(start: call.picture, count: Int(call.picture_length)),
      as: UTF8.self)
  }
}
