import CProcess
import SimHarness
import Synchronization
import TextFormats

/// A running engine: sends it frames of operations and reads its answers.
///
/// It numbers the engine's levels and states. Operations that answer nothing wait for the next frame
/// that is asked. After a failure of the process or of the protocol every call fails with the first
/// fault.
final class EngineConnection: Sendable {
  let file: EngineFile
  let hello: EngineHello
  let spec: GameSpec
  private let answers: AnswerForm

  private struct State: Sendable {
    var process: EngineProcess
    var waiting = EngineFrame()
    /// The line that was sent last.
    var line: [UInt8] = []
    var nextID = 1
    var nextState = 1
    var nextLevel = 1
    var levels: [(fields: String, number: Int)] = []
    var fault: ScriptFault?
    /// Whether its input has ended and nobody has waited for the process yet.
    var isLeaving = false
    var lastWords: [String] = []
    var frames = 0
    /// The length of the last answer.
    var bytes = 0
    /// The last lines in both directions, where they are kept.
    var transcript: [String]?
  }

  private let state: Mutex<State>
  /// Whether the engine writes moves as bare numbers; of all its processes.
  private let form: EngineMoveForm

  /// An engine keeps at most this many levels.
  private static let maxLevels = 256

  /// Starts the program of a file and greets it.
  /// - Throws: What it fails with, or what is wrong with its answer.
  init(
    starting file: EngineFile, form: EngineMoveForm = EngineMoveForm()
  ) throws(ScriptFault) {
    self.file = file
    self.form = form
    var process = try EngineProcess(starting: file)
    var isOver = false
    do throws(ScriptFault) {
      let count: Int
      do throws(EngineProcess.Failure) {
        count = try process.ask(EngineHello.request, within: file.start)
      } catch {
        var lastWords: [String] = []
        isOver = true
        throw Self.fault(of: &process, error, file, place: "at its start", &lastWords)
      }
      let value = try Self.parsed(Array(process.received[..<count]), id: 0, file) { "at its start" }
      hello = try EngineHello(value, of: file.name)
      spec = try GameSpec(
        ofEngine: file.name, hello.game, hasPicture: hello.can("picture"))
      answers = AnswerForm(spec)
    } catch {
      if !isOver { _ = process.end(within: 0) }
      throw error
    }
    state = Mutex(State(process: process))
  }

  deinit { close() }

  /// Why nothing more can be asked; nil: it can.
  var fault: ScriptFault? { state.withLock(\.fault) }

  /// How many lines were sent, for tests.
  var frames: Int { state.withLock(\.frames) }

  /// The length of the last answer.
  var lastBytes: Int { state.withLock(\.bytes) }

  /// The process, for tests.
  var pid: Int32 { state.withLock(\.process.pid) }

  /// Called when it is used by a thread that does nothing else, until `rest`.
  func serveThread() { state.withLock { $0.process.serveThread() } }

  /// Called when nobody uses it for a while.
  func rest() {
    state.withLock { state in
      if state.fault == nil { state.process.rest() }
    }
  }

  /// Ends the input: nothing more can be asked, and the process is to end.
  func endInput() {
    state.withLock { state in
      guard state.fault == nil else { return }
      state.fault = ScriptFault(kind: .error, message: "engine \(file.name) was closed")
      state.isLeaving = true
      state.process.endInput()
    }
  }

  /// Ends the input and waits for the process; gives whether it ended by itself.
  @discardableResult
  func close(within seconds: Double = EngineProcess.patience) -> Bool {
    endInput()
    return state.withLock { state in
      guard state.isLeaving else { return true }
      state.isLeaving = false
      return state.process.end(within: seconds).was_killed == 0
    }
  }

  /// Closes several, which all have the same time to end; gives those that had to be killed.
  static func close(_ connections: [EngineConnection]) -> [EngineConnection] {
    for connection in connections { connection.endInput() }
    let end = ContinuousClock.now + .seconds(EngineProcess.patience)
    return connections.filter { connection in
      !connection.close(within: max(0, (end - ContinuousClock.now) / .seconds(1)))
    }
  }

