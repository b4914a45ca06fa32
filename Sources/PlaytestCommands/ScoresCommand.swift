import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest scores`: the best of every player, level by level.
struct ScoresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scores",
    abstract: "List high scores: each player's best score on each level.",
    discussion: """
      Of equal scores, the earlier one comes first. The file is --store, or
      playtest/scores.sqlite in $XDG_DATA_HOME or ~/.local/share.

      Examples:
        playtest scores
        playtest scores bubble-pop --json
      """)

  @Argument(help: ArgumentHelp("The game (default: all).", valueName: "game"))
  var game: String?
  @Flag(help: "Print JSON.")
  var json = false
  @Option(help: ArgumentHelp("The file of the high scores.", valueName: "file"))
  var store: String?

  func run() throws {
    if let game { _ = try LevelNew.game(game, Workspace.library(own: Workspace.ownScripts)) }
    let entries = try entries()
    if json {
      return Console.output(
        JSONWriter.pretty(
          .array(
            entries.map {
              [
                "game": .string($0.game), "level": .string($0.level),
                "setting": .string($0.setting), "player": .string($0.player),
                "score": .int($0.score),
              ]
            })))
    }
    let hasSettings = entries.contains { !$0.setting.isEmpty }
    var rows = [["game", "level"] + (hasSettings ? ["setting"] : []) + ["player", "score"]]
    for entry in entries {
      let setting = hasSettings ? [SafeText.escaped(entry.setting, limit: 60)] : []
      rows.append(
        [entry.game, SafeText.escaped(entry.level, limit: 60)] + setting + [
          SafeText.escaped(entry.player, limit: 60), "\(entry.score)",
        ])
    }
    Console.output(TextTable.text(rows, width: Console.tableWidth))
  }

  /// The scores of the store; none if the default file does not exist yet.
  private func entries() throws -> [HighScores.Entry] {
    let path = store ?? HighScores.defaultPath(environment: ProcessInfo.processInfo.environment)
    guard Workspace.exists(path) else {
      if let store { throw CommandFailure(.missingFile, "\(store): no such file") }
      return []
    }
    return try HighScores(path: path).entries(game: game)
  }
}
