/// Games of a level and player, to be played one after another by one worker.
package struct GameBatch: Sendable {
  /// The caller's number of the batch: in a run, the cell.
  package var number: Int
  /// The number of the level and player in what scripts print; nil: `number`.
  package var printedCell: Int?
  package let level: PlayableLevel
  package let player: RunPlayer
  package let request: BatchRequest

  package init(
    number: Int = 0, printedCell: Int? = nil, level: PlayableLevel, player: RunPlayer,
    request: BatchRequest
  ) {
    self.number = number
    self.printedCell = printedCell
    self.level = level
    self.player = player
    self.request = request
  }

  /// The scripts that the games call.
  var scripts: [ScriptSource] { level.scripts + player.scripts }
}
