import ArgumentParser
import FoundationEssentials
import Lab
import SimHarness

/// `playtest generate`: levels from a Lua generator, chosen by what players make of them.
struct GenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make levels and keep those that meet your conditions.",
    discussion: """
      Levels come from a generator, or with --like from an existing level: parts of its board are \
      changed, while its size, colours, shots and everything else stay the same.

      Without conditions, keeps the first levels that all differ. With --keep, keeps only levels \
      that meet the conditions; generator parameters that are not given are searched. With \
      --diverse, keeps an archive over two figures, with the best level of each cell. Every kept \
      level is measured again on fresh games (docs/generating.md).

      Examples:
        playtest generate islands:colours=3 --count 5 --seed 7
        playtest generate mosaic --count 20 --keep "pass_rate(casual) in 0.4...0.6"
        playtest generate mosaic --param shots=20...40 --solvable-by expert
        playtest generate mosaic --diverse "pass_rate(casual),fallen_share"
        playtest generate --like my.json --keep "pass_rate(casual) in 0.4...0.6"
      """)

  @Argument(
    help: ArgumentHelp(
      "A generator's name or Lua file, with :key=value,... for parameters.", valueName: "generator")
  )
  var generator: String?

  @Option(
    help: ArgumentHelp("The level that the new levels should be like.", valueName: "level"))
  var like: String?

  @Option(
    help: ArgumentHelp(
      "With --like: the share of the board that may differ (default: 0.3).", valueName: "share"),
    transform: DecimalOption.read)
  var change: Double?

  @Option(
    help: ArgumentHelp(
      "How many levels to keep (default: 10; with --diverse: one per cell).", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The folder for the levels (default: levels/generated/NAME).", valueName: "dir"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "A value or range for a parameter of the generator; may be repeated.",
      valueName: "key=value"))
  var param: [String] = []

  @Option(
    help: ArgumentHelp(
      "A condition for every level, such as \"pass_rate(casual) in 0.4...0.6\"; may be repeated.",
      valueName: "condition"))
  var keep: [String] = []

  @Option(
    help: ArgumentHelp(
      "Two figures to vary, such as \"pass_rate(casual),fallen_share in 0...0.6\".",
      valueName: "a,b"))
  var diverse: String?

  @Option(
    help: ArgumentHelp(
      "With --diverse: the number of bins per figure (default: 10x10).", valueName: "nxn"))
  var bins: String?

  @Option(
    name: .customLong("solvable-by"),
    help: ArgumentHelp("A player that must win every level.", valueName: "agent"))
  var solvableBy: String?

  @Option(
    name: .customLong("solvable-games"),
    help: ArgumentHelp("Within how many games it must win (default: 20).", valueName: "n"))
  var solvableGames: Int?

  @Option(
    help: ArgumentHelp(
      "With --keep or --diverse: games per level and player (default: 400).", valueName: "n"))
  var games: Int?

  @Option(
    help: ArgumentHelp(
      "Maximum number of candidates (default: 100 per level, with --diverse 40 per cell).",
      valueName: "n"))
  var tries: Int?

  @OptionGroup var workers: WorkersOption

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Replace the levels in the folder.")
  var force = false

  @Flag(help: "Print the kept levels as JSON.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func validate() throws {
    guard (generator != nil) != (like != nil) else {
      throw ValidationError("name a generator, or a level with --like")
    }
    if like != nil, !param.isEmpty {
      throw ValidationError(
        "--param sets a generator's parameters; with --like, the numbers stay the same")
    }
    if let change {
      if like == nil { throw ValidationError("--change belongs to --like; add it") }
      if !LevelSimilarity.changes.contains(change) {
        throw ValidationError(
          "--change must be 0.01 to 1"
            + PercentageAdvice.text([change], in: LevelSimilarity.changes))
      }
    }
    if let count, !(1...100_000).contains(count) {
      throw ValidationError("--count must be 1 to 100000")
    }
    if let games {
      if !(2...1_000_000).contains(games) {
        throw ValidationError("--games must be 2 to 1000000")
      }
      if keep.isEmpty, diverse == nil {
        throw ValidationError(
          "--games belongs to --keep or --diverse: without them no figure is measured")
      }
    }
    if let solvableGames {
      if !(1...1_000_000).contains(solvableGames) {
        throw ValidationError("--solvable-games must be 1 to 1000000")
      }
      if solvableBy == nil { throw ValidationError("--solvable-games belongs to --solvable-by") }
    }
    if let tries, !(1...1_000_000_000).contains(tries) {
      throw ValidationError("--tries must be 1 to 1000000000")
    }
    _ = try binCounts()
    if bins != nil, diverse == nil {
      throw ValidationError("--bins belongs to --diverse; add it")
    }
  }

  private func binCounts() throws -> (Int, Int) {
    let parts = (bins ?? "10x10").split(separator: "x", omittingEmptySubsequences: false).map {
      Int($0)
    }
    guard parts.count == 2, let first = parts[0], let second = parts[1],
      (1...100).contains(first), (1...100).contains(second)
    else { throw ValidationError("--bins must be two numbers from 1 to 100, such as 10x10") }
    return (first, second)
  }

  func run() async throws {
    let plan = try plan()
    let stem = fileStem(plan)
    let folder = GeneratedFolder(path: out ?? "levels/generated/\(stem)", stem: stem)
    try folder.check(replacing: force)
    Interruption.listen()
    let isMap = !plan.features.isEmpty
    let total = plan.count ?? plan.features.reduce(1) { $0 * $1.bins }
    let progress = Progress(total: total, unit: isMap ? "cells" : "levels", isQuiet: quiet)
    let number = GameCount()
    let games = GameCount()
    let prints = UnshownPrints()
    let generation = LevelGeneration(
      plan, jobs: try workers.count(),
      isCancelled: { Interruption.exitCode != nil },
      progress: { _ = games.add($0) },
      printed: { line in
        guard !quiet else { return }
        progress.finish()
        Console.note("[candidate \(line.game)] \(line.said)\n")
      },
      printedInGames: { prints.add($0) },
      tried: { progress.update($0.archive?.filled ?? $0.levels.count) },
      kept: { level in
        progress.finish()
        let place = number.add(1)
        if !quiet { Console.note(GenerateOutput.line(level, place, of: isMap ? nil : total, plan)) }
      })
    var set = try await generation.levels()
    set.gamesPlayed = games.add(0)
    progress.finish()
    prints.report(
      by: "generate", advice: "`playtest run \(ShellText.path(folder.path))` logs them",
      quiet: quiet)
    let written = try folder.write(set.levels, isComplete: !set.isInterrupted)
    if json {
      Console.output(
        JSONWriter.pretty(set.json(of: plan, paths: written.paths)), unread: .isDropped)
    } else if !set.isInterrupted || !set.levels.isEmpty {
      Console.output(
        GenerateOutput.text(
          set, plan, folder: written.folder,
          in: Workspace.folders(workspace.scripts, of: plan.game)),
        unread: .isDropped)
    }
    try finish(set, plan, total, in: folder, writtenTo: written.folder)
  }

  /// What the files' names begin with.
  private func fileStem(_ plan: GeneratePlan) -> String {
    switch plan.origin {
    case .generator: FileName.safe(plan.origin.name)
    case .like: String(LevelStore.fileName(for: plan.origin.name).dropLast(".json".count))
    }
  }

  private func finish(
    _ set: GeneratedSet, _ plan: GeneratePlan, _ total: Int, in folder: GeneratedFolder,
    writtenTo place: String
  ) throws {
    if set.isInterrupted {
      guard !set.levels.isEmpty else {
        throw Interruption.ended("no level was found yet, so nothing was written")
      }
      let levels = ReportNumber.plain(set.levels.count, "level")
      let rest = place == folder.path ? "" : "; \(folder.path) is unchanged"
      Console.error(["interrupted: what was found so far is kept: \(levels) in \(place)\(rest)"])
      throw ExitCode(Interruption.exitCode ?? 130)
    }
    guard plan.features.isEmpty || count != nil, set.levels.count < total else { return }
    var text = "found only \(set.levels.count) of \(ReportNumber.plain(total, "level"))"
    text +=
      " among \(ReportNumber.plain(set.candidates, "candidate"))\(GenerateOutput.nearest(set))"
      + "; widen the conditions or the parameters, or allow more --tries"
    if let problem = set.firstProblem { text += " (one failed: \(problem))" }
    if let reason = set.firstUnmeasured { text += " (one has no figure for \(reason))" }
    throw CommandFailure(.failed, text)
  }

  // MARK: The plan

  private func plan() throws -> GeneratePlan {
    let library = try Workspace.scripts(workspace.scripts)
    let base = try like.map { try file(like: $0, library) }
    let script = try generator.map { try self.script($0, library) }
    let name = base?.header.game ?? script?.script.game ?? ""
    guard let game = library.games.game(named: name) else {
      throw CommandFailure(.badInput, "\(generator ?? ""): \(library.games.complaint(about: name))")
    }
    let conditions = try keep.map { text in
      let condition = try Condition(parsing: text)
      try condition.check(for: game)
      return condition
    }
    for (place, condition) in conditions.enumerated() {
      if let other = conditions[..<place].first(where: condition.contradicts) {
        throw CommandFailure(
          .usage, "--keep: \(other) and \(condition) cannot both be met; change one of them")
      }
    }
    let features =
      try diverse.map { try LevelFeature.pair($0, bins: binCounts(), game: game) } ?? []
    var agents: [String] = []
    for name in conditions.map(\.agent) + features.map(\.agent) + (solvableBy.map { [$0] } ?? [])
    where !agents.contains(name) { agents.append(name) }
    let origin: LevelOrigin
    if let base {
      let change = change ?? LevelSimilarity.defaultChange
      origin = .like(try LevelSimilarity(base, change: change))
    } else if let script {
      origin = .generator(
        try GeneratorSpace(
          script.script, settings: script.settings + param,
          explores: !conditions.isEmpty || !features.isEmpty))
    } else {
      throw CommandFailure(.usage, "name a generator, or a level with --like")
    }
    let wanted = count ?? (features.isEmpty ? 10 : nil)
    let cells = features.reduce(1) { $0 * $1.bins }
    var plan = GeneratePlan(
      origin: origin, game: game, library: library,
      players: try agents.map {
        try Workspace.player($0, game: game, library: library)
      },
      modules: try library.modules(), conditions: conditions, count: wanted,
      tries: tries ?? (features.isEmpty ? 100 * (wanted ?? 1) : 40 * cells))
    plan.features = features
    plan.solver = solvableBy.map { GeneratePlan.Solver(agent: $0, games: solvableGames ?? 20) }
    plan.seed = seed
    plan.freshSeed = seed &+ 1
    plan.games = games ?? 400
    return plan
  }

  /// A generator and the values of its parameters after a colon.
  private func script(
    _ text: String, _ library: ScriptLibrary
  ) throws -> (script: GeneratorScript, settings: [String]) {
    let (name, settings) = CommandWords.generator(text)
    return (try Workspace.generator(name, library: library), settings)
  }

  /// The one level that the others are to be like.
  private func file(like text: String, _ library: ScriptLibrary) throws -> LevelFile {
    let files = try LevelLoading.files([text], library: library)
    guard let file = files.first, files.count == 1 else {
      throw CommandFailure(.usage, "\(text): \(files.count) levels found; name one of them")
    }
    return file
  }
}

