import ArgumentParser
import Glibc
import SimHarness

/// `playtest`: the command line.
struct PlaytestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playtest",
    abstract: "Play game levels with simulated players and report how hard they are.",
    discussion: """
      Examples:
        playtest run bubble-blast             play every level, write a report
        playtest run my.json --agents casual --games 1000
        playtest level show builtin:bubble-blast/01-first-steps
        playtest new bubble my_bubble         a special bubble in Lua to edit
        playtest studio                       draw levels in the browser
        playtest list agents
      """,
    version: version,
    subcommands: [
      RunCommand.self, PlayCommand.self, MergeCommand.self, ImportCommand.self, ReportCommand.self,
      CompareCommand.self, CheckCommand.self, TuneCommand.self, ExplainCommand.self,
      GenerateCommand.self, StudyCommand.self, CalibrateCommand.self,
      PopulationCommand.self, ReplayCommand.self, ExportCommand.self, LevelCommand.self,
      ScriptCommand.self, EngineCommand.self, NewCommand.self, StudioCommand.self, ListCommand.self,
      ScoresCommand.self, BenchCommand.self,
    ])

  /// The program's version and, because scripts run in it and runs are stored with it, those of
  /// Lua and SQLite.
  private static var version: String { "\(ProgramVersion.current) (\(LibraryVersions.text))" }

  /// Carries out the command line and ends the process.
  static func start() -> Never {
    let arguments = Array(ProgramArguments.all.dropFirst())
    if arguments == ["--version"] {
      // Without the parser, which first reads the declarations of the commands: a third of the time.
      Console.line(version)
      Console.exit(0)
    }
    var name = _commandName
    var words: CommandWords?
    do {
      if let place = ProgramArguments.firstDamaged {
        throw CommandFailure(
          .usage,
          "argument \(place) is not valid UTF-8; if it is a file, rename it, or name its folder")
      }
      let line = try CommandWords(arguments)
      words = line
      name = line.command
      let command = try parseAsRoot(line.words)
      if let asynchronous = command as? any AsyncParsableCommand {
        try Machine.needThreads()
        execute(asynchronous, name: name)
      }
      var plain = command
      try plain.run()
      Console.exit(0)
    } catch {
      end(with: error, of: name, words)
    }
  }

  /// Carries out a command on other threads; this one stays for the signals.
  private static func execute(
    _ command: sending any AsyncParsableCommand, name: String
  ) -> Never {
    Task {
      var command = command
      do {
        try await command.run()
        Console.exit(0)
      } catch {
        end(with: error, of: name)
      }
    }
    while true { pause() }
  }

  /// Ends the process: one line per problem on stderr, the exit code of README.md, "Exit codes".
  private static func end(
    with error: any Error, of command: String, _ words: CommandWords? = nil
  ) -> Never {
    if let code = error as? ExitCode { Console.exit(code.rawValue) }
    if exitCode(for: error) == .success {
      // Help, the version and completion scripts arrive as errors.
      Console.line(HelpText.wrapped(fullMessage(for: error), width: Console.width))
      Console.exit(0)
    }
    let failure = failure(behind: error, of: command, words)
    Console.error(failure.lines)
    Console.exit(failure.code.rawValue)
  }

  /// What to print, and the exit code: of the harness's errors, of the argument parser's, and of
  /// unexpected ones.
  ///
  /// Of `words` that the parser does not take, an option that the command does not have is named
  /// before all else.
  static func failure(
    behind error: any Error, of command: String = _commandName, _ words: CommandWords? = nil
  ) -> CommandFailure {
    if let failure = CommandFailure(error) { return failure }
    guard exitCode(for: error) == .validationFailure else {
      return CommandFailure(defect: error)
    }
    return CommandFailure(
      .usage,
      ParserMessage.line(
        words?.unknownOption ?? message(for: error), of: command, taking: words?.arguments))
  }
}
