import ArgumentParser
import FoundationEssentials
import Lab
import Reporting
import SimHarness

/// `playtest check`: runs the gates of a suite.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a suite's gates; exits with 1 if one fails.",
    discussion: """
      A gate is a line of the suite file, such as
        - {levels: "*", require: "pass_rate(casual) in 0.45...0.60"}

      A gate fails only on evidence: if all levels meet their gates, at most 1 check in 20 fails. \
      Only levels and agents that gates name are played, and nothing is kept; for details, play \
      the same games with playtest run SUITE.yml.

      Examples:
        playtest check balance.yml
        playtest check balance.yml --junit gates.xml --markdown gates.md
        playtest check balance.yml --sequential --games 2000
        playtest check balance.yml --json
        playtest check balance.yml --run Reports/runs/telemetry
      """)

  @Argument(help: ArgumentHelp("The suite file.", valueName: "suite"))
  var suite: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Play nothing: check the games of this run, such as an imported one.", valueName: "run"))
  var results: String?

  @Option(
    help: ArgumentHelp("Games per level and agent (default: the suite's).", valueName: "n"))
  var games: Int?

  @Option(help: ArgumentHelp("The seed (default: the suite's).", valueName: "s"))
  var seed: UInt64?

  @OptionGroup var workers: WorkersOption

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Stop a level's games as soon as its gates are decided.")
  var sequential = false

  @Option(help: ArgumentHelp("Write JUnit XML to this file.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp("Write a Markdown page for a pull request to this file.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Print the gates as JSON on stdout.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(
    name: .customLong("allow-faults"), help: "Exit with 0 even if a script or an engine failed.")
  var allowFaults = false

  func validate() throws {
    if let games, !(1...RunPlan.maxGames).contains(games) {
      throw ValidationError("--games must be 1 to \(RunPlan.maxGames)")
    }
    if results != nil, games != nil || seed != nil || sequential || workers.jobs != nil {
      throw ValidationError(
        "--run plays nothing; leave out --games, --seed, --jobs and --sequential")
    }
    if let junit, junit == markdown {
      throw ValidationError("--junit and --markdown name one file; give each its own")
    }
    for (option, file) in [("--junit", junit), ("--markdown", markdown)] where file == "-" {
      throw ValidationError(
        "\(option) - is not a file; name one, or print the result with --json")
    }
  }

  func run() async throws {
    for (option, file) in [("--junit", junit), ("--markdown", markdown)] {
      try Workspace.checkOutput(file, option, reading: [suite])
    }
    if let results { return try check(results) }
    var gateRun = try gateRun()
    let prints = UnshownPrints()
    gateRun.printed = { prints.add($0) }
    gateRun.plan.loadingPrints.forEach(prints.add)
    Interruption.listen()
    let progress = Progress(total: gateRun.totalGames, unit: "games", isQuiet: quiet)
    let report = await gateRun.report(
      isCancelled: { Interruption.exitCode != nil }, progress: { progress.update($0) })
    progress.finish()
    guard var report else {
      throw Interruption.ended("no gate was decided")
    }
    prints.report(
      by: "check", advice: "`playtest run \(ShellText.path(suite))` logs them", quiet: quiet)
    report.commands = commands(of: gateRun.plan)
    try finish(report)
  }

  /// How a game of the check is seen: by playing its games with `run`, which keeps them.
  private func commands(of plan: RunPlan) -> GateReport.GameCommands {
    var words = ["playtest run", ShellText.path(suite)]
    words.append(ShellText.option("--agents", plan.players.map(\.name).joined(separator: ",")))
    if let games { words.append("--games \(games)") }
    if let seed { words.append("--seed \(seed)") }
    if let scripts = workspace.scripts { words.append("--scripts \(ShellText.path(scripts))") }
    return GateReport.GameCommands(
      run: words.joined(separator: " "), runPath: RunCommand.defaultFolder(named: plan.title))
  }

  /// Checks the gates on the games of a run.
  private func check(_ path: String) throws {
    let suite = try gatedSuite()
    let run = try RecordedRun(whole: RunFolder(path: path), games: Playtest.games)
    var report = try GateReport(suite, file: self.suite, on: try run.summary(), game: run.game)
    report.engine = run.manifest.engine?.name
    // Imported games cannot be replayed.
    if report.imported == nil {
      report.commands = GateReport.GameCommands(run: nil, runPath: path)
    }
    try finish(report)
  }

  private func finish(_ report: GateReport) throws {
    if let junit { try AtomicFile.write(report.junit, to: junit) }
    if let markdown { try AtomicFile.write(report.markdown, to: markdown) }
    Console.output(json ? report.json : Self.text(report), unread: .isDropped)
    try RunOutput.checkFaults(report.cells, engine: report.engine, allowed: allowFaults)
    if !report.hasPassed { throw ExitCode(ExitStatus.failed.rawValue) }
  }

  private static func text(_ report: GateReport) -> String {
    var text = ""
    for (result, row) in zip(report.ordered, report.rows.dropFirst()) {
      text += lines(result, row)
    }
    text += "\n" + report.sentences.map { TextTable.wrapped($0) }.joined()
    return text + "\n" + TextTable.wrapped(report.legend) + next(report)
  }

  /// The commands that show a game of the first failed gate.
  private static func next(_ report: GateReport) -> String {
    guard let commands = report.commands, let (gate, game) = report.example else { return "" }
    var steps: [NextStep] = []
    if let run = commands.run { steps.append(NextStep(purpose: "keep these games", command: run)) }
    let level = SafeText.escaped(gate.level, limit: 40)
    steps.append(
      NextStep(
        purpose: "watch a game of \(level), which fails its gate",
        command: commands.replay(game)))
    return "\n" + NextStep.text(steps)
  }

  /// A gate on a level, in two lines of at most 80 columns except for long names.
  private static func lines(_ result: GateReport.Result, _ row: [String]) -> String {
    if let reason = result.unmeasured {
      return "NONE    \(row[0])  \(row[1])\n        could not be measured: \(reason)\n"
    }
    let mark = result.hasFailed ? "FAILED" : "ok    "
    return "\(mark)  \(row[0])  \(row[1])\n"
      + "        measured \(row[2]), p \(row[3]); detects \(row[4])\n"
  }

  /// Plays until pass rates are known as precisely as the suite wants, as `run` does.
  private func setPrecision(
    _ halfWidth: Double, of plan: inout RunPlan, _ suite: Suite
  ) throws {
    let place = "\(SafeText.escaped(self.suite, limit: 1000)):\(suite.precisionLine): $.precision"
    guard !sequential else {
      throw CommandFailure(
        .badInput, "\(place): --sequential needs a number of games; pass --games, or write `games`")
    }
    if let level = plan.levels.first(where: { !$0.hasGoal }) {
      throw CommandFailure(
        .badInput,
        "\(place): a precision needs a pass rate, and the level"
          + " \(SafeText.quoted(level.name, limit: 60)) has no goal; write `games`")
    }
    let limit = suite.maxGames ?? PrecisionGoal.defaultMaxGames
    plan.precision = PrecisionGoal(halfWidth: halfWidth, maxGames: limit)
    plan.games = limit
  }

  private func gatedSuite() throws -> Suite {
    let suite = try Workspace.suite(self.suite, scripts: workspace.scripts)
    guard !suite.gates.isEmpty else {
      throw CommandFailure(
        .badInput, "\(self.suite):1: $.gates: there are no gates; add at least one under `gates:`")
    }
    return suite
  }

  private func gateRun() throws -> GateRun {
    let suite = try gatedSuite()
    let library = try Workspace.scripts(
      workspace.scripts, or: suite.scripts, in: self.suite, line: suite.scriptsLine)
    let levels = try LevelLoading.levels(of: suite, at: self.suite, library: library)
    let game = try LevelLoading.game(
      of: levels, from: self.suite, action: "check", library)
    let levelNames = levels.map(\.name)
    let problems = suite.gates.enumerated().compactMap { place, gate in
      let problem =
        gate.problem(game: game, levels: levels)
        ?? suite.gates.prefix(place).lazy
        .compactMap { gate.conflict(with: $0, levels: levelNames) }.first
      return problem.map { gate.issue($0, at: place, levels: levelNames) }
    }
    guard problems.isEmpty else { throw FileIssues(file: self.suite, issues: problems) }
    var names: [String] = []
    for gate in suite.gates where !names.contains(gate.condition.agent) {
      names.append(gate.condition.agent)
    }
    // Only the players of gates are needed here, but a name that `run` would refuse is a mistake.
    _ = try Workspace.players(
      Workspace.agentNames(suite.agents ?? [], game: game), game: game, library: library,
      suite: self.suite, line: { suite.agentLines[$0] })
    var plan = RunPlan(
      title: suite.title ?? suite.name, game: game, levels: levels,
      players: try Workspace.players(
        names, game: game, library: library, suite: self.suite,
        line: { name in suite.gates.first { $0.condition.agent == name }?.line }),
      games: games ?? suite.games ?? 200, seed: seed ?? suite.seed ?? 1,
      maxMoves: game.defaultMaxMoves)
    if games == nil, let halfWidth = suite.precision {
      try setPrecision(halfWidth, of: &plan, suite)
    }
    if plan.scripts.contains(where: \.mentionsRequire) { plan.modules = try library.modules() }
    return GateRun(
      plan: plan, gates: suite.gates,
      jobs: try workers.count(), isSequential: sequential)
  }
}