/// The folder that generated levels are written to.
struct GeneratedFolder {
  let path: String
  /// What the files' names begin with.
  let stem: String

  /// Checks that no levels of an earlier set are replaced by accident; other levels stay.
  ///
  /// - Throws: That the folder holds such levels.
  func check(replacing: Bool) throws {
    guard Workspace.exists(path) else { return }
    guard Workspace.isFolder(path) else {
      throw CommandFailure(.cannotWrite, "\(path): not a folder; choose another --out")
    }
    guard !replacing else { return }
    if let earlier = names().filter({ Self.isGenerated($0, stem: stem) }).min() {
      throw CommandFailure(
        .cannotWrite,
        "\(path)/\(earlier): the file already exists; replace all \(stem) levels with --force or"
          + " choose another --out")
    }
  }

  private func names() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Whether there are levels of an earlier set, which the new one replaces.
  var holdsLevels: Bool { names().contains { Self.isGenerated($0, stem: stem) } }

  /// Where a set is made that replaces an earlier one.
  var replacement: FolderReplacement {
    FolderReplacement(of: path) { [stem] in Self.isGenerated($0, stem: stem) }
  }

  /// Writes the levels; those of an earlier set stay until all of a complete set are written.
  /// - Returns: the folder that they are in now, and their paths.
  func write(
    _ levels: [GeneratedLevel], isComplete: Bool
  ) throws -> (folder: String, paths: [String]) {
    // Where nothing was found no folder is made, and an earlier set stays.
    guard !levels.isEmpty else { return (path, []) }
    guard holdsLevels else {
      try Workspace.makeFolder(path)
      let files = files(of: levels)
      try Self.write(files, into: path)
      return (path, files.map { "\(path)/\($0.name)" })
    }
    let replacement = replacement
    try replacement.begin()
    do {
      let files = files(of: levels)
      for file in files {
        try AtomicFile.write(file.text, to: "\(replacement.staged)/\(file.name)")
      }
      guard isComplete else {
        let staged = replacement.staged
        return (staged, files.map { "\(staged)/\($0.name)" })
      }
      try replacement.finish()
      return (path, files.map { "\(path)/\($0.name)" })
    } catch {
      try replacement.discard()
      throw error
    }
  }

