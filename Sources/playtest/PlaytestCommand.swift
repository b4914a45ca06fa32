import ArgumentParser
import SimHarness

/// `playtest`: the command line.
@main
struct PlaytestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playtest",
    abstract: "Plays game levels with simulated players and reports how hard they are.",
    discussion: """
      Examples:
        playtest run levels/bubble-blast              play every level, write a report
        playtest run my.json --agents casual --games 1000
        playtest level show levels/bubble-blast/01-first-steps.json
        playtest new bubble my_bubble                 a special bubble in Lua, ready to edit
        playtest list agents
      """,
    version: Playtest.version,
    subcommands: [
      RunCommand.self, ReportCommand.self, ReplayCommand.self, LevelCommand.self,
      ScriptCommand.self, NewCommand.self, ListCommand.self, BenchCommand.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  /// Ends the process: one line a problem on stderr, the exit code of INTERFACES.
  private static func end(with error: any Error) -> Never {
    if let failure = CommandFailure(error) {
      Console.error(failure.lines)
      Console.exit(failure.code.rawValue)
    }
    if let code = error as? ExitCode { Console.exit(code.rawValue) }
    let code = exitCode(for: error)
    if code == .success || code == .failure { exit(withError: error) }
    let message = message(for: error)
    let line = message.split(separator: "\n").joined(separator: "; ")
    Console.error(["\(line); see playtest --help"])
    Console.exit(64)
  }
}
