import ArgumentParser
import Catalogue
import Glibc
import Reporting
import SimHarness

/// `playtest import`: makes a run folder from results of any game.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a run folder from results of any game, such as telemetry.",
    discussion: """
      RESULTS.csv has a header line and one row per game. Columns: level, player, passed (1 or 0, true \
      or false, yes or no, win or lose, or nothing where a game cannot be passed) and, if there are \
      any, game (its number), score and moves. Every further column of numbers is a metric; its \
      unit is what its name ends with, such as time_s or time (s). Commas, semicolons and tabs may \
      separate columns. A file with an error is refused, with its line and column, and nothing is \
      written.

      report, compare, check --run, population and calibrate then work on the folder as on a run; \
      games cannot be replayed, explained or tuned (docs/import.md).

      Examples:
        playtest import results.csv --game my-game
        playtest import telemetry.csv --map level=stage,player=user --together people
        playtest import people.csv --game bubble-blast --levels levels/bubble-blast
        zcat big.csv.gz | playtest import - --out Reports/runs/live
      """)

  @Argument(
    help: ArgumentHelp("A file with a row per game; - is stdin.", valueName: "results.csv"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "The game's name; if playtest has this game, levels are found by their names.",
      valueName: "name"))
  var game = "imported"

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Levels of the game, which rows name by name, id or file (default: the built-in ones).",
      valueName: "levels"))
  var levels: [String] = []

  @Option(
    help: ArgumentHelp(
      "Other names of columns, such as level=stage,player=user.", valueName: "a=b,c=d"))
  var map: [String] = []

  @Option(help: ArgumentHelp("Columns to leave out.", valueName: "a,b"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp("Count all players as one player of this name.", valueName: "name"))
  var together: String?

  @Option(
    help: ArgumentHelp(
      "The run's folder (default: Reports/runs/ and the file's name).", valueName: "dir"))
  var out: String?

  @Flag(help: "Replace the run in the folder.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions

  @Flag(help: "Print summary.json on stdout.")
  var json = false

  @Flag(help: "No progress on stderr.")
  var quiet = false

  func run() throws {
    let started = Progress.now()
    let request = try request()
    let library = try Workspace.scripts(workspace.scripts)
    let entry = try entry(library)
    let source = file == "-" ? "stdin" : Workspace.title(of: file)
    let title = source.hasSuffix(".csv") ? String(source.dropLast(4)) : source
    let folder = RunFolder(
      path: out ?? "Reports/runs/\(FileName.safe(title, otherwise: "imported"))")
    let rows = try rows(request)
    let levels = try entry.map { try matched(rows, $0, library) }
    // No progress: without it nobody would know that a column is missing.
    Console.error(rows.notes.map { "\(shownFile): note: \($0)" })
    let run = ImportedRun(rows, file: source, title: title, game: game, levels: levels)
    let progress = Progress(total: rows.count, unit: "games", isQuiet: quiet)
    var summary: RunSummary?
    Interruption.listen()
    func checkSignals() throws { try Interruption.check("nothing was imported") }
    try run.write(
      to: folder, replacing: force,
      progress: {
        progress.update($0)
        try checkSignals()
      },
      finish: { folder, figures in
        let recorded = try RecordedRun(whole: folder, games: Playtest.games)
        let whole = try RunOutput.summary(of: recorded, figures: figures)
        try checkSignals()
        try RunOutput.write(whole, of: recorded)
        try checkSignals()
        summary = whole
      })
    progress.finish()
    guard let summary else { return }
    RunOutput.show(summary, folder: folder, seconds: Progress.now() - started, json: json)
  }

  private var shownFile: String { file == "-" ? "stdin" : file }

  // MARK: Options

  private func request() throws -> ImportRequest {
    var request = ImportRequest()
    for pair in map.flatMap(CommandWords.list) {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure(
          .usage,
          "--map: \(SafeText.quoted(pair)) is not a pair of a field and a column; write"
            + " level=stage,player=user")
      }
      let field: ImportRequest.Field = try CommandFailure.named(parts[0], called: "field of --map")
      if let duplicate = request.columns.updateValue(parts[1], forKey: field) {
        throw CommandFailure(
          .usage,
          "--map: the field \(field) appears twice, as \(SafeText.quoted(duplicate)) and as"
            + " \(SafeText.quoted(parts[1])); name one column")
      }
    }
    request.ignored = ignore.flatMap(CommandWords.list)
    request.together = together
    if let together, together.allSatisfy(\.isWhitespace) || together.unicodeScalars.count > 200 {
      throw CommandFailure(
        .usage, "--together must be a name of 1 to 200 characters; write --together people")
    }
    return request
  }

  /// The game, if the program has it.
  private func entry(_ library: ScriptLibrary) throws -> GameEntry? {
    let isName = game.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    guard isName, (1...60).contains(game.utf8.count) else {
      throw CommandFailure(
        .usage,
        "--game: \(SafeText.quoted(game)) is not a name for a game; write 1 to 60 lower-case letters,"
          + " digits and -")
    }
    if let entry = library.games.game(named: game) { return entry }
    guard levels.isEmpty else {
      throw CommandFailure(
        .usage,
        "--levels needs a game that playtest has; "
          + library.games.complaint(about: game))
    }
    return nil
  }

  // MARK: Rows

  private func rows(_ request: ImportRequest) throws -> ImportedRows {
    let descriptor = try opened()
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let progress = Progress(total: nil, unit: "rows", isQuiet: quiet)
    defer { progress.finish() }
    let path = shownFile
    return try ImportedRows(
      reading: { try Self.chunk(of: descriptor, path) }, file: path, request: request,
      progress: { progress.update($0) })
  }

  private func opened() throws -> Int32 {
    if file == "-" { return STDIN_FILENO }
    guard Workspace.exists(file) else {
      throw CommandFailure(.missingFile, "\(file): no such file")
    }
    guard !Workspace.isFolder(file) else {
      throw CommandFailure(.badInput, "\(file): this is a folder; name a file")
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(.inputOutput, "\(file): cannot read the file: \(DiskFault.last.reason)")
    }
    return descriptor
  }

  /// The next bytes; none at the end.
  private static func chunk(of descriptor: Int32, _ path: String) throws -> [UInt8] {
    let size = 1 << 20
    var fault: DiskFault?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var found = read(descriptor, buffer.baseAddress, size)
      while found < 0 && errno == EINTR { found = read(descriptor, buffer.baseAddress, size) }
      if found < 0 { fault = DiskFault.last }
      count = max(0, found)
    }
    if let fault {
      throw CommandFailure(.inputOutput, "\(path): cannot read the file: \(fault.reason)")
    }
    return bytes
  }

  // MARK: Levels

  /// The game's levels that rows name, in the order of the levels.
  private func matched(
    _ rows: ImportedRows, _ entry: GameEntry, _ library: ScriptLibrary
  ) throws -> [ImportedRun.Level] {
    guard !levels.isEmpty || Workspace.hasBuiltInLevels(of: game) else {
      throw CommandFailure(
        .usage, "the game \(game) has no built-in levels; name its levels with --levels")
    }
    let files = try LevelLoading.files(levels.isEmpty ? [game] : levels, library: library)
    if let other = files.first(where: { $0.header.game != game }) {
      throw CommandFailure(.badInput, "\(other.path): not a level of \(game); leave it out")
    }
    var places: [String: Int] = [:]
    for (place, level) in files.enumerated() {
      for case let name? in [level.header.name, level.header.id, Self.stem(of: level.path)]
      where places[name] == nil { places[name] = place }
    }
    var found: [Int: Int] = [:]
    var issues: [FileIssue] = []
    for (number, name) in rows.levels.enumerated() {
      guard let place = places[name.name] else {
        let complaint = NearestName.complaint(
          about: name.name, called: "level of \(game)", known: files.map(\.header.name))
        issues.append(
          FileIssue(
            line: name.line, path: "column 'level'",
            message: "\(complaint); name its file with --levels"))
        continue
      }
      if let duplicate = found.updateValue(number, forKey: place) {
        issues.append(
          FileIssue(
            line: name.line, path: "column 'level'",
            message: "\(SafeText.quoted(name.name)) and"
              + " \(SafeText.quoted(rows.levels[duplicate].name)) are the same level; call it by one name"
          ))
      }
    }
    guard issues.isEmpty else { throw FileIssues(file: shownFile, issues: issues) }
    return try found.keys.sorted().map { place in
      var level = try LevelLoading.ready(
        files[place], at: files[place].path, library: library, .none)
      level.source = files[place].path
      return ImportedRun.Level(level, place: found[place] ?? 0)
    }
  }

  private static func stem(of path: String) -> String {
    let name = Workspace.title(of: path)
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }
}
