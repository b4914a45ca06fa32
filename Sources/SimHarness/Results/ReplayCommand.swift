/// The command that plays a game of a run again.
package enum ReplayCommand {
  package static func text(runPath: String, _ game: GameReference) -> String {
    [
      "playtest replay", ShellText.path(runPath), ShellText.option("--level", game.level),
      ShellText.option("--agent", game.agent), "--index \(game.index)",
    ].joined(separator: " ")
  }
}

extension LevelFlag {
  /// The command that plays the flag's example again, where it has one.
  package func replay(runPath: String, in folders: NamedFolders) -> String? {
    example.map { ReplayCommand.text(runPath: runPath, $0) + folders.optionsOfRun }
  }
}
