import ArgumentParser
import Catalogue
import Lab
import SimHarness

/// `playtest calibrate`: the mix of players that performs like people did.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit a mix of simulated players to results of human players.",
    discussion: """
      The columns of HUMAN.csv choose the model: with level,attempts,passes, every attempt counts \
      independently; with player,level,attempts,passed (and quit), people play until they pass or \
      give up; level,players,passed,attempts (and quit) is the same, as totals per level; \
      player,level,passed is one line per attempt. Instead of the file you can name a \
      run's folder, such as one that playtest import made. A \
      level is given by its name, id or file. Half of the levels are held out to test the mix: its \
      error on them is printed, with a warning if the model does not fit (docs/players.md).

      Examples:
        playtest calibrate people.csv --levels bubble-blast
        playtest calibrate Reports/runs/people --levels bubble-blast
        playtest run bubble-blast --agents mine
      """)

  @Argument(
    help: ArgumentHelp("People's results: a file or a run's folder.", valueName: "human.csv"))
  var file: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Level files, or folders of levels.", valueName: "dir"))
  var levels: [String] = []

  @Option(help: ArgumentHelp("Games per level and player of the grid.", valueName: "n"))
  var games = 400

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @OptionGroup var workers: WorkersOption

  @Option(help: ArgumentHelp("The file to write the player to.", valueName: "file"))
  var out = "players/mine.yml"

  @Flag(help: "Replace an existing player.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print the fit as JSON.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    guard !levels.isEmpty else {
      throw ValidationError("--levels is missing; pass the folder of the levels")
    }
    // An agent's name is taken for a player file by its ending.
    if ![".yml", ".yaml"].contains(where: out.hasSuffix) {
      throw ValidationError("--out: the file name must end in .yml")
    }
    if !(10...1_000_000).contains(games) {
      throw ValidationError("--games must be 10 to 1000000")
    }
  }

  func run() async throws {
    let human = try results()
    if Workspace.exists(out) && !force {
      throw CommandFailure(
        .cannotWrite, "\(out): the file already exists; replace it with --force")
    }
    let library = try Workspace.scripts(workspace.scripts)
    let files = try LevelLoading.files(levels, library: library)
    let (played, game) = try matched(human, files, library)
    let grid = CalibrationGrid(of: game)
    let rates = try await rates(of: grid, on: played.map(\.level), game, library)
    let calibration = calibration(human, played, rates)
    let stopping = stopping(human)
    let (places, mixture) = calibration.mixture.pruned(below: 0.005)
    let player = PlayerFile(
      game: game.name, summary: summary(human, calibration),
      mix: zip(places, mixture.weights).map { place, weight in
        PlayerFile.Part(
          agent: grid.points[place].agent, weight: (weight * 10_000).rounded() / 10_000)
      }, notes: calibration.check.warning.map { ["warning: \($0)"] } ?? [])
    try Workspace.makeFolder(Workspace.parent(of: out))
    try Workspace.write(player.text, to: out, replacing: force)
    let report = CalibrationReport(
      calibration: calibration, kind: human.kind, stopping: stopping, player: player, grid: grid,
      path: out)
    Console.output(json ? JSONWriter.pretty(report.json) : report.text)
    if let warning = calibration.check.warning { Console.error(["\(file): \(warning)"]) }
  }

  /// The results of the file, or of the run's folder.
  private func results() throws -> HumanResults {
    guard Workspace.isFolder(file) else {
      return try HumanResults(reading: try Workspace.read(file), file: file)
    }
    let run = try RecordedRun(whole: RunFolder(path: file), games: Playtest.games)
    return try HumanResults(of: run)
  }

  /// A level that people played, and its place among their results.
  private typealias Played = (level: PlayableLevel, entry: Int)

  private func calibration(
    _ human: HumanResults, _ played: [Played], _ rates: [[Double]]
  ) -> Calibration {
    let levels = zip(played, rates).map { level, rates in
      let entry = human.entries[level.entry]
      return Calibration.Level(
        name: level.level.name,
        result: PlayerMixture.Result(attempts: entry.attempts, passes: entry.passes), rates: rates)
    }
    switch human.kind {
    case .attempts: return Calibration(levels, games: games)
    case .groups:
      let groups = played.compactMap { human.entries[$0.entry].group }
      return Calibration(levels, groups: groups, games: games)
    case .people:
      var places = [Int](repeating: 0, count: human.entries.count)
      for (place, level) in played.enumerated() { places[level.entry] = place }
      let people = human.people.map { trials in
        trials.map { trial in
          var trial = trial
          trial.level = places[trial.level]
          return trial
        }
      }
      return Calibration(levels, people: people, games: games)
    }
  }

  private func stopping(_ human: HumanResults) -> StoppingCounts {
    var counts = StoppingCounts()
    for trials in human.people { for trial in trials { counts.add(trial) } }
    for entry in human.entries {
      if let group = entry.group { counts.add(group, attempts: entry.attempts) }
    }
    return counts
  }

  private func summary(_ human: HumanResults, _ calibration: Calibration) -> String {
    let attempts = human.entries.reduce(0) { $0 + $1.attempts }
    let all = human.entries.count
    switch human.kind {
    case .attempts:
      // The attempts on the other levels try the fit out.
      let fitted = calibration.fitted.reduce(0) { $0 + $1.result.attempts }
      return "fitted to \(fitted) attempts by people on \(calibration.fitted.count) levels"
    case .people:
      return "fitted to \(human.people.count) people who made \(attempts) attempts on \(all) levels"
    case .groups: return "fitted to people who made \(attempts) attempts on \(all) levels"
    }
  }

  /// The levels that people played, ready to play, in the order of the arguments.
  private func matched(
    _ human: HumanResults, _ files: [LevelFile], _ library: ScriptLibrary
  ) throws -> ([Played], GameEntry) {
    guard let name = files.first?.header.game,
      let game = library.games.game(named: name)
    else { throw CommandFailure(.missingFile, "\(levels[0]): no levels found") }
    if let other = files.first(where: { $0.header.game != name }) {
      throw CommandFailure(
        .badInput, "\(other.path): not a level of \(name); calibrate one game at a time")
    }
    let entries = try Self.entries(of: human, by: files, file: file)
    guard entries.count >= Calibration.minLevels else {
      throw CommandFailure(
        .badInput,
        "\(file): the number of levels with results is \(entries.count); at least"
          + " \(Calibration.minLevels) are needed, half of them to fit and half to test")
    }
    let played = try entries.keys.sorted().map { place in
      (
        level: try LevelLoading.ready(
          files[place], at: files[place].path, library: library, .none),
        entry: entries[place] ?? 0
      )
    }
    if let level = played.first(where: { !$0.level.hasGoal })?.level {
      throw CommandFailure(
        .badInput,
        "\(file): level \(SafeText.quoted(level.name)) has no goal, so nobody can pass it; leave it"
          + " out")
    }
    return (played, game)
  }

  /// The numbers of people's results by the place of their level.
  private static func entries(
    of human: HumanResults, by files: [LevelFile], file: String
  ) throws -> [Int: Int] {
    var places: [String: Int] = [:]
    for (place, level) in files.enumerated() {
      let names = [level.header.name, level.header.id, stem(of: level.path)]
      for case let name? in names where places[name] == nil { places[name] = place }
    }
    var entries: [Int: Int] = [:]
    var lines: [String] = []
    var wrong = 0
    for (number, entry) in human.entries.enumerated() {
      if let place = places[entry.level], entries[place] == nil {
        entries[place] = number
        continue
      }
      wrong += 1
      guard lines.count < FileIssues.maxShown else { continue }
      lines.append(
        "\(file):\(entry.line): "
          + (places[entry.level] != nil
            ? "this level is already listed; combine the two lines into one"
            : NearestName.complaint(
              about: entry.level, called: "level", known: files.map(\.header.name))))
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
    var pool = GamePool(
      game: game,
      players: try grid.points.map {
        try Workspace.player($0.agent, game: game, library: library)
      },
      maxMoves: game.defaultMaxMoves,
      jobs: try workers.count(), modules: try library.modules())
    let prints = UnshownPrints()
    pool.printed = { prints.add($0) }
    let requests = levels.flatMap { level in
      grid.points.indices.map {
        GameRequest(level: level, player: $0, seed: seed, games: 0..<games)
      }
    }
    Interruption.listen()
    let progress = Progress(total: requests.count * games, unit: "games", isQuiet: quiet)
    let count = GameCount()
    let played = try await pool.play(
      requests, isCancelled: { Interruption.exitCode != nil },
      progress: { progress.update(count.add($0)) })
    progress.finish()
    prints.report(
      by: "calibrate", advice: "`playtest run` logs them when it plays the levels", quiet: quiet)
    guard let played else { throw Interruption.ended("nothing was written") }
    return levels.indices.map { level in
      grid.points.indices.map { player in
        let marks = played[level * grid.points.count + player].compactMap(\.isPassed)
        // Half a game to either side, so that no rate is 0 or 1.
        return (Double(marks.count { $0 }) + 0.5) / (Double(marks.count) + 1)
      }
    }
  }
}
