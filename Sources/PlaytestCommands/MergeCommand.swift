import ArgumentParser
import SimHarness

/// `playtest merge`: joins the parts of a run.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the parts of a run that `run --shard` played.",
    discussion: """
      The summary and the reports are identical to those of the same run played at once. \
      Refuses parts that are missing, incomplete (exit code 75), given twice, or from another \
      run, version or behaviour.

      Examples:
        playtest run nightly.yml --shard 1/2 --out parts/1
        playtest run nightly.yml --shard 2/2 --out parts/2
        playtest merge parts/* --out Reports/runs/nightly
        playtest merge parts/* --missing             list the parts still to play
      """)

  @Argument(help: ArgumentHelp("The parts' folders.", valueName: "part"))
  var parts: [String] = []

  @Option(help: ArgumentHelp("The run's folder.", valueName: "dir"))
  var out: String?

  @Flag(help: "List the parts that are missing or incomplete, one per line.")
  var missing = false

  @Flag(help: "Replace the run in the folder.")
  var force = false

  @Flag(help: "Print summary.json on stdout.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(
    name: .customLong("allow-faults"), help: "Exit with 0 even if a script or an engine failed.")
  var allowFaults = false

  func validate() throws {
    guard !parts.isEmpty else { throw ValidationError("name the folders of the parts") }
    if missing && out != nil {
      throw ValidationError("--missing writes nothing; leave --out out")
    }
    if !missing && out == nil {
      throw ValidationError("--out is missing; pass the folder for the joined run")
    }
  }

  func run() throws {
    let merger = PartMerger(parts: parts)
    if missing {
      let shards = try merger.missing { Console.error([$0]) }
      Console.output(shards.map { "\($0)\n" }.joined())
      return
    }
    let started = Progress.now()
    let folder = RunFolder(path: out ?? "")
    let progress = Progress(total: try merger.totalGames(), unit: "games", isQuiet: quiet)
    var summary: RunSummary?
    var engine: String?
    Interruption.listen()
    func checkSignals() throws { try Interruption.check("nothing was merged") }
    try merger.merge(
      into: folder, replacing: force,
      progress: {
        progress.update($0)
        try checkSignals()
      },
      finish: { folder in
        let run = try RecordedRun(whole: folder, games: Playtest.games)
        let figures = try run.summary()
        try RunOutput.write(figures, of: run)
        let seconds = Progress.now() - started
        try RunOutput.writeTiming(
          to: folder, games: figures.cells.reduce(0) { $0 + $1.games }, playing: seconds,
          total: seconds, jobs: 1)
        try checkSignals()
        summary = figures
        engine = run.manifest.engine?.name
      })
    progress.finish()
    guard let summary else { return }
    RunOutput.show(
      summary, folder: folder, seconds: Progress.now() - started, json: json)
    try RunOutput.checkFaults(summary.cells, engine: engine, allowed: allowFaults)
  }
}
