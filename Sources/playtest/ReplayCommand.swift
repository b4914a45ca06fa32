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

  @Flag(help: "Exit 1 if the end, or the script's fault behind it, differs from the record.")
  var verify = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let game = try recordedGame()
    if record {
      Console.output(game.text)
      return
    }
    if frames && !game.entry.hasFrames {
      throw CommandFailure(
        .usage, "--frames: a game of \(game.entry.name) has no physics steps; leave it out")
    }
    let shows = !trace && !verify && !frames
    let verified: (replay: Replay, differences: [String])
    do throws(ReplayError) {
      verified = try game.verified(
        frame: frames ? { Console.line(JSONWriter.compact($0)) } : nil
      ) { step in
        if trace {
          Console.line(JSONWriter.compact(step.trace()))
        } else if shows {
          Console.output("\(step.account())\n\(step.picture())\n")
        }
      }
    } catch {
      throw CommandFailure(.badInput, "\(source): \(error.description)")
    }
    if let fault = verified.replay.fault, !frames {
      tell(fault, after: verified.replay.moves)
    }
    if verify { try verify(verified.replay, verified.differences, of: game) }
  }

  /// Shows the script's fault that ended the game: in which move, where in the script, which hook was
  /// called for what, and the message.
  private func tell(_ fault: ScriptFault, after moves: Int) {
    if trace {
      Console.line(
        JSONWriter.compact([
          "turn": .int(moves + 1),
          "fault": [
            "kind": .string(fault.kind.rawValue), "in": fault.context.map { .string($0) } ?? .null,
            "message": .string(fault.message),
          ],
        ]))
    } else {
      let place = fault.context.map { " (\(SafeText.escaped($0, limit: 200)))" } ?? ""
      Console.line(
        "turn \(moves + 1): SCRIPT FAULT\(place): \(SafeText.escaped(fault.message, limit: 500))")
    }
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

  private func verify(
    _ replay: Replay, _ differences: [String], of game: RecordedGameFile
  ) throws {
    guard game.end != nil else {
      throw CommandFailure(.failed, "\(source): the record has no end to verify")
    }
    guard differences.isEmpty else {
      throw CommandFailure(
        .failed, "\(source): the replay differs: \(differences.joined(separator: "; "))")
    }
    let fault = replay.fault == nil ? "" : ", then the recorded fault"
    Console.line("verified: \(replay.moves) moves, score \(replay.score)\(fault)")
  }
}
