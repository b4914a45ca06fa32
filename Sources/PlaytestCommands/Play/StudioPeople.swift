import SimHarness
import Studio

/// Keeps the games that people play in the studio as `playtest play` does: a record each, and the high
/// scores, but in the workspace, as the studio writes nowhere else.
struct StudioPeople: PeopleGames {
  /// The folder of the workspace.
  let root: String
  /// The file of the high scores.
  let scores: String
  let usualName: String

  func next(of seat: PersonSeat) throws -> (index: Int, highest: Int?) {
    try described {
      try refuseLinks(for: seat)
      return (records(of: seat, firstIndex: nil).index(ofGame: 0), try scores(of: seat).highest())
    }
  }

  func keep(_ played: PlayedGame, of seat: PersonSeat, index: Int) throws -> KeptGame {
    try described {
      try refuseLinks(for: seat)
      let records = records(of: seat, firstIndex: index)
      // Not before there is something to keep: people look at games that they do not play.
      try records.makeFolder(advice: "check the folder's permissions and the free space")
      let kept = try records.keep(played, number: 0)
      let (note, standings) = try scores(of: seat).record(played)
      // The page has said by then that the highest score was passed.
      let said = note.hasPrefix("; \(HighScores.passedEvent)") ? "" : note
      return KeptGame(words: kept.replacing("\(root)/", with: "") + said, standings: standings)
    }
  }

  /// Makes sure that what is kept stays in the workspace; called before a folder is made.
  private func refuseLinks(for seat: PersonSeat) throws(StudioFailure) {
    // SQLite writes beside the scores too.
    let files = ["", "-wal", "-shm", "-journal"].map { scores + $0 }
    for path in [folder(of: seat)] + files { try WorkspaceLinks.refuse(path, below: root) }
  }

  /// The folder of a level's records.
  private func folder(of seat: PersonSeat) -> String {
    let level = FileName.safe(seat.level.name, otherwise: "level")
    return "\(root)/\(PlayRecords.folder)/\(seat.game.name)/\(level)"
  }

  private func records(of seat: PersonSeat, firstIndex: Int?) -> PlayRecords {
    PlayRecords(
      folder: folder(of: seat), game: seat.game,
      level: seat.level, seed: seat.seed, player: seat.name, opponent: seat.opponent,
      firstIndex: firstIndex)
  }

  private func scores(of seat: PersonSeat) -> PlayScores {
    PlayScores(
      path: scores, level: seat.level, setting: seat.opponent.map { "against \($0)" } ?? "",
      player: seat.name, secondPerson: nil)
  }

  /// A command's failure in words for a page.
  private func described<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let failure as CommandFailure {
      throw StudioFailure(
        status: 422, code: "game.unkept", message: failure.lines.joined(separator: "; "))
    }
  }
}