  /// Keeps the lines in both directions from now on.
  func beginTranscript() { state.withLock { $0.transcript = [] } }

  /// The last lines in both directions, shortened.
  var transcript: [String] { state.withLock { $0.transcript ?? [] } }

  /// Lines that are kept of a transcript, and characters of each.
  private static let transcriptLines = 12
  private static let transcriptWidth = 300

  /// Keeps the first bytes of a line, of which `count` are its own.
  private static func note(
    _ bytes: [UInt8], _ count: Int, _ mark: String, in state: inout State
  ) {
    guard state.transcript != nil else { return }
    let text = String(
      decoding: bytes.prefix(min(count, 4 * transcriptWidth)), as: UTF8.self)
    state.transcript?.append("\(mark) \(SafeText.escaped(text, limit: transcriptWidth))")
    if let count = state.transcript?.count, count > transcriptLines {
      state.transcript?.removeFirst(count - transcriptLines)
    }
  }

  /// The last lines of its log, once it has failed; they are given once.
  func takeLastWords() -> [String] {
    state.withLock { state in
      defer { state.lastWords = [] }
      return state.lastWords
    }
  }

  // MARK: Numbers

  /// A number for a new state.
  func newState() -> Int {
    state.withLock { state in
      defer { state.nextState += 1 }
      return state.nextState
    }
  }

  /// A number for a level beside those that are kept.
  func newLevel() -> Int {
    state.withLock { state in
      defer { state.nextLevel += 1 }
      return state.nextLevel
    }
  }

  /// Adds operations that answer nothing, to be sent with the next frame.
  func add(_ operations: (inout EngineFrame) -> Void) {
    state.withLock { state in
      if state.fault == nil { operations(&state.waiting) }
    }
  }

  /// Has the engine forget the oldest level where it keeps as many as it may.
  ///
  /// Asked alone, so that a failure is not taken for that of the level after it.
  func makeRoom(for fields: String) throws(ScriptFault) {
    let oldest = state.withLock { state -> Int? in
      guard state.levels.count >= Self.maxLevels,
        !state.levels.contains(where: { $0.fields == fields })
      else { return nil }
      return state.levels.removeFirst().number
    }
    if let oldest { try forget(oldest) }
  }

  /// Has the engine forget a level.
  func forget(_ level: Int) throws(ScriptFault) {
    var frame = EngineFrame()
    frame.forget(level)
    let place = "at `forget` of another level"
    let answer = try ask(frame, place: place)
    if let refusal = answer.refusal {
      throw wrong(
        "it refuses to forget a level that it knows: \(SafeText.escaped(refusal.kind, limit: 40)):"
          + " \(refusal.message)", place)
    }
    guard answer.results[0].isNull else {
      throw wrong("`forget` must return null, found \(answer.results[0].summary)", place)
    }
  }

  /// The number of a level; `frame` gets the operation that makes it known where it is new.
  func level(_ fields: String, in frame: inout EngineFrame) -> Int {
    state.withLock { state in
      if let known = state.levels.first(where: { $0.fields == fields }) { return known.number }
      let number = state.nextLevel
      state.nextLevel += 1
      state.levels.append((fields, number))
      frame.level(number, fields: fields)
      return number
    }
  }

  /// Makes a level that the engine refused unknown again.
  func forgetLevel(_ fields: String) {
    state.withLock { $0.levels.removeAll { $0.fields == fields } }
  }

  /// Whether the engine writes moves of one number as bare numbers.
  var usesBareMoves: Bool { form.isBare }

  /// A move as the engine writes it.
  func text(of move: UInt64) -> String {
    EngineLook.text(of: move, spec, bare: form.isBare)
  }

  // MARK: Asking

  /// What an engine says of an operation that it does not do.
  struct Refusal: Sendable {
    /// Its place among the operations that were asked, from 0; negative: among those that waited.
    let operation: Int
    let kind: String
    let message: String
    let field: String?
  }

