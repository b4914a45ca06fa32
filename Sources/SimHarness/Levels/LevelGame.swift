/// A game whose level files can be read.
public protocol LevelGame: RegisteredGame {
  /// What its level files hold.
  var levels: any DesignedLevel.Type { get }
  /// Every field of its level files, in the order in which they are written.
  var levelFields: [String] { get }
  /// Whether a page can draw its levels and edit them by pointing.
  var isDrawn: Bool { get }
}

extension GameRegistry {
  /// The games whose levels can be read: all of them, as every entry of a registry has levels.
  var levelGames: [any LevelGame] { registered.compactMap { $0 as? any LevelGame } }

  func levelGame(named name: String) -> (any LevelGame)? { (try? find(name)) as? any LevelGame }

  /// The fields that can be set in a level of some game, those of the header left out.
  package var settableFields: [String] {
    let scripted = scriptedNames.compactMap { levelGame(named: $0) }
    let own = (levelGames + scripted).flatMap(\.levelFields)
    return Set(own).subtracting(LevelHeader.fields).sorted()
  }
}
