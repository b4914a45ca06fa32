import ArgumentParser
import FoundationEssentials
import Reporting
import SimHarness

/// `playtest export`: a run's turns as one table for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write every move of a run's games as a table.",
    discussion: """
      One row per move: the position before it, the move, its points and how the game \
      ended. The games are replayed from their records. docs/data.md and \
      `playtest list features` describe the columns; `playtest report RUN --format csv` \
      writes one row per game.

      Examples:
        playtest export Reports/runs/bubble-blast --moves
        playtest export RUN --moves --format ndjson --out moves.ndjson
        playtest export RUN --moves --level "First Steps" --agent casual
        playtest export RUN --moves --games 0..99 --out - | gzip > moves.csv.gz
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String
  @OptionGroup var engines: EnginesOption

  @Flag(help: "Write the moves.")
  var moves = false

  @Option(help: ArgumentHelp("csv or ndjson.", valueName: "format"))
  var format = "csv"

  @Option(
    help: ArgumentHelp(
      "The file to write; - is stdout (default: moves.csv or moves.ndjson in the run's folder).",
      valueName: "file"))
  var out: String?

  @Option(
    help: ArgumentHelp("Only this level's games; may be repeated.", valueName: "name"))
  var level: [String] = []

  @Option(
    help: ArgumentHelp("Only this agent's games; may be repeated.", valueName: "name"))
  var agent: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only the games from index A to B of each level and agent.", valueName: "a..b"))
  var games: String?

  @OptionGroup var workers: WorkersOption

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func run() throws {
    guard moves else {
      throw CommandFailure(
        .usage,
        "say what to export: --moves writes one row per move; for one row per game use"
          + " `playtest report \(folder) --format csv`")
    }
    let layouts: [String: (layout: ExportLayout, file: RunFolder.File)] = [
      "csv": (.csv, .movesCSV), "ndjson": (.ndjson, .movesNDJSON),
    ]
    guard let (layout, file) = layouts[format] else {
      throw CommandFailure.unknown("format", format, among: ["csv", "ndjson"])
    }
    let folder = RunFolder(path: self.folder)
    // The file that it writes by default may also be named.
    let isDefault = out.map { Workspace.isSamePlace($0, folder.path(of: file)) } ?? true
    if !isDefault, out != "-" { try Workspace.checkOutput(out, "--out", reading: []) }
    let run = try RecordedRun(folder: folder, games: Playtest.games)
    try RecordedRun.needMoves(run.manifest, folder)
    let selection = try selection(in: run)
    let export = MoveExport(
      run, levels: try run.storedLevels.indices.map(run.playableLevel),
      modules: try run.library.modules(), selection: selection)
    // What is printed afterwards would lie over a file that stdout leads to.
    let path = out == "/dev/stdout" ? "-" : out ?? folder.path(of: file)
    try write(export, as: layout, to: path, isNamed: !isDefault)
  }

  /// Writes to a file that the user has named, or to one of the run's folder.
  private func write(
    _ export: MoveExport, as layout: ExportLayout, to path: String, isNamed: Bool
  ) throws {
    Interruption.listen()
    let progress = Progress(total: export.totalGames, unit: "games", isQuiet: quiet)
    let file = path == "-" ? nil : try StreamedFile(path, followingLinks: isNamed)
    defer { progress.finish() }
    func output(_ bytes: [UInt8]) throws {
      guard let file else { return Console.output(String(decoding: bytes, as: UTF8.self)) }
      try file.write(bytes)
    }
    do {
      try export.write(
        layout, jobs: workers.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
        isCancelled: { Interruption.exitCode != nil }, progress: progress.update, to: output)
    } catch is CancellationError {
      progress.finish()
      Console.error([
        "interrupted: \(file == nil ? "the output is incomplete" : "nothing was written")"
      ])
      throw ExitCode(Interruption.exitCode ?? ExitStatus.interrupted.rawValue)
    }
    guard let file else { return }
    try file.close()
    progress.finish()
    Console.line(path)
  }

  // MARK: What is chosen

  private func selection(in run: RecordedRun) throws -> MoveExport.Selection {
    func check(_ names: [String], _ what: String, known: [String]) throws {
      for name in names where !known.contains(name) {
        throw CommandFailure.unknown(what, name, among: known, in: folder)
      }
    }
    try check(level, "level", known: run.manifest.levels.map(\.name))
    try check(agent, "agent", known: run.manifest.agents.map(\.name))
    return MoveExport.Selection(
      levels: level.isEmpty ? nil : level, agents: agent.isEmpty ? nil : agent,
      games: try games.map { try range($0, below: run.manifest.games) })
  }

  /// `3` or `0..99`, both ends included.
  private func range(_ text: String, below count: Int) throws -> ClosedRange<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let isRange = ends.count == 3 && ends[1].isEmpty
    guard let first = Int(ends[0]), let last = isRange ? Int(ends[2]) : first,
      ends.count == 1 || isRange, first >= 0, last >= first
    else {
      throw CommandFailure(
        .usage, "--games: '\(SafeText.escaped(text, limit: 60))' is not a range; write 0..99 or 12")
    }
    guard first < count else {
      throw CommandFailure(
        .usage, "\(folder): no game \(first); games are 0 to \(count - 1)")
    }
    return first...min(last, count - 1)
  }
}
