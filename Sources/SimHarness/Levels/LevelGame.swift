/// A game whose level files can be read.
public protocol LevelGame: RegisteredGame {
  /// What its level files hold.
  var levels: any DesignedLevel.Type { get }
}

extension GameRegistry {
  /// The games whose levels can be read: all of them, as every entry of a registry has levels.
  var levelGames: [any LevelGame] { registered.compactMap { $0 as? any LevelGame } }

  func levelGame(named name: String) -> (any LevelGame)? {
    levelGames.first { $0.name == name }
  }

  /// The fields that can be set in a level of some game, those of the header left out.
  package var settableFields: [String] {
    let own = levelGames.flatMap { $0.levels.fields(of: $0.name) }
    return Set(own).subtracting(LevelHeader.fields).sorted()
  }
}
