import ArgumentParser
import Catalogue
import FoundationEssentials
import Glibc
import Lab
import SimHarness

/// How many games are played at once.
struct WorkersOption: ParsableArguments {
  @Option(help: ArgumentHelp("Workers (default: all cores).", valueName: "j"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be 1 to 1024") }
  }

  /// The workers, where the machine has room for them.
  func count() throws -> Int { try Machine.workers(jobs) }
}

/// Where scripts and levels are found.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your scripts folder, searched before the built-in scripts (default: scripts).",
      valueName: "dir"))
  var scripts: String?
  @OptionGroup var engines: EnginesOption

  func validate() throws {
    guard let scripts, engines.engines == nil else { return }
    Engines.look(besideScripts: scripts)
  }
}

/// Finds folders and files, and turns what is wrong with them into failures.
enum Workspace {
  /// The user's scripts and, after them, the built-in ones.
  ///
  /// `given` is the folder a user named, which must be there; without one it is `scripts` here,
  /// which need not be.
  static func scripts(_ given: String?) throws -> ScriptLibrary {
    if let given, !isFolder(given) {
      throw CommandFailure(
        .missingFile, "\(given): no such scripts folder; create it or name another one")
    }
    return library(own: given ?? ownScripts)
  }

  /// The same with the folder that a line of a file names, where no option names one.
  static func scripts(
    _ given: String?, or named: String?, in file: String, line: Int
  ) throws -> ScriptLibrary {
    guard given == nil, let named else { return try scripts(given) }
    guard isFolder(named) else {
      throw CommandFailure(
        .missingFile,
        "\(SafeText.escaped(file, limit: 1000)):\(line): $.scripts: there is no folder"
          + " \(SafeText.quoted(named)); leave the line out, or create the folder")
    }
    return library(own: named)
  }

  /// The folders to name for a game that was found with these scripts; nil: those of the default
  /// folder.
  static func folders(_ scripts: String?, of game: GameEntry) -> NamedFolders {
    let engines = game.engine == nil ? nil : Engines.place.withLock { $0 }
    // A folder of scripts that an option names would look for engines beside it.
    let isDefault = scripts == nil && engines == "engines"
    return NamedFolders(scripts: scripts, engines: isDefault ? nil : engines)
  }

  /// The scripts of a folder, which need not be there, and the built-in ones.
  static func library(own: String) -> ScriptLibrary {
    ScriptLibrary(
      own: own, builtIn: BuiltInFolder.path("scripts"), games: Playtest.games)
  }

  /// The games of the program, and those that are scripts of the user's or built in.
  static func games(_ given: String?) -> GameRegistry { library(own: given ?? ownScripts).games }

  /// The scripts that a script's file may use: those of the scripts folder it lies in, unless
  /// another one is named, and the built-in ones.
  static func library(of file: String, scripts: String?) throws -> ScriptLibrary {
    let folder = parent(of: file)
    let isSorted = ScriptKind.allCases.contains { kind in
      folder == kind.folder || folder.hasSuffix("/" + kind.folder)
    }
    return isSorted && scripts == nil
      ? library(own: parent(of: folder)) : try Self.scripts(scripts)
  }

  /// The user's scripts folder if none is named.
  static let ownScripts = "scripts"

  /// The user's levels folder if none is named.
  static let ownLevels = "levels"

  /// The folder of levels that `builtin:` names and games' names are found in.
  ///
  /// The user's levels folder does not hide it.
  static func builtInLevels() -> String {
    guard let builtIn = BuiltInFolder.path("levels"), !isSame(builtIn, ownLevels) else {
      return ownLevels
    }
    return builtIn
  }

  /// Whether there are levels that the name of a game stands for.
  static func hasBuiltInLevels(of game: String) -> Bool {
    isFolder("\(builtInLevels())/\(game)")
  }

