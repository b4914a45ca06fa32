import ArgumentParser
import SimHarness

/// `playtest replay`: plays one recorded game again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play one recorded game again, step by step.",
    discussion: """
      Examples:
        playtest replay Reports/demo --level "First Steps" --agent casual --index 12
        playtest replay game.json --trace
        playtest replay game.json --frames
        playtest replay game.json --verify
      """)

  @Argument(help: ArgumentHelp("A run's folder, or a game record.", valueName: "run-or-file"))
  var source: String

  @Option(help: ArgumentHelp("The level's name (in a run).", valueName: "name"))
  var level: String?

  @Option(help: ArgumentHelp("The agent's name (in a run).", valueName: "name"))
  var agent: String?

  @Option(help: ArgumentHelp("The game's index (in a run).", valueName: "i"))
  var index: Int?

  @Flag(help: "Print one line of JSON a turn.")
  var trace = false

  @Flag(help: "Print one line of JSON a physics step (peggle).")
  var frames = false

  @Flag(help: "Print the record itself.")
  var record = false

  @Flag(help: "Exit 1 if the end differs from the record.")
  var verify = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let game = try recordedGame()
    if record {
      Console.output(game.text)
      return
    }
    let host = ScriptHost(interfaces: game.entry.interfaces, libraries: game.modules)
    if frames && !game.entry.hasFrames {
      throw CommandFailure(
        .usage, "--frames: a game of \(game.entry.name) has no physics steps; leave it out")
    }
    let shows = !trace && !verify && !frames
    let request = ReplayRequest(
      level: game.level, seed: game.seed, index: game.index, moves: game.moves, scripts: host,
      frame: frames ? { Console.line(JSONWriter.compact($0)) } : nil
    ) { step in
      if trace {
        Console.line(JSONWriter.compact(step.trace()))
      } else if shows {
        Console.output("\(step.account())\n\(step.picture())\n")
      }
    }
    let replay: Replay
    do throws(ReplayError) {
      replay = try game.entry.replay(request)
    } catch {
      throw CommandFailure(.badInput, "\(source): \(error.description)")
    }
    if verify { try verify(replay, game) }
  }

  private func recordedGame() throws -> RecordedGameFile {
    if Workspace.isFolder(source) {
      guard let level, let agent, let index else {
        throw CommandFailure(
          .usage, "a run holds many games; name one with --level, --agent and --index")
      }
      return try RecordedGameFile(run: source, level: level, agent: agent, index: index)
    }
    return try RecordedGameFile(
      file: source, library: try Workspace.scripts(workspace.scripts))
  }

  private func verify(_ replay: Replay, _ game: RecordedGameFile) throws {
    guard let end = game.end else {
      throw CommandFailure(.failed, "\(source): the record has no end to verify")
    }
    var differences: [String] = []
    if let outcome = end.outcome, outcome != (replay.outcome?.rawValue ?? "none") {
      differences.append("outcome \(replay.outcome?.rawValue ?? "none"), recorded \(outcome)")
    }
    if replay.score != end.score {
      differences.append("score \(replay.score), recorded \(end.score)")
    }
    if let hash = end.hash, hash != replay.hash {
      differences.append(
        "hash \(StableDigest.hex(replay.hash)), recorded \(StableDigest.hex(hash))")
    }
    guard differences.isEmpty else {
      throw CommandFailure(
        .failed, "\(source): the replay differs: \(differences.joined(separator: "; "))")
    }
    Console.line("verified: \(replay.moves) moves, score \(replay.score)")
  }
}
