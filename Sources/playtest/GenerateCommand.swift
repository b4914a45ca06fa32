import Agents
import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest generate`: levels from a Lua generator, chosen by what players make of them.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make levels with a generator and keep those that play as you want.",
    discussion: """
      Without conditions, the first levels that are all different. With --keep, only levels whose \
      figures lie where they must; parameters of which nothing is said are searched over. With \
      --diverse, an archive over two figures, the best level in each cell. Every kept level is \
      measured again on fresh games (docs/generating.md).

      Examples:
        playtest generate islands:colours=3 --count 5 --seed 7
        playtest generate mosaic --count 20 --keep "pass_rate(casual) in 0.4...0.6"
        playtest generate mosaic --param shots=20...40 --solvable-by expert
        playtest generate mosaic --diverse "pass_rate(casual),fallen_share in 0...0.6"
      """)

  @Argument(
    help: ArgumentHelp(
      "A generator's name or Lua file, with :key=value,... for parameters.", valueName: "generator")
  )
  var generator: String

  @Option(
    help: ArgumentHelp(
      "Levels to keep (default: 10; with --diverse: one in each cell).", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The levels' folder (default: levels/generated/NAME).", valueName: "dir"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "A parameter of the generator, or the range it may vary in; may be given again.",
      valueName: "key=value"))
  var param: [String] = []

  @Option(
    help: ArgumentHelp(
      "What every level must be like, such as \"pass_rate(casual) in 0.4...0.6\"; may be given"
        + " again.",
      valueName: "condition"))
  var keep: [String] = []

  @Option(
    help: ArgumentHelp(
      "Two figures to be diverse in, such as \"pass_rate(casual),fallen_share in 0...0.6\".",
      valueName: "a,b"))
  var diverse: String?

  @Option(help: ArgumentHelp("With --diverse: the bins of the figures.", valueName: "nxn"))
  var bins = "10x10"

  @Option(
    name: .customLong("solvable-by"),
    help: ArgumentHelp("A player that must win every level.", valueName: "agent"))
  var solvableBy: String?

  @Option(
    name: .customLong("solvable-games"),
    help: ArgumentHelp("In how many games it must.", valueName: "n"))
  var solvableGames = 20

  @Option(help: ArgumentHelp("Games of a level and player.", valueName: "n"))
  var games = 400

  @Option(
    help: ArgumentHelp(
      "The most candidates (default: 100 a level, with --diverse 40 a cell).", valueName: "n"))
  var tries: Int?

  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Replace the levels that are in the folder.")
  var force = false

  @Flag(help: "Print what was kept as JSON.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    if let count, !(1...100_000).contains(count) {
      throw ValidationError("--count must be 1 to 100000")
    }
    if !(2...1_000_000).contains(games) { throw ValidationError("--games must be 2 to 1000000") }
    if !(1...1_000_000).contains(solvableGames) {
      throw ValidationError("--solvable-games must be 1 to 1000000")
    }
    if let tries, !(1...1_000_000_000).contains(tries) {
      throw ValidationError("--tries must be 1 to 1000000000")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
    _ = try binCounts()
  }

  private func binCounts() throws -> (Int, Int) {
    let parts = bins.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let first = parts[0], let second = parts[1],
      (1...100).contains(first), (1...100).contains(second)
    else { throw ValidationError("--bins is two numbers from 1 to 100, such as 10x10") }
    return (first, second)
  }

  func run() async throws {
    let plan = try plan()
    let folder = GeneratedFolder(
      path: out ?? "levels/generated/\(FileName.safe(plan.space.script.name))",
      stem: FileName.safe(plan.space.script.name))
    try folder.check(replacing: force)
    Interruption.listen()
    let isMap = !plan.features.isEmpty
    let total = plan.count ?? plan.features.reduce(1) { $0 * $1.bins }
    let progress = Progress(total: total, unit: isMap ? "cells" : "levels", isQuiet: quiet)
    let number = GameCount()
    let games = GameCount()
    let generation = LevelGeneration(
      plan, jobs: try Machine.workers(jobs),
      isCancelled: { Interruption.exitCode != nil },
      progress: { _ = games.add($0) },
      tried: { progress.update($0.archive?.filled ?? $0.levels.count) },
      kept: { level in
        progress.finish()
        let place = number.add(1)
        if !quiet { Console.note(GenerateOutput.line(level, place, of: isMap ? nil : total, plan)) }
      })
    var set = try await generation.levels()
    set.gamesPlayed = games.add(0)
    progress.finish()
    let paths = try folder.write(set.levels, isComplete: !set.isInterrupted)
    if json {
      Console.output(JSONWriter.pretty(set.json(of: plan, paths: paths)), unread: .isDropped)
    } else {
      Console.output(GenerateOutput.text(set, plan, folder: folder.path), unread: .isDropped)
    }
    try finish(set, plan, total, in: folder)
  }

  private func finish(
    _ set: GeneratedSet, _ plan: GeneratePlan, _ total: Int, in folder: GeneratedFolder
  ) throws {
    if set.isInterrupted {
      let place =
        folder.holdsLevels ? " in \(folder.replacement.staged); \(folder.path) is as it was" : ""
      Console.error(["interrupted: the \(set.levels.count) levels so far are kept\(place)"])
      throw ExitCode(Interruption.exitCode ?? 130)
    }
    guard plan.features.isEmpty || count != nil, set.levels.count < total else { return }
    var text = "only \(set.levels.count) of \(total) levels were found in \(set.candidates)"
    text += " candidates; widen the conditions or the parameters, or allow more --tries"
    if let problem = set.firstProblem { text += " (one failed: \(problem))" }
    throw CommandFailure(.failed, text)
  }

  // MARK: The plan

  private func plan() throws -> GeneratePlan {
    let library = try Workspace.scripts(workspace.scripts)
    let colon = generator.firstIndex(of: ":")
    let name = colon.map { String(generator[..<$0]) } ?? generator
    let named = colon.map { generator[generator.index(after: $0)...].split(separator: ",") } ?? []
    let script = try Workspace.generator(name, library: library)
    guard let game = GameRegistry.game(named: script.game) else {
      throw CommandFailure(.badInput, "\(generator): there is no game '\(script.game)'")
    }
    let conditions = try keep.map { text in
      let condition = try Condition(parsing: text)
      try condition.check(for: game)
      return condition
    }
    let features =
      try diverse.map { try LevelFeature.pair($0, bins: binCounts(), game: game) } ?? []
    var agents: [String] = []
    for name in conditions.map(\.agent) + features.map(\.agent) + (solvableBy.map { [$0] } ?? [])
    where !agents.contains(name) { agents.append(name) }
    let space = try GeneratorSpace(
      script, settings: named.map(String.init) + param,
      explores: !conditions.isEmpty || !features.isEmpty)
    let wanted = count ?? (features.isEmpty ? 10 : nil)
    let cells = features.reduce(1) { $0 * $1.bins }
    var plan = GeneratePlan(
      space: space, game: game, library: library,
      players: try agents.map {
        try Workspace.player($0, game: game, library: library)
      },
      modules: try library.modules(), conditions: conditions, count: wanted,
      tries: tries ?? (features.isEmpty ? 100 * (wanted ?? 1) : 40 * cells))
    plan.features = features
    plan.solver = solvableBy.map { GeneratePlan.Solver(agent: $0, games: solvableGames) }
    plan.seed = seed
    plan.freshSeed = seed &+ 1
    plan.games = games
    return plan
  }
}

/// The folder that generated levels are written to.
struct GeneratedFolder {
  let path: String
  /// What the files' names begin with.
  let stem: String

  /// - Throws: That the folder holds levels and may not be written to.
  func check(replacing: Bool) throws {
    guard Workspace.exists(path) else { return }
    guard Workspace.isFolder(path) else {
      throw CommandFailure(.cannotWrite, "\(path): this is no folder; choose another --out")
    }
    guard !replacing else { return }
    guard !names().contains(where: { $0.hasSuffix(".json") }) else {
      throw CommandFailure(
        .cannotWrite,
        "\(path): there are levels here already; replace them with --force or choose another --out")
    }
  }

  private func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Whether there are levels of an earlier set, which the new one replaces.
  var holdsLevels: Bool { names().contains { Self.isOurs($0, stem: stem) } }

  /// Where a set is made that replaces an earlier one.
  var replacement: FolderReplacement {
    FolderReplacement(of: path) { [stem] in Self.isOurs($0, stem: stem) }
  }

  /// Writes the levels; those of an earlier set stay until all of a complete set are written.
  /// - Returns: the paths.
  func write(_ levels: [GeneratedLevel], isComplete: Bool) throws -> [String] {
    guard holdsLevels else {
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(.cannotWrite, "\(path): the folder cannot be made")
      }
      return try write(levels, into: path).map { "\(path)/\($0)" }
    }
    let replacement = replacement
    try replacement.begin()
    do {
      let names = try write(levels, into: replacement.staged)
      guard isComplete else { return names.map { "\(replacement.staged)/\($0)" } }
      try replacement.finish()
      return names.map { "\(path)/\($0)" }
    } catch {
      try replacement.discard()
      throw error
    }
  }

  /// Writes each level whole.
  /// - Returns: the names.
  private func write(_ levels: [GeneratedLevel], into folder: String) throws -> [String] {
    let digits = max(3, "\(levels.count)".count)
    return try levels.enumerated().map { index, level in
      let number = "\(index + 1)"
      let zeros = String(repeating: "0", count: max(0, digits - number.count))
      let name = "\(stem)-\(zeros)\(number).json"
      try AtomicFile.write(level.file.text, to: "\(folder)/\(name)")
      return name
    }
  }

  private static func isOurs(_ name: String, stem: String) -> Bool {
    guard name.hasPrefix(stem + "-"), name.hasSuffix(".json") else { return false }
    let number = name.dropFirst(stem.count + 1).dropLast(5)
    return number.count >= 3 && number.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

/// What `generate` says.
enum GenerateOutput {
  /// A kept level, in one line.
  static func line(
    _ level: GeneratedLevel, _ place: Int, of total: Int?, _ plan: GeneratePlan
  ) -> String {
    var parts = ["kept \(place)" + (total.map { " of \($0)" } ?? "")]
    parts[0] += ": " + SafeText.escaped(level.file.header.name, limit: 60)
    for figure in level.figures {
      let afresh = figure.fresh.map { ", afresh \(text($0))" } ?? ""
      parts.append(
        "\(figure.metric)(\(SafeText.escaped(figure.agent, limit: 40)))"
          + " \(text(figure.chosen))\(afresh)")
    }
    if let game = level.solvedIn, let solver = plan.solver {
      parts.append("\(solver.agent) won game \(game) of at most \(solver.games)")
    }
    return parts.joined(separator: "; ") + "\n"
  }

  static func text(_ set: GeneratedSet, _ plan: GeneratePlan, folder: String) -> String {
    var text = table(set, plan)
    if let archive = set.archive { text += "\n" + picture(archive) }
    text += "\n\(set.levels.count) levels in \(folder), of \(set.candidates) candidates"
    text += set.gamesPlayed > 0 ? " and \(set.gamesPlayed) games\n" : "\n"
    let dropped = GeneratedSet.Drop.allCases.compactMap { drop in
      set.drops[drop].map { "\($0) \(words(drop))" }
    }
    if !dropped.isEmpty { text += TextTable.wrapped("dropped: " + dropped.joined(separator: ", ")) }
    let judged = set.levels.compactMap(\.holdsAfresh)
    if !judged.isEmpty {
      text += TextTable.wrapped(
        "afresh (\(plan.games) games each, seed \(plan.freshSeed)): \(judged.count { $0 }) of"
          + " \(judged.count) hold every condition")
    }
    return text
  }

  private static func words(_ drop: GeneratedSet.Drop) -> String {
    switch drop {
    case .invalid: "no valid level"
    case .duplicate: "like another"
    case .faulted: "with a failing script"
    case .condition: "outside a condition"
    case .unsolved: "not won"
    case .surpassed: "no better than another"
    }
  }

  private static func table(_ set: GeneratedSet, _ plan: GeneratePlan) -> String {
    guard let first = set.levels.first else { return "" }
    var head = ["level"]
    for figure in first.figures {
      head += ["\(figure.metric)(\(SafeText.escaped(figure.agent, limit: 24)))", "afresh"]
    }
    if plan.solver != nil { head.append("won in") }
    let rows = set.levels.map { level in
      var row = [SafeText.escaped(level.file.header.name, limit: 32)]
      for figure in level.figures {
        let mark = figure.holdsAfresh == false ? " OUT" : ""
        row += [text(figure.chosen), (figure.fresh.map(Self.text) ?? "-") + mark]
      }
      if plan.solver != nil { row.append(level.solvedIn.map { "\($0)" } ?? "-") }
      return row
    }
    return TextTable.text([head] + rows)
  }

  /// The cells that hold a level by its fresh figures, the second figure upwards.
  private static func picture(_ archive: GeneratedSet.Archive) -> String {
    let (across, upward) = (archive.features[0], archive.features[1])
    var text = "\(upward.name) upward \(range(upward)), \(across.name) across \(range(across))\n"
    for row in (0..<upward.bins).reversed() {
      let cells = archive.freshCells[(row * across.bins)..<((row + 1) * across.bins)]
      text += "  " + cells.map { $0 ? "#" : "." }.joined() + "\n"
    }
    text += "archive: \(archive.filled) of \(archive.cells) cells, QD-score"
    text += " \(number(archive.score)); afresh \(archive.freshFilled) cells, QD-score"
    return text + " \(number(archive.freshScore))\n"
  }

  private static func range(_ feature: LevelFeature) -> String {
    "\(JSONWriter.number(feature.range.lowerBound))...\(JSONWriter.number(feature.range.upperBound))"
  }

  private static func text(_ interval: Interval) -> String {
    guard interval.isKnown else { return number(interval.value) }
    return "\(number(interval.value)) [\(number(interval.low)), \(number(interval.high))]"
  }

  /// Three decimals of a share, fewer of larger numbers.
  private static func number(_ value: Double) -> String {
    let scale = value.magnitude < 10 ? 1000.0 : 10
    let text = JSONWriter.number((value * scale).rounded() / scale)
    return text
  }
}
