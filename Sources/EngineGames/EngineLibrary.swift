import CProcess
import SimHarness
import TextFormats

/// A game's shared library, which was opened and stays open: see
/// integrations/engines/c/playtest_engine.h.
final class EngineLibrary: Sendable {
  /// Its path as the engine's file names it, for messages.
  let path: String
  /// A pointer could not be sent.
  private let address: UInt
  private let functions: Int32
  /// What it declares, as the answer to a greeting.
  let hello: EngineHello
  /// Whether players see everything there is, the future included.
  let hidesNothing: Bool
  /// Whether players see whole states, chance apart, so that a state's hash identifies what is seen.
  let showsStates: Bool

  /// Opens a library.
  ///
  /// - Parameters:
  ///   - file: Where it lies.
  ///   - path: The same for messages.
  ///   - engine: The engine's name.
  /// - Throws: What is wrong with it, in one line.
  init(at file: String, shownAs path: String, of engine: String) throws(ScriptFault) {
    let shown = SafeText.escaped(path, limit: 200)
    func fault(_ message: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(engine): the library \(shown) \(message)")
    }
    Self.setPlace(Self.place(engine, shown, ""))
    var error = [CChar](repeating: 0, count: 1000)
    guard let library = clibrary_open(file, &error, error.count) else {
      throw fault(SafeText.escaped(Self.text(of: error), limit: 600))
    }
    self.path = path
    address = UInt(bitPattern: library)
    functions = clibrary_functions(library)
    let text = String(cString: clibrary_game(library))
    let result = JSONParser.parse(text)
    guard let game = result.value, result.issues.isEmpty, case .object = game.kind else {
      throw fault(
        "declares no JSON object in `game`: \(result.issues.first?.messageInLine ?? "it is another value")"
      )
    }
    hello = try Self.hello(game, can: Self.words(functions), of: engine)
    hidesNothing = hello.hidesNothing
    showsStates =
      functions & Int32(CLIBRARY_COPY) == 0
      && (hidesNothing || functions & Int32(CLIBRARY_IMAGINE) == 0)
    guard has(Int(CLIBRARY_FIGURES)) || game["metrics"]?.elements?.isEmpty ?? true else {
      throw fault("declares metrics and has no function `figures`; add it")
    }
    guard has(Int(CLIBRARY_REASON)) || game["reasons"]?.elements?.isEmpty ?? true else {
      throw fault("declares reasons and has no function `reason`; add it")
    }
  }

  /// The declaration as an engine's answer to a greeting.
  private static func hello(
    _ game: JSONValue, can: [String], of engine: String
  ) throws(ScriptFault) -> EngineHello {
    let answer = JSONWriter.compact([
      "version": 1,
      "engine": .members(["version": game["version"].map { JSONTree($0) }]),
      "can": .array(can.map { .string($0) }), "game": JSONTree(game),
    ])
    guard let value = JSONParser.parse(answer).value else {
      throw ScriptFault(kind: .error, message: "engine \(engine): `game` is too large")
    }
    return try EngineHello(value, of: engine)
  }

  /// From now on a crash inside a library, or its exit, ends the process with a line that names it.
  static func watch() { clibrary_watch(Self.exitCode) }

  /// As the program's other defects (README.md, "Exit codes").
  private static let exitCode: Int32 = 70

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  func has(_ function: Int) -> Bool { functions & Int32(function) != 0 }

  /// Whether its states own memory, so that their bytes are not the whole state.
  var ownsMemory: Bool { has(Int(CLIBRARY_COPY)) }

  private static func words(_ functions: Int32) -> [String] {
    ["copy", "imagine", "try"] + (functions & Int32(CLIBRARY_PICTURE) != 0 ? ["picture"] : [])
  }

  /// What the message of a crash says: first what crashed, then `rest`.
  static func place(_ engine: String, _ shown: String, _ rest: String) -> [CChar] {
    "engine \(engine): the library \(shown)\0\(rest)".utf8.map { CChar(bitPattern: $0) }
  }

  /// Sets what this thread's calls are about, for the message of a crash: a level, in a game or not.
  ///
  /// `about` is what `clibrary_place` then gives.
  static func setPlace(_ place: [CChar], about: UInt = 0, game: Int? = nil) {
    clibrary_set_place(place, place.count, about, Int64(game ?? -1))
  }

  /// Has this thread's next call say again what it is about.
  static func clearPlace() { clibrary_clear_place() }

  static func text(of characters: [CChar]) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
