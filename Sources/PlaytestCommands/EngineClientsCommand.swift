import ArgumentParser

/// `playtest engine clients`: where the files are that an engine includes.
struct EngineClientsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients",
    abstract: "Print the folder of the clients for Python, JavaScript and C.",
    discussion: """
      A client speaks the protocol for a game: copy the one of your language beside the game.

      Example:
        cp "$(playtest engine clients)"/python/playtest_engine.py .
      """)

  /// The folder in the project, and in what comes with the program.
  private static let folder = "integrations/engines"

  func run() throws {
    guard let path = BuiltInFolder.path(Self.folder) else {
      throw CommandFailure(
        .missingFile,
        "the clients are not beside the program; take them from the folder \(Self.folder) of the"
          + " repository")
    }
    Console.line(path)
  }
}
