import ArgumentParser
import EngineGames
import SimHarness

/// `playtest engine host`: a library behind the protocol of engines.
struct EngineHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host",
    abstract: "Serve a game in a shared library as an engine.",
    discussion: """
      Reads requests from stdin and writes an answer to stdout for each, until stdin ends. An engine \
      whose file sets "isolate": true runs this way: if the library crashes, only one game is lost.

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
