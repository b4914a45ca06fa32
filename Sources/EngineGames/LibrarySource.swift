import CProcess
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
  /// How many events the game declares.
  let eventCount: Int
  private let library: EngineLibrary
  /// The library's path for messages, and what the message of a crash ends with.
  private let shownPath: String
  private let advice: String
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
    eventCount = spec.events.count
    shownPath = SafeText.escaped(library.path, limit: 200)
    advice =
      "; set \"isolate\": true in \(SafeText.escaped(file.path, limit: 200)) and run again with"
      + " --resume: a crash then costs one game"
  }

  public func rules(
    of level: OpenLevel, in host: any ScriptHosting
  ) throws(ScriptFault) -> any RulesBackend {
    let session = try host.session(of: self) { LibrarySession(self) }
    guard let session = session as? LibrarySession else {
      throw fault("this host has rules of another kind", "")
    }
    session.claimThread(for: level)
    return LibraryRules(source: self, session: session, level: level)
  }

  /// A fault of the library; `place` says where in a game, as in `at move 3: `.
  func fault(_ what: String, _ place: String) -> ScriptFault {
    ScriptFault(kind: .error, message: "engine \(file.name), \(place)\(what)")
  }

  func takeUnused() -> [EngineConnection] { [] }

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

  /// Names the level that this thread plays from now on, for the message of a crash of the library.
  @inline(__always)
  func claimThread(for level: OpenLevel) {
    if clibrary_place() != Self.identity(of: level) { nameThread(for: level) }
  }

  @inline(never)
  private func nameThread(for level: OpenLevel) {
    EngineLibrary.setPlace(place(of: level), about: Self.identity(of: level))
  }

  /// What the message of a crash says of a level.
  fileprivate func place(of level: OpenLevel) -> [CChar] {
    EngineLibrary.place(file.name, shownPath, SafeText.quoted(level.name) + advice)
  }

  fileprivate static func identity(of level: OpenLevel) -> UInt {
    UInt(bitPattern: ObjectIdentifier(level))
  }
}

/// What a worker keeps of a library from game to game: what it is playing.
final class LibrarySession: RulesSession {
  private let source: LibrarySource
  /// The number of the game that is played.
  private var game: Int?
  /// The game as it is played, for the audit.
  private var trace: LibraryTrace?
  private var last: (level: OpenLevel, opened: LibraryLevel)?
  /// What the message of a crash says of the level named last.
  private var named: (level: OpenLevel, place: [CChar])?

  init(_ source: LibrarySource) { self.source = source }

  func beginGame(_ number: Int?) {
    game = number
    trace = nil
    // The next call names this game.
    EngineLibrary.clearPlace()
  }

  /// What is noted of a game from its start on; nil: it is not audited.
  func started(_ opened: LibraryLevel, _ call: clibrary_call) -> LibraryTrace? {
    trace =
      game.map { $0 % EngineAudit.period == 0 } ?? false
      ? LibraryTrace(opened, key: call.key, start: call) : nil
    return trace
  }

  func endGame(_ game: EndedGame) -> GameVerdict {
    defer { trace = nil }
    guard game.fault == nil, let difference = trace?.difference() else { return GameVerdict() }
    return GameVerdict(
      fault: ScriptFault(
        kind: .error,
        message: "engine \(source.file.name) is not deterministic: \(difference)"))
  }

  /// Names the level and the game that this thread plays from now on, as `LibrarySource` does.
  func claimThread(for level: OpenLevel) {
    let about = LibrarySource.identity(of: level)
    guard clibrary_place() != about else { return }
    let place: [CChar]
    if let named, named.level === level {
      place = named.place
    } else {
      place = source.place(of: level)
      named = (level, place)
    }
    EngineLibrary.setPlace(place, about: about, game: game)
  }

  /// A level as the library has opened it.
  func opened(_ level: OpenLevel) throws(LibraryRefusal) -> LibraryLevel {
    if let last, last.level === level { return last.opened }
    let opened = try source.opened(level)
    last = (level, opened)
    return opened
  }
}
