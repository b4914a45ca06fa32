import EngineGames
import SimHarness

/// The program, for people who build one with their own games.
public enum Playtest {
  /// The games that the commands play.
  @TaskLocal static var games = GameRegistry.bundled.finding(engines: Engines.folder)

  /// Carries out the command line and ends the process.
  ///
  /// - Parameter games: The games to play, such as
  ///   `GameRegistry(GameRegistry.bundled.games + [GameEntry(MyGame.self)])`.
  public static func main(games: GameRegistry) -> Never {
    Console.open()
    Interruption.begin()
    LibraryCrash.before {
      UnfinishedFiles.removeAll()
      TerminalMode.leave()
    }
    Machine.begin()
    return $games.withValue(games.finding(engines: Engines.folder)) { PlaytestCommand.start() }
  }
}
