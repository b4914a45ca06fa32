import ArgumentParser
import SimHarness

struct LevelOrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Order levels by their measured difficulty.",
    discussion: """
      Uses the results of a run and plays nothing. For a folder of levels this is
      the run that 'playtest run FOLDER' wrote to Reports/runs, or the one in --run.
      With two or more players, the difficulty is the rating in the report; with
      one player, it is the share of games not passed. Pairs of levels whose order
      is uncertain are listed; play more games to separate them.

      --write saves the order in FOLDER/pack.json, which run, report, level list
      and level sheet use.

      Examples:
        playtest level order levels/my-levels
        playtest level order Reports/runs/my-levels
        playtest level order levels/my-levels --run Reports/runs/nightly --write
      """)

  @Argument(help: ArgumentHelp("A folder of levels, or a run's folder.", valueName: "folder"))
  var folder: String
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run whose results are used.", valueName: "run"))
  var results: String?
  @Flag(help: "Save the order in pack.json in the folder of levels.")
  var write = false
  @Flag(help: "With --write: replace an existing pack.json.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    if force && !write { throw ValidationError("--force needs --write; add it") }
    guard Workspace.isFolder(folder) else {
      guard !Workspace.exists(folder) else {
        throw CommandFailure(.badInput, "\(folder): this is a file; name its folder")
      }
      throw CommandFailure(.missingFile, "\(folder): no such folder")
    }
    let isRun = Workspace.exists(RunFolder(path: folder).path(of: .manifest))
    if isRun && (write || results != nil) {
      throw CommandFailure(
        .usage,
        "\(folder) is a run; with --write or --run, name the folder of its levels: "
          + "playtest level order LEVELS --run \(folder)\(write ? " --write" : "")")
    }
    let place = isRun ? folder : try results ?? Self.defaultRun(of: folder)
    let summary = try RunFolder(path: place).summary(games: Playtest.games)
    let levels = isRun ? [] : try levels()
    let known = Set(summary.levels.map(\.name))
    if !isRun, !levels.contains(where: { known.contains($0.name) }) {
      throw CommandFailure(
        .badInput, "\(place): the run did not play the levels of \(folder); pass another --run")
    }
    guard let order = LevelOrder(summary) else {
      try summary.checkResults(of: place)
      throw CommandFailure(
        .badInput,
        "\(place): its levels cannot be ordered by difficulty; run levels with goals, with agents"
          + " that play alone (a pair A:B does not count)")
    }
    Console.output(
      TextTable.fitting(order.rows, width: Console.tableWidth) + "\n"
        + TextTable.wrapped(order.legend))
    for line in Self.shown(order.uncertainLines) {
      Console.line(line)
    }
    for name in order.unrated {
      Console.line("not rated: \(SafeText.named(name, limit: 60)) has no goal or no games")
    }
    if !isRun { try finish(order, levels) }
  }

  /// What the paths of the folder's files begin with.
  private var prefix: String { folder.hasSuffix("/") ? folder : folder + "/" }

  private struct FoundLevel {
    var name: String
    var path: String
    var hash: String
  }

  /// The levels of the folder, by their paths in it.
  private func levels() throws -> [FoundLevel] {
    let library = try Workspace.scripts(workspace.scripts)
    return try LevelLoading.files([folder], library: library).map { file in
      FoundLevel(
        name: file.header.name, path: String(file.path.dropFirst(prefix.count)),
        hash: file.contentHash)
    }
  }

  /// Says what does not fit the run, and writes the pack.
  private func finish(_ order: LevelOrder, _ levels: [FoundLevel]) throws {
    let title = LevelFolder(folder).pack?.name ?? Workspace.title(of: folder)
    let made = order.pack(named: title, files: levels.map { ($0.name, $0.path) })
    let hashes = Dictionary(order.entries.map { ($0.name, $0.hash) }) { first, _ in first }
    for level in levels where hashes[level.name].map({ $0 != level.hash }) ?? false {
      Console.error([
        "\(level.path): the level or its game's script has changed since the run; run it again to"
          + " measure its difficulty"
      ])
    }
    for name in made.unplayed where !order.unrated.contains(name) {
      Console.error(["\(SafeText.named(name, limit: 60)) is not in the run; it comes last"])
    }
    guard write else { return }
    let path = prefix + LevelPack.fileName
    if levels.contains(where: { $0.path == LevelPack.fileName }) {
      throw CommandFailure(
        .cannotWrite,
        "\(path): this file is a level, so it cannot hold the order; give it another name")
    }
    if let earlier = LevelFolder(folder).pack, earlier.text == made.pack.text {
      return Console.line("\(path) already has this order")
    }
    try Workspace.write(made.pack.text, to: path, replacing: force)
    Console.line("wrote \(path)")
  }

  /// Where `run FOLDER` leaves its results.
  private static func defaultRun(of folder: String) throws -> String {
    let path = RunCommand.defaultFolder(of: [folder])
    guard Workspace.exists(RunFolder(path: path).path(of: .manifest)) else {
      throw CommandFailure(
        .missingFile,
        "\(path): no run of these levels found; play them with 'playtest run \(folder)' or name"
          + " one with --run")
    }
    return path
  }

  private static func shown(_ lines: [String]) -> [String] {
    let hidden = lines.count - FileIssues.maxShown
    return hidden > 0
      ? lines.prefix(FileIssues.maxShown) + ["and \(hidden) more level\(hidden == 1 ? "" : "s")"]
      : lines
  }
}
