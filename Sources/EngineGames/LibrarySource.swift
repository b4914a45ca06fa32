import SimHarness
import Synchronization

/// The rules that an engine's library has, in this process.
public final class LibrarySource: FoundEngine {
  let file: EngineFile
  public let build: EngineBuild
  public let spec: GameSpec
  /// The minimum and the maximum numbers of a move; those that are not declared are 0.
  let minMove: SIMD4<Int16>
  let maxMove: SIMD4<Int16>
  private let library: EngineLibrary
  private let levels = Mutex<[(fields: String, level: LibraryLevel)]>([])

  /// More levels are closed, once nobody uses them.
  private static let maxLevels = 256

  /// Opens the library of a file.
  init(_ file: EngineFile, at path: String, files: [EngineRecord.File]) throws(ScriptFault) {
    EngineLibrary.watch()
    library = try EngineLibrary(at: file.resolved(path), shownAs: path, of: file.name)
    guard !library.ownsMemory else {
      throw ScriptFault(
        kind: .error,
        message:
          "\(file.path):1: library: its states own memory (`state_copy`), so it must run as a"
          + " program of its own; set \"isolate\": true")
    }
    self.file = file
    build = EngineBuild(file, library.hello, files: files)
    spec = try GameSpec(
      ofEngine: file.name, library.hello.game, hasPicture: library.hello.can("picture"))
    var minimum = SIMD4<Int16>()
    var maximum = minimum
    for (place, number) in spec.move.enumerated() {
      minimum[place] = Int16(clamping: number.range.lowerBound)
      maximum[place] = Int16(clamping: number.range.upperBound)
    }
    minMove = minimum
    maxMove = maximum
  }

  public func rules(
    of level: OpenLevel, in host: any ScriptHosting
  ) throws(ScriptFault) -> any RulesBackend {
    let session = try host.session(of: self) { LibrarySession(self) }
    (session as? LibrarySession)?.enter(level)
    return LibraryRules(source: self, level: level)
  }

  func close() {}

  /// A level as the library has opened it.
  func opened(_ level: OpenLevel) throws(LibraryRefusal) -> LibraryLevel {
    let fields = JSONWriter.compact(level.fieldsTree)
    if let known = levels.withLock({ $0.first { $0.fields == fields }?.level }) { return known }
    let opened = try LibraryLevel(fields, of: library)
    levels.withLock { levels in
      if levels.count >= Self.maxLevels { levels.removeFirst() }
      levels.append((fields, opened))
    }
    return opened
  }

  /// Names what this thread plays, should the library crash.
  func setPlace(level: String, game: Int?) {
    let place = game.map { " in game \($0) of " } ?? " on "
    EngineLibrary.setPlace(
      file.name, SafeText.escaped(library.path, limit: 200),
      "\(place)\(SafeText.quoted(level)); set \"isolate\": true in"
        + " \(SafeText.escaped(file.path, limit: 200)) and run again with --resume: a crash then costs"
        + " one game")
  }
}

/// What a worker keeps of a library from game to game: what it is playing.
final class LibrarySession: RulesSession {
  private let source: LibrarySource
  private var game: Int?
  private var level: ObjectIdentifier?

  init(_ source: LibrarySource) { self.source = source }

  func beginGame(_ number: Int?) {
    game = number
    level = nil
  }

  func endGame(_ game: EndedGame) -> GameVerdict { GameVerdict() }

  /// The thread's next calls are about a level.
  func enter(_ level: OpenLevel) {
    guard self.level != ObjectIdentifier(level) else { return }
    self.level = ObjectIdentifier(level)
    source.setPlace(level: level.name, game: game)
  }
}
