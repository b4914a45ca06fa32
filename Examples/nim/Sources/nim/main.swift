import Catalogue
import NimGame
import PlaytestCommands
import SimHarness

Playtest.main(games: GameRegistry(GameRegistry.bundled.games + [GameEntry(Nim.self)]))
