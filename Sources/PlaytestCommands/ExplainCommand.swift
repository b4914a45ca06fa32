import ArgumentParser
import Lab
import Reporting
import SimHarness

/// `playtest explain`: what would help a level of a run.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show what would make a level of a run easier or harder.",
    discussion: """
      Changes one number or feature of the level at a time by one step (a shot, a colour, a \
      special, a script's parameter) and plays the same games with the run's players. Then \
      searches for the three cheapest changes that bring the pass rate into the band: their \
      intervals, measured on fresh games, must lie inside the band (docs/tuning.md).

      Examples:
        playtest explain Reports/runs/bubble-blast --level "Last Ceiling"
        playtest explain RUN --level Honeycomb --band 0.6...0.7 --json
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var source: String

  @Option(
    help: ArgumentHelp("The level's name (needed if the run has several).", valueName: "name"))
  var level: String?

  @Option(
    help: ArgumentHelp(
      "The player whose pass rate counts (default: casual, otherwise the run's first).",
      valueName: "name"))
  var player: String?

  @Option(help: ArgumentHelp("Where the pass rate should lie.", valueName: "a...b"))
  var band = "0.4...0.6"

  @Option(help: ArgumentHelp("Games per change and player.", valueName: "n"))
  var games = 400

  @OptionGroup var workers: WorkersOption
  @OptionGroup var engines: EnginesOption

  @Flag(help: "Print the explanation as JSON.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    guard (10...1_000_000).contains(games) else {
      throw ValidationError("--games must be 10 to 1000000")
    }
    _ = try range()
  }

  func run() async throws {
    let band = try range()
    let folder = RunFolder(path: source)
    let run = try RecordedRun(playing: folder)
    let level = try RecordedGameFile.chosen(
      level, "--level", among: run.storedLevels.map(\.name), of: source)
    let variants = try run.variants(of: level)
    var pool = try run.pool(run.players, jobs: workers.jobs)
    let prints = UnshownPrints()
    pool.printed = { prints.add($0) }
    let place = try playerPlace(pool)
    Interruption.listen()
    let levers = try variants.levers().count
    let progress = Progress(
      total: 2 * (levers + 1) * (pool.players.count + 1) * games, unit: "games", isQuiet: quiet)
    let count = GameCount()
    let explainer = LevelExplainer(
      variants, pool: pool, seed: run.manifest.seed, games: games, player: place, band: band,
      isCancelled: { Interruption.exitCode != nil },
      progress: { progress.update(count.add($0)) })
    let explanation: LevelExplanation
    do {
      explanation = try await explainer.explanation()
    } catch TuneError.cancelled {
      progress.finish()
      throw Interruption.ended("nothing was written")
    }
    progress.finish()
    prints.report(
      by: "explain", advice: "`playtest replay \(ShellText.path(source))` shows a game with them",
      quiet: quiet)
    var folders = run.manifest.folders
    folders.engines = engines.engines ?? folders.engines
    Console.output(
      json
        ? JSONWriter.pretty(explanation.json)
        : ExplainOutput.text(explanation, engine: pool.game.engine?.name)
          + ExplainOutput.next(explanation, run.summary(of: level), in: folders))
    do {
      try folder.keep([explanation])
    } catch let error as RunFolderError {
      // What was asked for is said; a run may lie where nobody can write.
      Console.error(["the report will not show this: \(error.description)"])
    }
  }

  private func range() throws -> ClosedRange<Double> {
    let rates = band.replacing("...", with: " ", maxReplacements: 1)
      .split(separator: " ", omittingEmptySubsequences: false).map(DecimalText.number)
    let ends = rates.compactMap(\.self)
    if rates.count == 2, ends.count == 2, ends[0] >= 0, ends[0] < ends[1], ends[1] <= 1 {
      return ends[0]...ends[1]
    }
    let isRising = rates.count == 2 && ends.count == 2 && ends[0] < ends[1]
    throw ValidationError(
      "--band must be two rates, the lower first, such as 0.4...0.6"
        + (isRising ? PercentageAdvice.text(ends, in: 0...1) : ""))
  }

  private func playerPlace(_ pool: GamePool) throws -> Int {
    let names = pool.players.map(\.name)
    guard let player else { return names.firstIndex(of: "casual") ?? 0 }
    guard let place = names.firstIndex(of: player) else {
      throw CommandFailure.unknown("player", player, among: names, in: source)
    }
    return place
  }
}

/// What an explanation says on the terminal.
enum ExplainOutput {
  /// Rows that are shown; `--json` has all.
  private static let maxRows = 30

  /// `engine` is the name of the engine that the game is of; nil: a game of no engine.
  static func text(_ explanation: LevelExplanation, engine: String?) -> String {
    let name = SafeText.escaped(explanation.level, limit: 100)
    let player = SafeText.escaped(explanation.players[explanation.player], limit: 40)
    let rates = zip(explanation.players, explanation.rates).map { name, rate in
      "\(SafeText.escaped(name, limit: 40)) \(rate.map(percent) ?? "-")"
    }
    var text = "\(name)\n"
    text += TextTable.wrapped(rates.joined(separator: ", "), width: Console.tableWidth) + "\n"
    guard !explanation.rows.isEmpty else {
      return text
        + TextTable.wrapped(
          "This level has no numbers that explain can change. A game in Lua gets them with `fields`:"
            + " numbers that its levels set and its rules read.", width: Console.tableWidth)
    }
    text += table(explanation)
    text += """
      (change of the pass rate in percentage points, with the 95% interval for the
      player that counts; all changes are played on the same \(explanation.games) games)

      """
    if !explanation.isWithin {
      text += TextTable.wrapped(
        "(est. cost: what it costs to bring \(player) into the band by this change alone, of as many"
          + " steps as the search estimates; fresh games may ask for more or fewer)")
    }
    text += failures(explanation, engine: engine) + "\n"
    guard !explanation.edits.isEmpty else {
      return text + TextTable.wrapped(explanation.verdict)
    }
    text += "changes that bring \(player) to \(explanation.bandWords), cheapest first:\n"
    text += TextTable.text(
      explanation.edits.enumerated().map { index, edit in
        [
          "  \(index + 1).", edit.change, "cost \(cost(edit.cost))",
          "passes \(percent(edit.verified))",
        ]
      }, width: Console.tableWidth)
    return text + "(each change was verified on its own \(explanation.verifyGames) fresh games)\n"
  }

  /// The commands that make the cheapest change that is a setting of the level's file, or the one
  /// that came nearest, and that search for a better value of the same number.
  static func next(
    _ explanation: LevelExplanation, _ level: LevelSummary?, in folders: NamedFolders
  ) -> String {
    if let suite = level?.changedBy {
      guard let settings = explanation.proposals.lazy.compactMap(\.settings).first else {
        return ""
      }
      let words = settings.map { "\($0.path): \(JSONWriter.compact($0.value))" }
      return "next:\n"
        + TextTable.wrapped(
          "  # the suite sets fields over those of the level's file; set this below its with:, in"
            + " \(ShellText.path(suite))", width: Console.tableWidth, margin: "  # ")
        + words.map { "  \($0)\n" }.joined()
    }
    let source = level?.ownSource
    for edit in explanation.proposals {
      guard let change = NextStep.edit(source, edit, in: folders) else { continue }
      let tune = NextStep.tune(source, edit, of: explanation, in: folders)
      let steps = [change] + [tune].compactMap(\.self)
      return NextStep.text(steps)
    }
    return ""
  }

  /// The changes with which a script or an engine failed, one line each.
  private static func failures(_ explanation: LevelExplanation, engine: String?) -> String {
    explanation.rows.prefix(maxRows).compactMap(\.failure).map { failure in
      TextTable.wrapped(
        "\(SafeText.escaped(failure.change, limit: 60)): a game failed:"
          + " \(SafeText.escaped(failure.message, limit: 600)); fix the"
          + " \(FailedGames.culprit(of: failure.message, engine: engine))",
        width: Console.tableWidth)
    }.joined()
  }

  /// Only the target player has intervals; for the others the change is enough.
  private static func table(_ explanation: LevelExplanation) -> String {
    let counts = explanation.player
    let others = explanation.players.indices.filter { $0 != counts }
    let order = [counts] + others
    let head = order.map { SafeText.escaped(explanation.players[$0], limit: 18) }
    var rows = [["change", "est. cost"] + head]
    for row in explanation.rows.prefix(maxRows) {
      let reach = row.reach.flatMap { $0.isWithin ? cost($0.cost) : nil } ?? "-"
      let own = row.effects[counts].map(change) ?? (row.failure == nil ? "-" : "failed")
      let rest = others.map { row.effects[$0].map { signed($0.value) } ?? "-" }
      rows.append([SafeText.escaped(row.change, limit: 30), reach, own] + rest)
    }
    let hidden = explanation.rows.count - rows.count + 1
    return TextTable.fitting(rows, width: Console.tableWidth)
      + (hidden > 0 ? "(and \(hidden) more with --json)\n" : "")
  }

  private static func cost(_ cost: Double) -> String { JSONWriter.number(cost) }

  private static func points(_ share: Double) -> String {
    let tenths = Int(saturating: ReportNumber.roundedAsDecimal(share * 1000))
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }

  private static func percent(_ rate: Interval) -> String {
    "\(points(rate.value))% [\(points(rate.low)), \(points(rate.high))]"
  }

  private static func signed(_ value: Double) -> String {
    let tenths = Int(saturating: ReportNumber.roundedAsDecimal(value * 1000))
    let sign = tenths < 0 ? "-" : (tenths > 0 ? "+" : "")
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  private static func change(_ effect: Interval) -> String {
    "\(signed(effect.value)) [\(signed(effect.low)), \(signed(effect.high))]"
  }
}
