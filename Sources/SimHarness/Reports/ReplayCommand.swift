/// The command that plays a game of a run again.
enum ReplayCommand {
  static func text(runPath: String, _ game: GameReference) -> String {
    [
      "playtest replay", ShellText.path(runPath), ShellText.option("--level", game.level),
      ShellText.option("--agent", game.agent), "--index \(game.index)",
    ].joined(separator: " ")
  }
}
