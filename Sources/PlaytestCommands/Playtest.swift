import EngineGames
import SimHarness
import Synchronization

/// The program, for people who build one with their own games.
public enum Playtest {
  @TaskLocal private static var source = GameSource { .bundled }

  /// The games that the commands play.
  static var games: GameRegistry { source.games }

  /// Carries out the command line and ends the process.
  ///
  /// - Parameter games: The games to play, such as
  ///   `GameRegistry(GameRegistry.bundled.games + [GameEntry(MyGame.self)])`. They are made when a
  ///   command first needs them, which `--version` and `--help` do not.
  public static func main(games: @autoclosure @escaping @Sendable () -> GameRegistry) -> Never {
    Console.open()
    Interruption.begin()
    LibraryCrash.before {
      UnfinishedFiles.removeAll()
      TerminalMode.leave()
    }
    Machine.begin()
    return $source.withValue(GameSource(games)) { PlaytestCommand.start() }
  }
}

/// Games that are made once, when they are first asked for.
private final class GameSource: Sendable {
  private let make: @Sendable () -> GameRegistry
  private let made = Mutex<GameRegistry?>(nil)

  init(_ make: @escaping @Sendable () -> GameRegistry) { self.make = make }

  var games: GameRegistry {
    made.withLock { made in
      let games = made ?? make().finding(engines: Engines.folder)
      made = games
      return games
    }
  }
}
