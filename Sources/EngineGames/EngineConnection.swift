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

  private struct State: Sendable {
    var process: EngineProcess
    var waiting = EngineFrame()
    var nextID = 1
    var nextState = 1
    var nextLevel = 1
    var levels: [(fields: String, number: Int)] = []
    var fault: ScriptFault?
    var lastWords: [String] = []
    var frames = 0
    /// The last lines in both directions, where they are kept.
    var transcript: [String]?
  }

  private let state: Mutex<State>
  /// Whether the engine writes moves as bare numbers; of all its processes.
  private let form: EngineMoveForm

  /// An engine keeps at most this many levels.
  private static let maxLevels = 256
  private static let limits = JSONLimits(
    bytes: EngineProcess.maxLine, depth: 64, members: 10_000, elements: 1_000_000,
    values: 4_000_000)

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
      let answer: [UInt8]
      do throws(EngineProcess.Failure) {
        answer = try process.ask(EngineHello.request, within: file.start)
      } catch {
        var lastWords: [String] = []
        isOver = true
        throw Self.fault(of: &process, error, file, place: "at its start", &lastWords)
      }
      let value = try Self.parsed(answer, id: 0, file)
      hello = try EngineHello(value, of: file.name)
      spec = try GameSpec(
        ofEngine: file.name, hello.game, hasPicture: hello.can("picture"))
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

  /// The process, for tests.
  var pid: Int32 { state.withLock(\.process.pid) }

  /// Ends the input and waits for the process; gives whether it ended by itself.
  @discardableResult
  func close() -> Bool {
    state.withLock { state in
      guard state.fault == nil else { return true }
      state.fault = ScriptFault(kind: .error, message: "engine \(file.name) was closed")
      return state.process.end(within: EngineProcess.patience).was_killed == 0
    }
  }

  /// Keeps the lines in both directions from now on.
  func beginTranscript() { state.withLock { $0.transcript = [] } }

  /// The last lines in both directions, shortened.
  var transcript: [String] { state.withLock { $0.transcript ?? [] } }

  /// Lines that are kept of a transcript, and characters of each.
  private static let transcriptLines = 12
  private static let transcriptWidth = 300

  private static func note(_ bytes: [UInt8], _ mark: String, in state: inout State) {
    guard state.transcript != nil else { return }
    let text = String(decoding: bytes.prefix(4 * transcriptWidth), as: UTF8.self)
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

  /// Adds operations that answer nothing, to be sent with the next frame.
  func add(_ operations: (inout EngineFrame) -> Void) {
    state.withLock { state in
      if state.fault == nil { operations(&state.waiting) }
    }
  }

  /// The number of a level; `frame` gets the operation that makes it known where it is new.
  func level(_ fields: String, in frame: inout EngineFrame) -> Int {
    state.withLock { state in
      if let known = state.levels.first(where: { $0.fields == fields }) { return known.number }
      if state.levels.count == Self.maxLevels {
        frame.forget(state.levels.removeFirst().number)
      }
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
    let result: Result<(results: [JSONValue], refusal: Refusal?), ScriptFault> = state.withLock {
      state in
      if let fault = state.fault { return .failure(fault) }
      let waiting = state.waiting.count
      var frame = state.waiting
      frame.append(operations)
      state.waiting.removeAll()
      let id = state.nextID
      state.nextID += 1
      state.frames += 1
      var isOver = false
      do throws(ScriptFault) {
        let answer: [UInt8]
        do throws(EngineProcess.Failure) {
          let line = frame.line(numbered: id)
          Self.note(line, ">", in: &state)
          answer = try state.process.ask(line, within: file.answer)
          Self.note(answer, "<", in: &state)
        } catch {
          isOver = true
          throw Self.fault(of: &state.process, error, file, place: place(), &state.lastWords)
        }
        let value = try Self.parsed(answer, id: id, file)
        return .success(try Self.results(value, frame.count, waiting: waiting, file))
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

  // MARK: Answers

  static func parsed(
    _ answer: [UInt8], id: Int, _ file: EngineFile
  ) throws(ScriptFault) -> JSONValue {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(file.name), answer \(id): \(what)")
    }
    let result = JSONParser.parse(answer, limits: limits)
    guard let value = result.value, result.issues.isEmpty else {
      let text = String(decoding: answer.prefix(80), as: UTF8.self)
      throw fault(
        "it is not JSON: \(result.issues.first?.message ?? ""); it begins"
          + " \(SafeText.quoted(text))")
    }
    guard case .object = value.kind else { throw fault("expected an object, found \(value.sort)") }
    guard let found = value["id"]?.whole, found == id else {
      throw fault(
        "expected the id \(id), found \(value["id"]?.summary ?? "none"); an engine answers each"
          + " line with one line, in order")
    }
    return value
  }

  static func results(
    _ value: JSONValue, _ count: Int, waiting: Int, _ file: EngineFile
  ) throws(ScriptFault) -> (results: [JSONValue], refusal: Refusal?) {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(
        kind: .error, message: "engine \(file.name), answer \(value["id"]?.whole ?? 0): \(what)")
    }
    guard let results = value["r"]?.elements else { throw fault("\"r\" is missing: a list") }
    guard let error = value["error"], !error.isNull else {
      guard results.count == count else {
        throw fault("\(count) operations were asked, and \"r\" has \(results.count)")
      }
      return (Array(results.dropFirst(waiting)), nil)
    }
    guard let operation = error["op"]?.whole, (0..<count).contains(operation),
      let kind = error["kind"]?.text, let message = error["message"]?.text
    else { throw fault("\"error\" must have \"op\", \"kind\" and \"message\"") }
    guard results.count == operation else {
      throw fault(
        "the error is of operation \(operation), and \"r\" has \(results.count) answers before it")
    }
    return (
      Array(results.dropFirst(waiting)),
      Refusal(
        operation: operation - waiting, kind: kind,
        message: SafeText.escaped(message, limit: 400), field: error["field"]?.text)
    )
  }

  /// Ends a process that failed, and says why.
  private static func fault(
    of process: inout EngineProcess, _ failure: EngineProcess.Failure, _ file: EngineFile,
    place: String, _ lastWords: inout [String]
  ) -> ScriptFault {
    let isLate: Bool
    var what: String
    var advice = ""
    switch failure {
    case .late(let seconds):
      isLate = true
      _ = process.end(within: 0)
      what = "did not answer within \(JSONWriter.number(seconds)) s"
    case .ended(let inLine):
      isLate = false
      let ending = process.end(within: 1)
      what = EngineProcess.words(for: ending, file)
      if ending.was_killed != 0 { what = "closed its output" }
      if inLine { what += " in the middle of a line" }
    case .tooLong:
      isLate = false
      _ = process.end(within: 0)
      what = "wrote a line of more than \(EngineProcess.maxLine >> 20) MiB"
    case .unasked:
      isLate = false
      _ = process.end(within: 0)
      what = "wrote more than one line for one"
      advice = "; only answers may be written to standard output"
    }
    lastWords = process.takeLog()
    let last = lastWords.last { !$0.isEmpty }.map { "; its log ends with: \($0)" } ?? ""
    return ScriptFault(
      kind: isLate ? .deadline : .error,
      message: "engine \(file.name) \(what) \(place)\(advice)\(last)")
  }
}
