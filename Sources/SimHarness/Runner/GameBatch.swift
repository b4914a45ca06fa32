/// Games of a level and player, to be played one after another by one worker.
package struct GameBatch: Sendable {
  /// What the games are known by to the one who wants them: in a run, their cell.
  package var number: Int
  package let level: PlayableLevel
  package let player: RunPlayer
  package let request: BatchRequest

  package init(
    number: Int = 0, level: PlayableLevel, player: RunPlayer, request: BatchRequest
  ) {
    self.number = number
    self.level = level
    self.player = player
    self.request = request
  }

  /// The scripts that the games call.
  var scripts: [ScriptSource] { level.scripts + player.scripts }
}
