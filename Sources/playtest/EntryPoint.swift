import Catalogue
import PlaytestCommands

/// Where the process begins.
@main
enum EntryPoint {
  static func main() { Playtest.main(games: .bundled) }
}
