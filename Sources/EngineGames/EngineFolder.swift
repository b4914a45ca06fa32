import Dispatch
import FoundationEssentials
import SimHarness
import StableNumerics
import Synchronization
import TextFormats

/// The engines of a project: the files `engines/NAME.json`, and the processes that they start.
///
/// Nothing is started before a game is asked for by its name. Each file is read once.
public final class EngineFolder: EngineFinding {
  /// Says where the folder is, when it is first needed.
  private let place: @Sendable () -> String
  /// Makes the entry of an engine's game.
  private let entry: @Sendable (OpenGame) -> any RegisteredGame

  private struct Found: Sendable {
    let source: any FoundEngine
    let game: OpenGame
    let entry: any RegisteredGame
  }

  /// What became of an engine's file.
  private final class Place: Sendable {
    /// Held while the engine is started, so that it is started once; nil before.
    let result = Mutex<Result<Found, ScriptFault>?>(nil)
  }
  private let places = Mutex<[String: Place]>([:])

  public init(
    entry: @escaping @Sendable (OpenGame) -> any RegisteredGame,
    at place: @escaping @Sendable () -> String
  ) {
    self.entry = entry
    self.place = place
  }

  /// The path of an engine's file.
  public func path(of name: String) -> String { "\(place())/\(name).json" }

  public var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: place())) ?? []
    return files.filter { $0.hasSuffix(".json") && !$0.hasPrefix("_") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(".json".count)) }.filter { ScriptLibrary.isName($0) }.sorted()
  }

  public var searchedFolder: String {
    let place = place()
    return ScriptLibrary.fileExists(place) ? place : "\(place) (not found)"
  }

  public func game(named name: String) throws(ScriptFault) -> (any RegisteredGame)? {
    try found(name)?.entry
  }

  public func game(kept source: ScriptSource) throws(ScriptFault) -> any RegisteredGame {
    let build = try EngineBuild(kept: source)
    let spec = try GameSpec(
      ofEngine: build.name, build.game, hasPicture: build.can.contains("picture"))
    return entry(
      OpenGame(
        spec: spec, source: source, rules: KeptEngineSource(build, in: self), engine: build.record,
        reasonNotToLookAhead: build.reasonNotToLookAhead))
  }

  /// The engine of this name; nil if there is no file.
  func source(named name: String) throws(ScriptFault) -> (any FoundEngine)? {
    try found(name)?.source
  }

  private func found(_ name: String) throws(ScriptFault) -> Found? {
    guard ScriptLibrary.isName(name) else { return nil }
    let place = places.withLock { places in
      let place = places[name] ?? Place()
      places[name] = place
      return place
    }
    let result = place.result.withLock { result -> Result<Found, ScriptFault>? in
      if let result { return result }
      guard FileManager.default.fileExists(atPath: path(of: name)) else { return nil }
      result = Result { () throws(ScriptFault) in try read(name) }
      return result
    }
    return try result?.get()
  }

  /// Starts all engines at the same time, on threads of their own: who asks for their games later
  /// waits for the slowest one, not for one after the other.
  public func startAll() {
    let queue = DispatchQueue(label: "playtest.engines", attributes: .concurrent)
    // A fault is kept for those who ask for the game.
    for name in names { queue.async { _ = try? self.found(name) } }
  }

  private func read(_ name: String) throws(ScriptFault) -> Found {
    let file: EngineFile
    do throws(FileIssues) {
      file = try EngineFile(reading: path(of: name))
    } catch {
      throw ScriptFault(kind: .error, message: error.lines.joined(separator: "; "))
    }
    let source: any FoundEngine
    if case .library(let path, isIsolated: false) = file.program {
      source = try LibrarySource(file, at: path, files: try Self.hashes(of: file))
    } else {
      source = try Self.source(of: file)
    }
    let game = source.game
    return Found(source: source, game: game, entry: entry(game))
  }

  /// Starts what a file names as a process.
  static func source(of file: EngineFile) throws(ScriptFault) -> EngineSource {
    try EngineSource(file, files: try hashes(of: file))
  }

  /// The most bytes of a file of a build, which may hold what an engine has learned.
  private static let maxBytes = 1 << 30

  /// The files of a build, with what they contain.
  private static func hashes(of file: EngineFile) throws(ScriptFault) -> [EngineRecord.File] {
    var files: [EngineRecord.File] = []
    for path in file.hashedFiles {
      let bytes: [UInt8]
      do throws(PlainFile.Problem) {
        bytes = try PlainFile.bytes(at: file.resolved(path), limit: maxBytes)
      } catch {
        let reason =
          switch error {
          case .missing where path.hasPrefix("/"): ": there is no such file"
          case .missing:
            ": there is no such file in "
              + SafeText.escaped(EngineProcess.wholePath(of: file.folder), limit: 200)
          case .unreadable(let reason): ": \(reason)"
          case .notPlain, .tooLarge: ": \(error.words(limit: maxBytes))"
          }
        throw ScriptFault(
          kind: .error,
          message: "\(file.path):1: \(file.files.contains(path) ? "files" : "library"): cannot read"
            + " \(SafeText.escaped(path, limit: 200))\(reason)")
      }
      var digest = StableDigest()
      digest.combine(bytes: bytes)
      files.append(EngineRecord.File(path: path, hash: StableDigest.hex(digest.value)))
    }
    return files
  }

  /// Ends the engines that nobody uses, as their input ends; they all have the same time for it.
  ///
  /// It does not wait for one that is being started: all engines end with this program.
  /// - Returns: What there is to say of those that did not end in time and were killed.
  @discardableResult
  public func close() -> [String] {
    let sources = places.withLock { Array($0.values) }.compactMap { place in
      place.result.withLockIfAvailable { result in try? result?.get().source } ?? nil
    }
    let killed = EngineConnection.close(sources.flatMap { $0.takeUnused() })
    return Set(killed.map(\.file.name)).sorted().map { name in
      "note: engine \(name) did not end within \(JSONWriter.number(EngineProcess.patience)) s of the"
        + " end of its input and was killed; have it end when there is nothing more to read"
    }
  }
}
