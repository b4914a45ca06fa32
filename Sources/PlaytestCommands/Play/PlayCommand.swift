import ArgumentParser
import Catalogue
import FoundationEssentials
import SimHarness

/// `playtest play`: a person plays in the terminal.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a level yourself, in the terminal.",
    discussion: """
      The keys are shown beside the board. Each game is recorded like an agent's: \
      replay shows it again, and run --people compares it with the agents.

      Examples:
        playtest play levels/bubble-blast/01-first-steps.json
        playtest play builtin:peggle/02-quarry --player Ann --mode streak
        playtest play builtin:set/01-official --against casual
        playtest run my.json --agents casual --people Reports/played
      """)

  @Argument(help: ArgumentHelp("A level.", valueName: "level"))
  var level: String

  @Option(help: ArgumentHelp("The player's name (default: your login name).", valueName: "name"))
  var player: String?

  @Option(help: ArgumentHelp("The seed.", valueName: "s"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The game's index, with the same deal as an agent's (default: the next unplayed one).",
      valueName: "i"))
  var index: Int?

  @Option(
    help: ArgumentHelp(
      "The folder for records (default: Reports/played/GAME/LEVEL).", valueName: "dir"))
  var out: String?

  @Option(help: ArgumentHelp("The file of the high scores.", valueName: "file"))
  var store: String?

  @OptionGroup(title: "Settings") var settings: PlaySettings

  @Option(
    help: ArgumentHelp(
      "A simulated opponent (set and your own two-player games).",
      valueName: "player"))
  var against: String?

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("A second person at the same table (set).", valueName: "name"))
  var second: String?

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    if let index, index < 0 { throw ValidationError("--index must be 0 or more") }
    if against != nil, second != nil {
      throw ValidationError("--against and --with cannot be combined; a table has two players")
    }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let library = try Workspace.scripts(workspace.scripts)
    let files = try LevelLoading.files([level], library: library)
    guard let found = files.first, files.count == 1,
      let entry = library.games.game(named: found.header.game)
    else {
      let names = NearestName.list(files.map { ShellText.path($0.path) })
      throw CommandFailure(
        .usage, "\(level): \(files.count) levels found; name one of them: \(names)")
    }
    let (file, setting) = try settings.applied(to: found, library: library)
    let playable = try LevelLoading.ready(file, at: found.path, library: library, .none)
    let name = try HighScores.name(player ?? Self.loginName(environment))
    let other = try otherPlayer(of: entry, name: name)
    // Made once before the game, so that a wrong name is reported on a normal screen.
    _ = try secondPlayer(index: 0, playable, entry, library)
    if let problem = Terminal.problem(environment: environment) {
      throw CommandFailure(.usage, "play needs a terminal: \(problem)")
    }
    let records = PlayRecords(
      folder: out, game: entry, level: playable, seed: seed, player: name, opponent: other,
      firstIndex: index)
    // So that no game is played whose record cannot be kept.
    try records.makeFolder(advice: "choose another --out")
    let scores = PlayScores(
      path: store ?? HighScores.defaultPath(environment: environment), level: playable,
      setting: [setting, secondPlayerSetting].filter { !$0.isEmpty }.joined(separator: ", "),
      player: name, secondPerson: second == nil ? nil : other)
    let modules = try library.modules()
    let terminal = Terminal(environment: environment)
    let prints = UnshownPrints()
    var lines: [String] = []
    var loop = PlayLoop(
      terminal: terminal,
      begin: { number in
        let index = records.index(ofGame: number)
        let request = SessionRequest(
          level: playable, seed: seed, index: index, player: name,
          scripts: ScriptHost(
            interfaces: entry.interfaces, libraries: modules,
            printing: ScriptPrinting { prints.add($0) }),
          hintScripts: ScriptHost(interfaces: entry.interfaces, libraries: modules),
          highest: try scores.highest(), glyphs: terminal.glyphs,
          secondPlayer: try secondPlayer(index: index, playable, entry, library))
        do throws(LevelError) {
          guard let session = try entry.session(request) else {
            throw LevelError.invalid("nobody can play \(playable.game) in a terminal")
          }
          return session
        } catch {
          throw CommandFailure(.badInput, "\(level): \(error.description)")
        }
      },
      end: { number, played in
        let kept = try records.keep(played, number: number)
        let (note, standings) = try scores.record(played)
        lines.append(kept + note)
        return PlayLoop.End(
          note: (played.outcome == nil ? "" : "kept") + note, standings: standings)
      })
    let ending = try loop.run()
    // Nobody reads the terminal that was hung up.
    if !ending.isHangUp {
      for line in lines { Console.line(line) }
      prints.report(
        by: "play", advice: "`playtest replay RECORD` shows them", quiet: false)
    }
    if case .signalled(let number) = ending { throw ExitCode(128 + number) }
  }

  /// The name of the second player at the table; nil for a single player.
  private func otherPlayer(of entry: GameEntry, name: String) throws -> String? {
    guard against != nil || second != nil else { return nil }
    guard Roster.isForTwo(entry) else {
      throw CommandFailure(
        .usage,
        "\(against == nil ? "--with" : "--against"): \(entry.name) is for one player; leave it out")
    }
    guard let second else { return against }
    guard !(entry.definition is OpenGame) else {
      throw CommandFailure(
        .usage,
        "--with: at one keyboard each would see the other's hand; play --against an agent, or leave"
          + " it out to move for both")
    }
    let other = try HighScores.name(second)
    guard other != name else {
      throw CommandFailure(
        .usage, "--with: both players are called \(SafeText.named(name)); choose another name")
    }
    return other
  }

  /// What high scores at a two-player table are kept under.
  private var secondPlayerSetting: String {
    if let against { return "against \(against)" }
    return second == nil ? "" : "two people"
  }

  private func secondPlayer(
    index: Int, _ level: PlayableLevel, _ entry: GameEntry, _ library: ScriptLibrary
  ) throws -> SecondPlayer {
    if let against {
      return .agent(
        against,
        try Workspace.fromRoster { () throws(RosterError) in
          try Roster.opponent(
            against, game: entry, library: library, seed: seed, level: level, index: index)
        })
    }
    return try second.map { .person(try HighScores.name($0)) } ?? .nobody
  }

  /// The name of the user, for people who give none.
  static func loginName(_ environment: [String: String]) -> String {
    let names = [environment["LOGNAME"], environment["USER"], ProcessInfo.processInfo.userName]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? "player"
  }
}
