import SimHarness
import Synchronization

/// Starts the processes of an engine, and keeps those that nobody uses.
public final class EngineSource: FoundEngine {
  let file: EngineFile
  public let build: EngineBuild
  public let spec: GameSpec
  private let form = EngineMoveForm()
  private let idle: Mutex<[EngineConnection]>
  /// Processes whose input has ended, and when.
  private let leaving = Mutex<[(connection: EngineConnection, since: ContinuousClock.Instant)]>([])

  /// The input of more idle processes is ended.
  private static let maxIdle = 8

  /// Starts the engine of a file, and asks what it is.
  init(_ file: EngineFile, files: [EngineRecord.File]) throws(ScriptFault) {
    let connection = try EngineConnection(starting: file, form: form)
    self.file = file
    build = EngineBuild(file, connection.hello, files: files)
    spec = connection.spec
    idle = Mutex([connection])
  }

  public func rules(
    of level: OpenLevel, in host: any ScriptHosting
  ) throws(ScriptFault) -> any RulesBackend {
    let session = try host.session(of: self) { [printing = host.printing, host] in
      EngineSession(self, printing: printing, ownsThread: host.ownsThread)
    }
    guard let session = session as? EngineSession else {
      throw ScriptFault(
        kind: .error, message: "engine \(file.name): this host has rules of another kind")
    }
    return EngineRules(session: session, level: level)
  }

  /// A process that nobody uses, or a new one.
  func acquire() throws(ScriptFault) -> EngineConnection {
    if let connection = idle.withLock({ $0.popLast() }) { return connection }
    let connection = try EngineConnection(starting: file, form: form)
    let other = EngineBuild(file, connection.hello, files: build.record.files)
    if let difference = build.difference(from: other) {
      throw ScriptFault(
        kind: .error, message: "engine \(file.name) changed while it was used: \(difference)")
    }
    return connection
  }

  /// Takes a process back.
  func release(_ connection: EngineConnection) {
    guard connection.fault == nil else { return }
    connection.rest()
    let isKept = idle.withLock { idle in
      guard idle.count < Self.maxIdle else { return false }
      idle.append(connection)
      return true
    }
    guard !isKept else { return }
    connection.endInput()
    let now = ContinuousClock.now
    let late = leaving.withLock { leaving in
      let end = leaving.partition { now - $0.since > .seconds(EngineProcess.patience) }
      let late = leaving[end...]
      leaving.removeSubrange(end...)
      leaving.append((connection, now))
      return late
    }
    for (connection, _) in late { connection.close(within: 0) }
  }

  func takeUnused() -> [EngineConnection] {
    let unused = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    return leaving.withLock { leaving in
      defer { leaving = [] }
      return unused + leaving.map(\.connection)
    }
  }
}
