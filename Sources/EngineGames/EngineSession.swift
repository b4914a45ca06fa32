import SimHarness
import TextFormats

/// An engine's process in a worker: it lasts from game to game, and a new one follows when it dies.
final class EngineSession: RulesSession {
  let source: EngineSource
  private let printing: ScriptPrinting?
  private let ownsThread: Bool
  private var current: EngineConnection?
  /// The game as it is played, for the audit.
  private var trace: EngineTrace?
  private var isAudited = false
  private var lastFields: (level: OpenLevel, fields: String)?
  private var lastFigures: (position: EnginePosition, figures: [Double])?

  /// `ownsThread`: whether the thread that uses it does nothing else until it is gone.
  init(_ source: EngineSource, printing: ScriptPrinting?, ownsThread: Bool) {
    self.source = source
    self.printing = printing
    self.ownsThread = ownsThread
  }

  deinit {
    if let current { source.release(current) }
  }

  /// A level's fields as the engine gets them.
  func fields(of level: OpenLevel) -> String {
    if let lastFields, lastFields.level === level { return lastFields.fields }
    let fields = JSONWriter.compact(level.fieldsTree)
    lastFields = (level, fields)
    return fields
  }

  /// The process of this game.
  func connection() throws(ScriptFault) -> EngineConnection {
    if let current { return current }
    let connection = try source.acquire()
    if ownsThread { connection.serveThread() }
    current = connection
    return connection
  }

  func beginGame(_ number: Int?) {
    if let current, current.fault != nil { self.current = nil }
    trace = nil
    lastFigures = nil
    isAudited = number.map { $0 % EngineAudit.period == 0 } ?? false
  }

  // MARK: What is played

  func didStart(_ fields: String, _ seed: EngineSeed, _ position: EnginePosition) {
    guard isAudited else { return }
    trace = EngineTrace(fields: fields, seed: seed, start: position.look)
  }

  func didPlay(_ move: UInt64, _ look: EngineLook) { trace?.add(move, look) }

  /// The metrics of a position, asked once.
  func figures(of position: EnginePosition) throws(ScriptFault) -> [Double] {
    if let lastFigures, lastFigures.position === position { return lastFigures.figures }
    let figures = try position.connection.figures(of: position)
    lastFigures = (position, figures)
    return figures
  }

  func endGame(_ game: EndedGame) -> GameVerdict {
    lastFigures = nil
    defer { trace = nil }
    if let current, current.fault != nil {
      printLog(of: current)
      self.current = nil
      return GameVerdict(hasDied: true)
    }
    guard game.fault == nil, let trace, let current else { return GameVerdict() }
    return GameVerdict(fault: EngineAudit.difference(trace, source, from: current))
  }

  /// Writes the end of the engine's log where scripts print.
  private func printLog(of connection: EngineConnection) {
    guard let printing else { return }
    let lines = connection.takeLastWords()
    guard !lines.isEmpty else { return }
    ScriptPrinter(printing, script: "engine \(source.file.name)", isPlayer: true)
      .print(lines.joined(separator: "\n"))
  }
}