  /// The levels to list where no folder is named, each with the argument that names it.
  ///
  /// The user's come first, then the built-in ones.
  static func listedLevels(
    _ library: ScriptLibrary
  ) throws -> [(entry: LevelStore.Entry, argument: String)] {
    let builtIn = builtInLevels()
    let hasOwn = isFolder(ownLevels)
    guard hasOwn || builtIn != ownLevels else {
      throw CommandFailure(.missingFile, "\(ownLevels): no such folder")
    }
    let own =
      hasOwn
      ? LevelStore(folder: ownLevels, catalog: library).list().map { ($0, $0.path) } : []
    guard builtIn != ownLevels else { return own }
    let others = LevelStore(folder: builtIn, catalog: library).list().map { entry in
      let name = entry.path.dropFirst(builtIn.count + 1).dropLast(".json".count)
      return (entry, "builtin:\(name)")
    }
    return own + others
  }

  /// Whether two paths lead to one file or folder.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    var status = (stat(), stat())
    return stat(one, &status.0) == 0 && stat(other, &status.1) == 0
      && status.0.st_dev == status.1.st_dev && status.0.st_ino == status.1.st_ino
  }

  /// Whether two paths name one place, whatever lies there: a name in one folder.
  static func isSamePlace(_ one: String, _ other: String) -> Bool {
    title(of: one) == title(of: other) && isSame(parent(of: one), parent(of: other))
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether a text is a glob, and names no file as it is.
  static func isPattern(_ text: String) -> Bool {
    PathPattern.isPattern(text) && !exists(text)
  }

  /// The paths that a glob such as `levels/*.json` matches, sorted; the text itself where it is no
  /// glob, names a file as it is, or matches nothing.
  /// - Throws: That it reaches too many files.
  static func matches(
    of pattern: String, countingFiles: Bool = false
  ) throws(LevelProblem) -> [String] {
    guard isPattern(pattern), !pattern.hasPrefix("import:"), !pattern.hasPrefix("builtin:")
    else { return [pattern] }
    let found = try PathPattern(pattern).matches(countingFiles: countingFiles)
    return found.isEmpty ? [pattern] : found
  }

  /// A file's bytes, or a failure with the right code.
  static func read(_ path: String, limit: Int = 64 << 20) throws -> [UInt8] {
    guard exists(path) else { throw CommandFailure(.missingFile, "\(path): no such file") }
    guard !isFolder(path) else {
      throw CommandFailure(.badInput, "\(path): this is a folder; name a file")
    }
    do throws(PlainFile.Problem) {
      return try PlainFile.bytes(at: path, limit: limit)
    } catch {
      switch error {
      case .missing, .unreadable:
        throw CommandFailure(.inputOutput, "\(path): \(error.words(limit: limit))")
      case .notPlain:
        throw CommandFailure(
          .badInput, "\(path): \(error.words(limit: limit)); save it in a file and name that")
      case .tooLarge:
        throw CommandFailure(.badInput, "\(path): the file is larger than \(limit >> 20) MiB")
      }
    }
  }

  /// A suite file.
  static func suite(_ path: String, scripts: String?) throws -> Suite {
    let bytes = try read(path)
    do throws(FileIssues) {
      return try Suite(reading: bytes, file: path) { games(scripts ?? $0) }
    } catch {
      throw FileKind.failure(path, holding: bytes, insteadOf: .suite) ?? error as any Error
    }
  }

  /// Makes a folder and those above it, where they are not there.
  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        RunFolder.isFull(error) ? .inputOutput : .cannotWrite,
        "\(path): cannot create the folder: \(RunFolder.reason(error)); choose another folder")
    }
  }

  /// Writes a file whole or not at all; its folder is made if it is not there.
  static func write(_ text: String, to path: String, replacing: Bool) throws {
    guard !isFolder(path) else {
      throw CommandFailure(.cannotWrite, "\(path): this is a folder; name a file")
    }
    if exists(path) && !replacing {
      throw CommandFailure(
        .cannotWrite, "\(path): the file already exists; replace it with --force")
    }
    try AtomicFile.makeFolder(ofFile: path)
    try AtomicFile.write(text, to: path)
  }

  /// Refuses to write what an option names over what the command reads, over a file of a run,
  /// whichever it is, or over what cannot have been written by such an option, such as a level.
  static func checkOutput(
    _ path: String?, _ option: String, reading inputs: [String]
  ) throws(CommandFailure) {
    guard let path else { return }
    if path == "-" {
      throw CommandFailure(.usage, "\(option) - is not a file; name one")
    }
    for input in inputs where isSame(path, input) {
      throw CommandFailure(
        .usage, "\(option) \(path): the command reads this file; name another one")
    }
    // A link is followed when it is written to.
    let target = AtomicFile.resolved(path)
    let run = RunFolder(path: parent(of: target))
    if RunFolder.isOwn(title(of: target)), exists(run.path(of: .manifest)) {
      throw CommandFailure(
        .usage, "\(option) \(path): this is a file of a run; name another one")
    }
    if let kind = FileKind(ofSource: path) {
      throw CommandFailure(
        .usage, "\(option) \(path): this is \(kind.noun); name another file")
    }
  }

  /// The last part of a path, for titles.
  static func title(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The folder a path lies in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The generator of this name or file.
  static func generator(_ name: String, library: ScriptLibrary) throws -> GeneratorScript {
    let source: ScriptSource
    if name.hasSuffix(".lua") {
      guard exists(name) else {
        throw CommandFailure(.missingFile, "\(name): no such file")
      }
      source = try library.source(at: name, shownAs: name)
    } else if let found = try library.source(of: .generator, named: name)
      ?? library.source(of: .game, named: name)
    {
      source = found
    } else {
      if let game = library.games.game(named: name), game.engine != nil {
        throw CommandFailure(
          .usage,
          "the engine \(game.name) has no generator; name a script of your own"
            + " ('playtest new generator NAME --game \(game.name)'), or vary a level with --like FILE"
        )
      }
      let known = ScriptListing(library: library).generators.map { ScriptName.stem(of: $0.path) }
      throw CommandFailure(
        .usage,
        library.complaint(about: name, called: "generator", known: known, of: [.generator, .game]))
    }
    return try library.generator(source, knownGames: library.games.names)
  }

  /// The names of agents, `cells` being short for all skill cells of the game.
  static func agentNames(_ names: [String], game: GameEntry) -> [String] {
    names.flatMap { $0 == "cells" ? Roster.cells(of: game) : [$0] }
  }

  /// The player a text names.
  static func player(
    _ text: String, game: GameEntry, library: ScriptLibrary
  ) throws -> RunPlayer {
    try fromRoster { () throws(RosterError) in
      try Roster.player(text, game: game, library: library)
    }
  }

  /// The players of some names, each of which must be there once; what is wrong with one that a
  /// suite names has the suite's line.
  static func players(
    _ names: [String], game: GameEntry, library: ScriptLibrary, suite path: String?,
    line: (String) -> Int?
  ) throws -> [RunPlayer] {
    var seen: Set<String> = []
    return try names.map { name in
      do {
        guard seen.insert(name).inserted else {
          throw CommandFailure(.usage, "agent '\(name)' is named twice; name it once")
        }
        return try player(name, game: game, library: library)
      } catch let failure as CommandFailure {
        guard let path else { throw failure }
        // One of `cells` has no line of its own.
        throw failure.located(in: path, line: line(name) ?? 1)
      }
    }
  }

  /// A value from the roster, with its errors turned into the command's.
  static func fromRoster<Value>(_ body: () throws(RosterError) -> Value) throws -> Value {
    do throws(RosterError) {
      return try body()
    } catch {
      switch error {
      case .usage: throw CommandFailure(.usage, error.description)
      case .missing: throw CommandFailure(.missingFile, error.description)
      case .script: throw CommandFailure(.badInput, error.description)
      }
    }
  }
}