  /// The levels' files, numbered from 1.
  private func files(of levels: [GeneratedLevel]) -> [(name: String, text: String)] {
    let digits = max(3, "\(levels.count)".count)
    return levels.enumerated().map { index, level in
      let number = "\(index + 1)"
      let zeros = String(repeating: "0", count: max(0, digits - number.count))
      return (name: "\(stem)-\(zeros)\(number).json", text: level.file.text)
    }
  }

  /// Writes each file whole.
  /// - Throws: What went wrong; where files were written before, how many, and how to go on.
  static func write(
    _ files: [(name: String, text: String)], into folder: String, through gate: DiskGate = .open
  ) throws(FileWriteError) {
    for (written, file) in files.enumerated() {
      do throws(FileWriteError) {
        try AtomicFile.write(file.text, to: "\(folder)/\(file.name)", through: gate)
      } catch {
        guard written > 0 else { throw error }
        let count = ReportNumber.plain(files.count, "level")
        throw FileWriteError(
          path: error.path,
          reason: "\(error.reason); \(written) of \(count) were written before; free some space and"
            + " replace them with --force, or choose another --out", isBroken: error.isBroken)
      }
    }
  }

  private static func isGenerated(_ name: String, stem: String) -> Bool {
    guard name.hasPrefix(stem + "-"), name.hasSuffix(".json") else { return false }
    let number = name.dropFirst(stem.count + 1).dropLast(5)
    return number.count >= 3 && number.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
