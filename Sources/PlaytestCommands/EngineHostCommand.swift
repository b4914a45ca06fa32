import ArgumentParser
import EngineGames
import SimHarness

/// `playtest engine host`: a library behind the protocol of engines.
struct EngineHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Speak the protocol from an engine's side, for a game that is a library.",
    discussion: """
      Reads requests from stdin and writes an answer to stdout for each, until stdin ends. An engine \
      whose file says "isolate": true is played so: if the library crashes, that costs one game.

      Examples:
        playtest engine host bin/libdungeon.so
      """)

  @Argument(help: ArgumentHelp("The shared library.", valueName: "library"))
  var library: String

  func run() throws {
    let server: EngineServer
    do throws(ScriptFault) {
      server = try EngineServer(hosting: library)
    } catch {
      throw CommandFailure(.badInput, error.message)
    }
    try EngineServeCommand.run(server)
  }
}
