import ArgumentParser
import FoundationEssentials
import Lab
import SimHarness
import Synchronization

/// `run --watch`: plays on each save of a level, suite or script and shows what it changed.
struct RunWatch {
  let command: RunCommand

  /// How often the files are looked at.
  private static let interval = Duration.milliseconds(120)
  /// How long a file must be unchanged before it is read: editors write in several steps.
  private static let rest = Duration.milliseconds(40)
  /// What is shown after a save of what scripts print, in bytes: some 200 lines.
  private static let logBytes = 16 << 10

  func run() async throws {
    Interruption.listen()
    var ledger = WatchLedger()
    var isFirst = true
    while Interruption.exitCode == nil {
      let saved = await settled()
      do {
        let plan = try await command.plan()
        try await play(plan, &ledger, saved, isFirst: isFirst)
      } catch {
        if Interruption.exitCode != nil { break }
        let failure = PlaytestCommand.failure(behind: error)
        if isFirst && [.usage, .missingFile].contains(failure.code) { throw failure }
        warn(failure)
      }
      isFirst = false
      while Interruption.exitCode == nil, !saved.haveChanged(among: paths()) {
        try? await Task.sleep(for: Self.interval)
      }
    }
    throw ExitCode(Interruption.exitCode ?? ExitStatus.interrupted.rawValue)
  }

  /// The stamps of the files, when none of them is being written.
  private func settled() async -> SavedFiles {
    var saved = SavedFiles(paths())
    for _ in 0..<10 {
      try? await Task.sleep(for: Self.rest)
      let paths = paths()
      if !saved.haveChanged(among: paths) { break }
      saved = SavedFiles(paths)
    }
    return saved
  }

  private func play(
    _ plan: RunPlan, _ ledger: inout WatchLedger, _ saved: SavedFiles, isFirst: Bool
  ) async throws {
    let log = PrintedLog(byteLimit: Self.logBytes)
    var pool = GamePool(
      game: plan.game, players: plan.players, maxMoves: plan.maxMoves,
      jobs: try command.workers.count(), modules: plan.modules)
    pool.printed = { log.add($0) }
    pool.prints = plan.prints
    // A suite's precision has no number of games.
    let games = plan.precision == nil ? plan.games : 200
    let round = WatchRound(pool: pool, seed: plan.seed, games: games) {
      Interruption.exitCode != nil || saved.haveChangedRecently
    }
    let lines = WatchLines()
    defer {
      lines.end()
      Console.note(log.text)
    }
    let count = try await round.play(plan.levels, &ledger) { line, isLast in
      lines.show(line, isLast: isLast)
    }
    if count == 0, !isFirst, Interruption.exitCode == nil {
      Console.line("saved; nothing that affects play has changed")
    }
  }

  private func warn(_ failure: CommandFailure) {
    let more = failure.lines.count - 1
    let line = (failure.lines.first ?? "") + (more > 0 ? " (and \(more) more)" : "")
    Console.error([line])
  }

  // MARK: Files

  /// Every file whose save may change a figure.
  private func paths() -> [String] {
    var levels = command.levels
    var agents = command.agents.map { [$0] } ?? []
    var scripts = command.workspace.scripts
    var paths: [String] = []
    if let path = command.suitePath {
      paths.append(path)
      levels = []
      if let bytes = try? Workspace.read(path),
        let suite = try? Suite(
          reading: bytes, file: path, games: { Workspace.games(command.workspace.scripts ?? $0) })
      {
        levels = suite.levels
        agents += suite.agents ?? []
        scripts = scripts ?? suite.scripts
      }
    }
    let folders = (try? Workspace.scripts(scripts))?.folders ?? []
    let names = agents.flatMap(CommandWords.list)
    return paths
      + WatchedFiles.paths(
        levels: levels.flatMap { (try? Workspace.matches(of: $0)) ?? [] }, agents: names,
        scripts: folders)
  }
}

/// The files as a round has read them, and whether they were saved again since.
private final class SavedFiles: Sendable {
  private let paths: [String]
  private let stamps: FileStamps
  /// When the files were looked at last, and whether they had changed.
  private let state = Mutex((moment: Progress.now(), hasChanged: false))
  private static let interval = 0.12

  init(_ paths: [String]) {
    self.paths = paths
    stamps = FileStamps(of: paths)
  }

  /// Whether one was saved; or came or went, among these paths.
  func haveChanged(among paths: [String]) -> Bool { FileStamps(of: paths) != stamps }

  /// The same, checked only from time to time: workers ask between any two games.
  var haveChangedRecently: Bool {
    state.withLock { state in
      let moment = Progress.now()
      if !state.hasChanged, moment - state.moment >= Self.interval {
        state.hasChanged = haveChanged(among: paths)
        state.moment = moment
      }
      return state.hasChanged
    }
  }
}

/// The lines of a round: on a terminal a level's line is written over as its games come in;
/// elsewhere its first and its last one are printed.
private final class WatchLines {
  private let isTerminal = Console.outputIsTerminal
  private var isOpen = false

  func show(_ line: String, isLast: Bool) {
    if isTerminal {
      Console.output("\r\u{1B}[K" + line + (isLast ? "\n" : ""))
      isOpen = !isLast
    } else if isLast || !isOpen {
      Console.line(line)
      isOpen = !isLast
    }
  }

  /// A round that was cut short leaves the cursor behind a line.
  func end() {
    if isOpen && isTerminal { Console.output("\n") }
  }
}
