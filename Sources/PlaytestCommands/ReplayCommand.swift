import ArgumentParser
import SimHarness

/// `playtest replay`: plays one recorded game again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay one recorded game, step by step.",
    discussion: """
      What scripts print is shown with the turn in which they print it. An agent's script runs \
      again, so what it prints is shown, too.

      Examples:
        playtest replay RUN --level "First Steps" --agent casual --index 12
        playtest replay game.json --trace
        playtest replay game.json --frames
        playtest replay game.json --verify
      """)

  @Argument(help: ArgumentHelp("A run's folder, or a game record.", valueName: "run-or-file"))
  var source: String

  @Option(help: ArgumentHelp("The level (in a run; needed if it has several).", valueName: "name"))
  var level: String?

  @Option(help: ArgumentHelp("The agent (in a run; needed if it has several).", valueName: "name"))
  var agent: String?

  @Option(help: ArgumentHelp("The game's index (in a run; default: 0).", valueName: "i"))
  var index: Int?

  @Flag(help: "Print one line of JSON per turn.")
  var trace = false

  @Flag(help: "Print one line of JSON per physics step (peggle).")
  var frames = false

  @Flag(help: "Print the game's record, which replay reads as a file.")
  var record = false

  @Flag(
    help: "Exit with 1 if the end, or the script fault that caused it, differs from the record.")
  var verify = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    if record, trace || frames || verify {
      throw ValidationError(
        "--record prints the record alone; leave out --trace, --frames and --verify")
    }
  }

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
    let agentLines = trace || shows ? game.agentLines() : [:]
    var printed: [PrintedLine] = []
    if trace { printed = game.level.printed }
    if shows { for line in game.level.printed { Console.line(line.description) } }
    /// The lines of a turn: the agent's, who chose the move, then the level's; before the first
    /// turn those of the level's loading.
    func lines(ofTurn turn: Int) -> [PrintedLine] {
      defer { printed = [] }
      return (agentLines[turn] ?? []) + printed
    }
    let verified: (replay: Replay, differences: [String])
    do throws(ReplayError) {
      verified = try game.verified(
        frame: frames ? { Console.line(JSONWriter.compact($0)) } : nil,
        printed: trace || shows ? { printed.append($0) } : nil
      ) { step in
        if trace {
          Console.line(
            JSONWriter.compact(Self.line(of: step, printed: lines(ofTurn: step.turn))))
        } else if shows {
          let said = lines(ofTurn: step.turn).map { "  \($0.said)\n" }.joined()
          Console.output("\(step.account())\n\(said)\(step.picture())\n")
        }
      }
    } catch {
      throw CommandFailure(.badInput, "\(source): \(error.description)")
    }
    if shows {
      // What was printed before a fault, in the turn that it ended.
      for line in lines(ofTurn: verified.replay.moves + 1) { Console.line("  \(line.said)") }
    }
    if let fault = verified.replay.fault, !frames {
      report(fault, after: verified.replay.moves, engine: game.entry.engine?.name)
    }
    if verify {
      try verify(verified.replay, verified.differences, of: game)
    } else if game.end?.fault == nil {
      // What was shown is not the recorded game.
      try checkEqual(verified.differences)
    }
  }

  /// A step's line of the trace, with what scripts printed in its turn.
  private static func line(of step: ReplayStep, printed: [PrintedLine]) -> JSONTree {
    let tree = step.trace()
    guard !printed.isEmpty, case .object(var members) = tree else { return tree }
    members.append(
      (
        "printed",
        .array(printed.map(Self.tree(of:)))
      ))
    return .object(members)
  }

  private static func tree(of line: PrintedLine) -> JSONTree {
    .members([
      "script": .string(line.script), "text": .string(line.text),
      "loading": .present(true, if: line.isLoading),
    ])
  }

  /// Shows the fault that ended the game: in which move, of a script or of the engine of this name,
  /// where in the script, which hook was called for what, and the message.
  private func report(_ fault: ScriptFault, after moves: Int, engine: String?) {
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
      let culprit = FailedGames.culprit(of: fault.message, engine: engine).uppercased()
      Console.line(
        "turn \(moves + 1): \(culprit) FAULT\(place):"
          + " \(SafeText.escaped(fault.message, limit: 500))")
    }
  }

  private func recordedGame() throws -> RecordedGameFile {
    if Workspace.isFolder(source) {
      return try RecordedGameFile(run: source, level: level, agent: agent, index: index)
    }
    let given = [("--level", level != nil), ("--agent", agent != nil), ("--index", index != nil)]
    if let option = given.first(where: \.1)?.0, Workspace.exists(source) {
      throw CommandFailure(
        .usage, "\(source): this is a file of one game; leave out \(option), which is for a run")
    }
    return try RecordedGameFile(
      file: source, library: try Workspace.scripts(workspace.scripts))
  }

  private func checkEqual(_ differences: [String]) throws {
    guard differences.isEmpty else {
      throw CommandFailure(
        .failed, "\(source): the replay differs: \(differences.joined(separator: "; "))")
    }
  }

  private func verify(
    _ replay: Replay, _ differences: [String], of game: RecordedGameFile
  ) throws {
    guard game.end != nil else {
      throw CommandFailure(.failed, "\(source): the record has no end to compare with")
    }
    try checkEqual(differences)
    let fault = replay.fault == nil ? "" : ", then the recorded fault"
    let moves = ReportNumber.plain(replay.moves, "move")
    Console.line("verified: \(moves), score \(replay.score)\(fault)")
  }
}
