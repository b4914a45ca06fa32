import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest play`: a person plays in the terminal.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a level yourself, in the terminal.",
    discussion: """
      The keys stand beside the board. Each game is recorded like an agent's: \
      replay shows it again, and run --people puts it beside the agents.

      Examples:
        playtest play levels/bubble-blast/01-first-steps.json
        playtest play builtin:peggle/02-quarry --player Ann --index 3
        playtest run my.json --agents casual --people Reports/played
      """)

  @Argument(help: ArgumentHelp("A level.", valueName: "level"))
  var level: String

  @Option(help: ArgumentHelp("Who plays (default: your login name).", valueName: "name"))
  var player: String?

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The game's index; the same as an agent's game (default: the next you have not played).",
      valueName: "i"))
  var index: Int?

  @Option(
    help: ArgumentHelp(
      "The folder of the records (default: Reports/played/GAME/LEVEL).", valueName: "dir"))
  var out: String?

  @Option(help: ArgumentHelp("The file of the high scores.", valueName: "file"))
  var store: String?

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    if let index, index < 0 { throw ValidationError("--index must be 0 or more") }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let library = try Workspace.scripts(workspace.scripts)
    let levels = try LevelLoading.levels([level], library: library)
    guard let playable = levels.first, levels.count == 1,
      let entry = GameRegistry.game(named: playable.game)
    else {
      throw CommandFailure(
        .usage, "\(level): there are \(levels.count) levels here; play one at a time")
    }
    let name = try HighScores.name(player ?? Self.loginName(environment))
    if let problem = Terminal.problem(environment: environment) {
      throw CommandFailure(
        .usage, "play needs a terminal: \(problem); start it in a terminal of its own")
    }
    let records = try PlayRecords(
      folder: out, game: entry, level: playable, seed: seed, player: name, firstIndex: index)
    let scores = PlayScores(
      path: store ?? HighScores.defaultPath(environment: environment), level: playable,
      player: name)
    let modules = try library.modules()
    let terminal = Terminal(environment: environment)
    var lines: [String] = []
    var loop = PlayLoop(
      terminal: terminal,
      begin: { number in
        let request = SessionRequest(
          level: playable, seed: seed, index: records.firstIndex + number, player: name,
          scripts: ScriptHost(interfaces: entry.interfaces, libraries: modules),
          hintScripts: ScriptHost(interfaces: entry.interfaces, libraries: modules),
          highest: try scores.highest(), glyphs: terminal.glyphs)
        do throws(LevelError) {
          guard let session = try TerminalGames.session(request) else {
            throw LevelError.invalid("nobody can play \(playable.game) in a terminal")
          }
          return session
        } catch {
          throw CommandFailure(.badInput, "\(level): \(error.description)")
        }
      },
      end: { number, played in
        let told = try records.keep(played, number: number)
        let best = try scores.record(played)
        lines.append(told + best)
        return (played.outcome == nil ? "" : "kept") + best
      })
    let ending = try loop.run()
    // Nobody reads the terminal that was hung up.
    if !ending.isHangUp { for line in lines { Console.line(line) } }
    if case .signalled(let number) = ending { throw ExitCode(128 + number) }
  }

  private static func loginName(_ environment: [String: String]) -> String {
    let names = [environment["LOGNAME"], environment["USER"], ProcessInfo.processInfo.userName]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? "player"
  }
}
