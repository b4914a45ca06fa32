import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest run`: plays every level with every agent and writes a run folder and its report.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play every level with every agent; write a run folder and its report.",
    discussion: """
      LEVELS are level files, folders (all levels below), builtin:GAME/NAME or import:FORMAT. \
      A single .yml file is a suite that says all of this itself; flags override it.

      Examples:
        playtest run levels/bubble-blast
        playtest run a.json b.json --agents random,skilled --games 1000 --seed 7
        playtest run import:frozen-bubble#1 --agents scripts/agents/lua_greedy.lua
        playtest run nightly.yml --out Reports/runs/nightly --json
      """)

  @Argument(help: ArgumentHelp("A suite file, or levels.", valueName: "levels"))
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Agents, separated by commas (default: novice,casual,skilled).",
      valueName: "a,b"))
  var agents: String?

  @Option(help: ArgumentHelp("Games of each level and agent (default: 200).", valueName: "n"))
  var games: Int?

  @Option(help: ArgumentHelp("The seed (default: 1).", valueName: "s"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @Option(help: ArgumentHelp("The run's folder (default: Reports/runs/NAME).", valueName: "dir"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "Games that people played: records, or folders of them; may be repeated.",
      valueName: "path"))
  var people: [String] = []

  @OptionGroup var workspace: WorkspaceOptions

  @Option(
    name: .customLong("max-moves"),
    help: ArgumentHelp(
      "Moves after which a game is stopped and counted as capped.",
      valueName: "n"))
  var maxMoves: Int?

  @Flag(help: "Replace the run that is in the folder.")
  var force = false

  @Flag(help: "Print summary.json on stdout.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  @Flag(name: .customLong("allow-faults"), help: "Exit 0 even when a script failed in a game.")
  var allowFaults = false

  @Flag(help: ArgumentHelp("Check the game's invariants after every move.", visibility: .hidden))
  var check = false

  func validate() throws {
    guard !levels.isEmpty else {
      throw ValidationError("name a suite file, levels or folders of levels to play")
    }
    if let games, games < 1 { throw ValidationError("--games must be at least 1") }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
    if let maxMoves, maxMoves < 1 { throw ValidationError("--max-moves must be at least 1") }
  }

  func run() async throws {
    let started = Progress.now()
    let plan = try plan()
    let folder = RunFolder(path: out ?? "Reports/runs/\(Self.fileName(plan.title))")
    try folder.create(replacing: force)
    Interruption.listen()
    let progress = Progress(total: plan.totalGames, unit: "games", isQuiet: quiet)
    let log = RunLog(path: folder.path(of: .log))
    let recorder = RunRecorder(
      plan: plan, folder: folder, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let isComplete = try await recorder.record(
      isCancelled: { Interruption.exitCode != nil }, log: { log.add($0) },
      progress: { progress.update($0) })
    progress.finish()
    try log.close()
    let played = Progress.now() - started
    let summary = try folder.summary(game: GameRegistry.game(named:))
    try RunOutput.write(summary, to: folder)
    try RunOutput.writeTiming(
      to: folder, games: summary.cells.reduce(0) { $0 + $1.games }, playing: played,
      total: Progress.now() - started, jobs: recorder.jobs)
    if json {
      Console.output(
        ReportFormat.json.render(summary, runPath: folder.path), unread: .isDropped)
    } else if !quiet {
      Console.output(
        RunOutput.table(summary, folder: folder, seconds: Progress.now() - started),
        unread: .isDropped)
    }
    try finish(summary, isComplete: isComplete)
  }

  /// Faults and interruptions decide the exit code.
  private func finish(_ summary: RunSummary, isComplete: Bool) throws {
    if let code = Interruption.exitCode {
      Console.error([
        "interrupted: the report covers the games that were played, and says so"
      ])
      throw ExitCode(code)
    }
    guard isComplete else { throw CommandFailure(.defect, "not every game was played") }
    let faults = summary.cells.reduce(0) { $0 + $1.faults + $1.inconclusive }
    if faults > 0 && !allowFaults {
      let first = summary.cells.first { !$0.faultMessages.isEmpty }?.faultMessages[0].message
      throw CommandFailure(
        .failed,
        "\(faults) game(s) ended by a script's fault, such as: \(SafeText.escaped(first ?? "", limit: 300));"
          + " mend the script, or pass --allow-faults")
    }
  }

  // MARK: The plan

  private func plan() throws -> RunPlan {
    var suite: Suite?
    if levels.count == 1, levels[0].hasSuffix(".yml") || levels[0].hasSuffix(".yaml") {
      suite = try Suite(reading: try Workspace.read(levels[0]), file: levels[0])
    }
    let library = try Workspace.scripts(workspace.scripts ?? suite?.scripts)
    let playable = try LevelLoading.levels(
      suite?.levels ?? levels, library: library, overrides: suite?.overrides ?? .none)
    guard let first = playable.first, let game = GameRegistry.game(named: first.game) else {
      throw CommandFailure(.missingFile, "\(levels[0]): there is no level here")
    }
    if let other = playable.first(where: { $0.game != game.name }) {
      throw CommandFailure(
        .badInput,
        "\(other.name): a level of \(other.game) beside levels of \(game.name);"
          + " run the games one at a time")
    }
    let names = agents.map { Self.split($0) } ?? suite?.agents ?? ["novice", "casual", "skilled"]
    if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      throw CommandFailure(.usage, "agent '\(twice)' is named twice; name it once")
    }
    guard !names.isEmpty else { throw CommandFailure(.usage, "name at least one agent") }
    var plan = RunPlan(
      title: suite.map { $0.title ?? $0.name } ?? Self.title(of: levels), game: game,
      levels: playable,
      players: try names.map { try Workspace.player($0, game: game, library: library) },
      games: games ?? suite?.games ?? 200, seed: seed ?? suite?.seed ?? 1,
      maxMoves: maxMoves ?? game.defaultMaxMoves)
    plan.checks = check
    plan.players += try PeopleRecords(people, library: library).players(of: plan)
    if (plan.levels.flatMap(\.scripts) + plan.players.flatMap(\.scripts)).contains(
      where: \.mentionsRequire)
    {
      plan.modules = try library.modules()
    }
    return plan
  }

  /// Splits at commas that begin a new agent, not those between an agent's parameters.
  private static func split(_ text: String) -> [String] {
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
      let isParameter = part.contains("=") && !part.contains(":")
      if isParameter, let last = names.last, last.contains(":") {
        names[names.count - 1] = last + "," + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  /// The run's title, from what was asked for.
  private static func title(of arguments: [String]) -> String {
    let first = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
    let name = first.hasSuffix(".json") ? String(first.dropLast(5)) : first
    return arguments.count == 1 ? name : "\(name) and \(arguments.count - 1) more"
  }

  /// A title as a folder's name.
  private static func fileName(_ title: String) -> String {
    let safe = title.map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
        ? character : "-"
    }
    let name = String(safe.drop { $0 == "." || $0 == "-" }.prefix(80))
    return name.isEmpty ? "run" : name
  }
}