  /// Sends what waits and these operations.
  ///
  /// `place` says where in a game this is, for messages, as in `at move 14`.
  /// - Returns: What the operations answer, and what was refused.
  /// - Throws: The fault of the process or of its answer; then the engine is gone.
  func ask(
    _ operations: EngineFrame, place: @autoclosure () -> String
  ) throws(ScriptFault) -> (results: [JSONValue], refusal: Refusal?) {
    let answer: Answer<Never> = try exchange(operations, place: place) { _, _, _, _ in nil }
    return (answer.results, answer.refusal)
  }

  /// The same for operations of which those at some places answer looks, and all others null.
  ///
  /// They have `seconds`; by default those of an answer.
  func looks(
    _ operations: EngineFrame, within seconds: Double? = nil, place: @autoclosure () -> String,
    isLook: (Int) -> Bool
  ) throws(ScriptFault) -> Answer<[EngineLook]> {
    try exchange(operations, within: seconds, place: place) { reader, id, count, waiting in
      let read = reader.looks(id: id, count: count) { $0 >= waiting && isLook($0 - waiting) }
      if let read, read.usesBareMoves { form.setBare() }
      return read?.looks
    }
  }

  /// The same for a single `try` of `moves` moves.
  func tries(
    _ operation: EngineFrame, moves: Int, place: @autoclosure () -> String
  ) throws(ScriptFault) -> Answer<[RulesLook]> {
    try exchange(operation, place: place) { reader, id, count, _ in
      reader.tries(id: id, count: count, moves: moves)
    }
  }

  /// What was answered: the value that was read from the bytes, or else the results as JSON.
  struct Answer<Value: Sendable>: Sendable {
    var value: Value?
    var results: [JSONValue] = []
    var refusal: Refusal?
  }

  /// Sends what waits and these operations, and has the answer read.
  ///
  /// `read` gets the answer's number, and how many operations there are and how many of them waited.
  /// Where it gives nil the answer is read as JSON.
  private func exchange<Value: Sendable>(
    _ operations: EngineFrame, within seconds: Double? = nil, place: () -> String,
    read: (inout AnswerReader, Int, Int, Int) -> Value?
  ) throws(ScriptFault) -> Answer<Value> {
    let result: Result<Answer<Value>, ScriptFault> = state.withLock { state in
      if let fault = state.fault { return .failure(fault) }
      let id = state.nextID
      let waiting = state.waiting.count
      let count = waiting + operations.count
      EngineFrame.write(state.waiting, operations, numbered: id, to: &state.line)
      state.waiting.removeAll()
      state.nextID += 1
      state.frames += 1
      var isOver = false
      do throws(ScriptFault) {
        let length: Int
        do throws(EngineProcess.Failure) {
          Self.note(state.line, state.line.count - 1, ">", in: &state)
          length = try state.process.ask(state.line, within: seconds ?? file.answer)
          state.bytes = length
          Self.note(state.process.received, length, "<", in: &state)
        } catch {
          isOver = true
          throw Self.fault(of: &state.process, error, file, place: place(), &state.lastWords)
        }
        var reader = AnswerReader(state.process.received, count: length, answers)
        if let value = read(&reader, id, count, waiting) { return .success(Answer(value: value)) }
        let value = try Self.parsed(Array(state.process.received[..<length]), id: id, file, place)
        let answer = try Self.results(value, count, waiting: waiting, file, place)
        return .success(Answer(results: answer.results, refusal: answer.refusal))
      } catch {
        if !isOver { _ = state.process.end(within: 0) }
        state.fault = error
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Reads a look; what is wrong with it is the fault of the game.
  func look(_ value: JSONValue, place: @autoclosure () -> String) throws(ScriptFault) -> EngineLook
  {
    var isBare = false
    do throws(EngineLook.Problem) {
      let look = try EngineLook(value, spec, usesBareMoves: &isBare)
      if isBare { form.setBare() }
      return look
    } catch {
      throw wrong(error.message, place())
    }
  }

  /// The fault of an answer that means nothing.
  func wrong(_ what: String, _ place: String) -> ScriptFault {
    ScriptFault(kind: .error, message: "engine \(file.name), \(place): \(what)")
  }
}
