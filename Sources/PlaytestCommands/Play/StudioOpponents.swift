import Catalogue
import SimHarness
import Studio

/// The simulated players that the studio seats beside a person, as `playtest play --against` does.
struct StudioOpponents: TableOpponents {
  let library: ScriptLibrary

  func isForTwo(_ game: GameEntry) -> Bool { Roster.isForTwo(game) }

  func player(for seat: PersonSeat, index: Int) throws -> SecondPlayer {
    guard let name = seat.opponent else { return .nobody }
    do {
      return .agent(
        name,
        try Workspace.fromRoster { () throws(RosterError) in
          try Roster.opponent(
            name, game: seat.game, library: library, seed: seat.seed, level: seat.level,
            index: index)
        })
    } catch let failure as CommandFailure {
      throw StudioFailure(
        status: 422, code: "player.unknown", message: failure.lines.first ?? "no such player")
    }
  }
}
