/// The list of games: a game is one line here.
public enum GameRegistry {
  public static let games: [GameEntry] = [
    BubbleBlast.entry,
    Peggle.entry,
    BubblePop.entry,
    SetGame.entry,
    PlayingCards.entry,
    ScriptedCardGames.entry,
  ]

  public static func game(named name: String) -> GameEntry? { games.first { $0.name == name } }
}
