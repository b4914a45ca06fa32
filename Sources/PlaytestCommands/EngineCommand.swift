import ArgumentParser
import Catalogue
import EngineGames
import SimHarness

/// `playtest engine`: games of other programs.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Check engines, games in other programs; serve a game as one.",
    discussion: """
      An engine is a program of yours that speaks a protocol of lines of JSON. A file \
      engines/NAME.json says how it is started, and levels name it as their game.

      Examples:
        playtest engine check engines/dungeon.json
        playtest engine serve --game tiles
      """,
    subcommands: [
      EngineCheckCommand.self, EngineServeCommand.self, EngineHostCommand.self,
      EngineClientsCommand.self,
    ])
}

struct EngineCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Try every rule of the protocol on an engine.",
    discussion: """
      Prints a line per rule, the protocol's last lines before the first failure, and how many \
      decisions the engine makes in a second. The exit code is 1 if a rule is broken.

      Examples:
        playtest engine check engines/dungeon.json
        playtest engine check engines/dungeon.json --level deep.json --games 1000
      """)

  @Argument(help: ArgumentHelp("The engine's file.", valueName: "file"))
  var file: String
  @Option(
    help: ArgumentHelp(
      "A level of its game (default: every field at its default).", valueName: "level"))
  var level: String?
  @Option(help: ArgumentHelp("Random games to play.", valueName: "n"))
  var games = 200
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (1...1_000_000).contains(games) else {
      throw ValidationError("--games must be 1 to 1000000")
    }
  }

  func run() throws {
    guard Workspace.exists(file) else {
      throw CommandFailure(.missingFile, "\(file): no such file")
    }
    var failed = 0
    var shown: [String] = []
    var check: EngineCheck
    do {
      check = try EngineCheck(file: file, level: try opened(), games: games) { line in
        if let problem = line.problem {
          failed += 1
          shown.append("failed  \(line.name): \(SafeText.escaped(problem, limit: 1000))")
          shown += line.transcript.map { "        \($0)" }
        } else {
          shown.append("ok      \(line.name): \(SafeText.escaped(line.detail, limit: 300))")
        }
        for text in shown { Console.line(text) }
        shown = []
      }
    } catch let fault as ScriptFault {
      throw CommandFailure(.failed, fault.message)
    } catch let issues as FileIssues where issues.file == file {
      let bytes = try Workspace.read(file)
      throw FileKind.failure(file, holding: bytes, insteadOf: .engine) ?? issues as any Error
    }
    check.run()
    try noteOtherGame()
    guard failed == 0 else {
      throw CommandFailure(
        .failed, "\(file): \(failed) rule\(failed == 1 ? " is" : "s are") broken")
    }
  }

  /// Says so where the engine's name means another game.
  private func noteOtherGame() throws {
    let name = LevelLoading.title(of: file)
    let games = try Workspace.scripts(workspace.scripts).games
    guard let other = games.game(named: name), other.engine == nil else { return }
    Console.error([
      "\(file): note: another game is called '\(name)' and is played in place of this one; give the"
        + " engine another name"
    ])
  }

  /// The level that was named.
  private func opened() throws -> ((OpenGame) throws -> OpenLevel)? {
    guard let level else { return nil }
    let bytes = try Workspace.read(level)
    return { game in try OpenLevel(reading: bytes, file: level, of: game) }
  }
}

struct EngineServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a game of this program as an engine.",
    discussion: """
      Reads requests from stdin and writes an answer to stdout for each, until stdin ends. A game in \
      Lua takes its levels from the requests; any other game has a level field, the name of one of \
      the levels that are named here (default: the game's built-in ones). A two-player game is \
      served as a single-player game: its player moves for both and has the score of player 1.

      Examples:
        playtest engine serve --game tiles
        playtest engine serve --game bubble-blast my-level.json
      """)

  @Option(help: ArgumentHelp("The game.", valueName: "name"))
  var game: String
  @Argument(help: ArgumentHelp("The levels to choose from.", valueName: "levels"))
  var levels: [String] = []
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let entry = try LevelNew.game(game, library)
    var found: [PlayableLevel] = []
    if entry.definition == nil || !levels.isEmpty {
      found = try LevelLoading.levels(levels.isEmpty ? [game] : levels, library: library)
      _ = try LevelLoading.game(of: found, from: game, action: "serve", library)
    }
    guard found.allSatisfy({ $0.game == entry.name }) else {
      throw CommandFailure(.badInput, "these are levels of \(found[0].game), not of \(game)")
    }
    try Self.run(EngineServer(entry, levels: found, modules: try library.modules()))
  }

  /// Serves until the requests end.
  static func run(_ server: EngineServer) throws {
    do throws(EngineServingError) {
      try server.run()
    } catch {
      let isInput = if case .longLine = error { true } else { false }
      throw CommandFailure(isInput ? .badInput : .inputOutput, error.description)
    }
  }
}
