import Agents
import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest calibrate`: the mix of players that does as people did.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit a mix of players to people's results.",
    discussion: """
      HUMAN.csv has the columns level, attempts and passes; a level is named by its name, id or \
      file. The mix is fitted on every other level and tried on those between; how far off it is \
      there is printed (docs/players.md).

      Examples:
        playtest calibrate people.csv --levels levels/bubble-blast
        playtest run levels/bubble-blast --agents mine
      """)

  @Argument(help: ArgumentHelp("People's results.", valueName: "human.csv"))
  var file: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Levels, or folders of levels.", valueName: "dir"))
  var levels: [String] = []

  @Option(help: ArgumentHelp("Games of each level and player of the grid.", valueName: "n"))
  var games = 400

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Where the player is written.", valueName: "file"))
  var out = "players/mine.yml"

  @Flag(help: "Replace the player that is there.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print the fit as JSON.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    guard !levels.isEmpty else { throw ValidationError("--levels: name the folder of the levels") }
    if !(10...1_000_000).contains(games) {
      throw ValidationError("--games must be 10 to 1,000,000")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run() async throws {
    let human = try HumanResults(reading: try Workspace.read(file), file: file)
    if Workspace.exists(out) && !force {
      throw CommandFailure(
        .cannotWrite, "\(out): the file is there already; replace it with --force")
    }
    let library = try Workspace.scripts(workspace.scripts)
    let sources = try LevelLoading.sources(levels, library: library)
    let (played, game) = try matched(human, sources, library)
    let grid = CalibrationGrid(of: game)
    let rates = try await rates(of: grid, on: played.map(\.level), game, library)
    let calibration = Calibration(
      zip(played, rates).map { level, rates in
        Calibration.Level(
          name: level.level.name,
          result: PlayerMixture.Result(
            attempts: level.entry.attempts, passes: level.entry.passes), rates: rates)
      })
    let attempts = human.entries.reduce(0) { $0 + $1.attempts }
    let (places, mixture) = calibration.mixture.pruned(below: 0.005)
    let player = PlayerFile(
      game: game.name,
      summary: "fitted to \(attempts) attempts of people on \(calibration.fitted.count) levels",
      mix: zip(places, mixture.weights).map { place, weight in
        PlayerFile.Part(
          agent: grid.points[place].agent, weight: (weight * 10_000).rounded() / 10_000)
      })
    try makeFolder(of: out)
    try Workspace.write(player.text, to: out, replacing: force)
    let report = CalibrationReport(
      calibration: calibration, player: player, grid: grid, path: out)
    Console.output(json ? JSONWriter.pretty(report.json) : report.text)
  }

  private func makeFolder(of path: String) throws {
    let folder = Workspace.parent(of: path)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.cannotWrite, "\(folder): the folder cannot be made")
    }
  }

  /// The levels that people played, ready to play, in the order of the arguments.
  private func matched(
    _ human: HumanResults, _ sources: [LevelSource], _ library: ScriptLibrary
  ) throws -> ([(level: PlayableLevel, entry: HumanResults.Entry)], GameEntry) {
    guard let name = sources.first?.header.game.rawValue,
      let game = GameRegistry.game(named: name)
    else { throw CommandFailure(.missingFile, "\(levels[0]): there is no level here") }
    if let other = sources.first(where: { $0.header.game.rawValue != name }) {
      throw CommandFailure(
        .badInput, "\(other.path): a level of another game than \(name); calibrate one at a time")
    }
    let entries = try Self.entries(of: human, by: sources, file: file)
    guard entries.count >= Calibration.fewestLevels else {
      throw CommandFailure(
        .badInput,
        "\(file): results of \(entries.count) level(s); at least \(Calibration.fewestLevels) are"
          + " needed, half to fit to and half to try on")
    }
    let played = try entries.keys.sorted().map { place in
      (
        level: try LevelLoading.ready(
          sources[place].file, at: sources[place].path, library: library, .none),
        entry: entries[place] ?? human.entries[0]
      )
    }
    if let level = played.first(where: { !$0.level.hasGoal })?.level {
      throw CommandFailure(
        .badInput,
        "\(file): level \(SafeText.quoted(level.name)) has no goal, so nobody passes it; leave it"
          + " out")
    }
    return (played, game)
  }

  /// People's results by the place of their level.
  private static func entries(
    of human: HumanResults, by sources: [LevelSource], file: String
  ) throws -> [Int: HumanResults.Entry] {
    var places: [String: Int] = [:]
    for (place, source) in sources.enumerated() {
      let names = [source.header.name, source.header.id, stem(of: source.path)]
      for case let name? in names where places[name] == nil { places[name] = place }
    }
    var entries: [Int: HumanResults.Entry] = [:]
    var lines: [String] = []
    var wrong = 0
    for entry in human.entries {
      if let place = places[entry.level], entries[place] == nil {
        entries[place] = entry
        continue
      }
      wrong += 1
      guard lines.count < FileIssues.mostShown else { continue }
      lines.append(
        "\(file):\(entry.line): "
          + (places[entry.level] != nil
            ? "this level is there already; add the two up"
            : NearestName.complaint(
              about: entry.level, called: "level", known: sources.map(\.header.name))))
    }
    if wrong > lines.count { lines.append("and \(wrong - lines.count) more") }
    guard lines.isEmpty else { throw CommandFailure(.badInput, lines: lines) }
    return entries
  }

  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }

  /// The pass rates of all players of the grid on each level; the deals are the same for all.
  private func rates(
    of grid: CalibrationGrid, on levels: [PlayableLevel], _ game: GameEntry,
    _ library: ScriptLibrary
  ) async throws -> [[Double]] {
    let crew = GameCrew(
      game: game,
      players: try grid.points.map {
        try Workspace.player($0.agent, game: game, library: library)
      },
      maxMoves: game.defaultMaxMoves,
      jobs: try Machine.workers(jobs), modules: try library.modules())
    let demands = levels.flatMap { level in
      grid.points.indices.map {
        GameCrew.Demand(level: level, player: $0, seed: seed, games: 0..<games)
      }
    }
    Interruption.listen()
    let progress = Progress(total: demands.count * games, unit: "games", isQuiet: quiet)
    let count = GameCount()
    let played = try await crew.play(
      demands, isCancelled: { Interruption.exitCode != nil },
      progress: { progress.update(count.add($0)) })
    progress.finish()
    guard let played else { throw ExitCode(Interruption.exitCode ?? 130) }
    return levels.indices.map { level in
      grid.points.indices.map { player in
        let marks = played[level * grid.points.count + player].compactMap(\.isPassed)
        // Half a game to either side, so that no rate is 0 or 1.
        return (Double(marks.count { $0 }) + 0.5) / (Double(marks.count) + 1)
      }
    }
  }
}

/// What a calibration says.
struct CalibrationReport {
  let calibration: Calibration
  let player: PlayerFile
  let grid: CalibrationGrid
  let path: String

  var text: String {
    let parts = player.mix.sorted { $0.weight > $1.weight }
    var rows = [["weight", "player"]]
    for part in parts { rows.append([Self.percent(part.weight), part.agent]) }
    var text = TextTable.text(rows) + "\n"
    text += "guided moves: \(Self.interval(means.share, Self.percent)) of all\n"
    text += "shakiness: \(Self.interval(means.shakiness, Self.decimal)) (1 steady, 2 shaky)\n\n"
    var levels = [["held-out level", "people", "mix"]]
    for level in calibration.heldOut {
      let people = Double(level.result.passes) / Double(level.result.attempts)
      levels.append([
        SafeText.escaped(level.name, limit: 40), Self.percent(people),
        Self.percent(calibration.mixture.rate(level.rates)),
      ])
    }
    text += TextTable.text(levels)
    text += "\nmean error: \(Self.interval(calibration.error, Self.percent))\n"
    text +=
      "order (Spearman): "
      + (calibration.correlation.map { Self.interval($0, Self.decimal) } ?? "-") + "\n"
    text +=
      "fitted on \(calibration.fitted.count) levels, tried on"
      + " \(calibration.heldOut.count); 95% intervals\n"
    return text + "player: \(path); name it with --agents\n"
  }

  private var means: (share: Interval, shakiness: Interval) {
    (
      calibration.mean(of: grid.points.map(\.share)),
      calibration.mean(of: grid.points.map(\.shakiness))
    )
  }

  var json: JSONTree {
    func tree(_ interval: Interval?) -> JSONTree {
      guard let interval else { return .null }
      return .object([
        ("value", .double(interval.value)), ("low", .double(interval.low)),
        ("high", .double(interval.high)),
      ])
    }
    let means = means
    return .object([
      (
        "mix",
        .array(
          player.mix.map {
            .object([("agent", .string($0.agent)), ("weight", .double($0.weight))])
          })
      ),
      ("share", tree(means.share)), ("shakiness", tree(means.shakiness)),
      ("error", tree(calibration.error)), ("spearman", tree(calibration.correlation)),
      (
        "heldOut",
        .array(
          calibration.heldOut.map { level in
            .object([
              ("level", .string(level.name)),
              ("people", .double(Double(level.result.passes) / Double(level.result.attempts))),
              ("mix", .double(calibration.mixture.rate(level.rates))),
            ])
          })
      ),
      ("player", .string(path)),
    ])
  }

  private static func interval(_ interval: Interval, _ words: (Double) -> String) -> String {
    "\(words(interval.value)) [\(words(interval.low)), \(words(interval.high))]"
  }

  private static func percent(_ share: Double) -> String {
    RunOutput.oneDecimal(share * 100) + "%"
  }

  private static func decimal(_ value: Double) -> String {
    let sign = value < 0 ? "-" : ""
    let hundredths = Int((value.magnitude * 100).rounded())
    return "\(sign)\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
