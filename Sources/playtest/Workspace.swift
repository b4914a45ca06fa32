import Agents
import ArgumentParser
import FoundationEssentials
import Glibc
import SimHarness

/// Where scripts and levels are found.
struct WorkspaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The scripts folder (default: scripts here, else beside the program).",
      valueName: "dir"))
  var scripts: String?
}

/// Finds folders and files, and turns what is wrong with them into failures.
enum Workspace {
  /// The scripts folder's library.
  ///
  /// `given` is the folder a user named, which must be there.
  static func scripts(_ given: String?) throws -> ScriptLibrary {
    if let given {
      guard isFolder(given) else {
        throw CommandFailure(.missingFile, "\(given): there is no such folder of scripts")
      }
      return ScriptLibrary(folder: given)
    }
    return ScriptLibrary(folder: find("scripts"))
  }

  /// The folder of levels that `builtin:` names are found in.
  static func levelsFolder() -> String { find("levels") ?? "levels" }

  /// A folder of ours: here, or above the program's own folder.
  private static func find(_ name: String) -> String? {
    if isFolder(name) { return name }
    guard let program = ProgramArguments.all.first else { return nil }
    var parts = resolved(program).split(separator: "/").dropLast()
    while !parts.isEmpty {
      let folder = "/" + parts.joined(separator: "/") + "/" + name
      if isFolder(folder) { return folder }
      parts = parts.dropLast()
    }
    return nil
  }

  /// The program's path with links followed.
  private static func resolved(_ program: String) -> String {
    let link = "/proc/self/exe"
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { return path }
    // Without /proc: where the shell found it.
    var path = program
    if !program.utf8.contains(UInt8(ascii: "/")) {
      let folders = getenv("PATH").map { String(cString: $0) } ?? ""
      let candidates = folders.split(separator: ":").map { "\($0)/\(program)" }
      path = candidates.first { access($0, X_OK) == 0 && !isFolder($0) } ?? program
    }
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The paths that a glob such as `levels/*.json` matches, sorted; the text itself where it is no
  /// glob, names a file as it is, or matches nothing.
  static func matches(of pattern: String) -> [String] {
    guard pattern.contains(where: { "*?[".contains($0) }), !exists(pattern),
      !pattern.hasPrefix("import:"), !pattern.hasPrefix("builtin:")
    else { return [pattern] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [pattern] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      paths[index].map { String(cString: $0) }
    }
  }

  /// A file's bytes, or a failure with the right code.
  static func read(_ path: String, limit: Int = 64 << 20) throws -> [UInt8] {
    guard exists(path) else { throw CommandFailure(.missingFile, "\(path): there is no such file") }
    guard !isFolder(path) else {
      throw CommandFailure(.badInput, "\(path): this is a folder; name a file")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.inputOutput, "\(path): the file cannot be read")
    }
    guard data.count <= limit else {
      throw CommandFailure(.badInput, "\(path): the file is larger than \(limit >> 20) MiB")
    }
    return [UInt8](data)
  }

  /// Writes a file whole or not at all.
  static func write(_ text: String, to path: String, replacing: Bool) throws {
    if exists(path) && !replacing {
      throw CommandFailure(
        .cannotWrite, "\(path): the file is there already; replace it with --force")
    }
    try AtomicFile.write(text, to: path)
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
        throw CommandFailure(.missingFile, "\(name): there is no such file")
      }
      source = try library.source(at: name, shownAs: name)
    } else if let found = try library.source(of: .generator, named: name) {
      source = found
    } else {
      let known = library.names(of: .generator)
      throw CommandFailure(
        .usage, NearestName.complaint(about: name, called: "generator", known: known))
    }
    return try library.generator(source, knownGames: GameRegistry.games.map(\.name))
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

  /// What a roster gives; its errors are those of the command.
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
