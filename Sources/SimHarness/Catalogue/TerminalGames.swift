/// The games that can be played at a terminal: a game is a line here.
public enum TerminalGames {
  private typealias Make =
    @Sendable (SessionRequest) throws(LevelError) -> (any TerminalSession)?

  private static let games: [(name: String, make: Make)] = [
    (
      BubbleBlast.name,
      { request throws(LevelError) in
        guard let level = request.level.content(as: BubbleLevel.self) else { return nil }
        return level.fitsSmallMask
          ? try PersonSession<BubbleTerminal<SmallMask>>(level, request)
          : try PersonSession<BubbleTerminal<LargeMask>>(level, request)
      }
    ),
    (
      Peggle.name,
      { request throws(LevelError) in
        guard let level = request.level.content(as: PeggleLevel.self) else { return nil }
        return try PersonSession<PeggleTerminal>(level, request)
      }
    ),
    (
      BubblePop.name,
      { request throws(LevelError) in
        guard let level = request.level.content(as: PopLevel.self) else { return nil }
        return try PersonSession<PopTerminal>(level, request)
      }
    ),
    (SetGame.entry.name, cards),
    (PlayingCards.entry.name, cards),
    (ScriptedCardGames.entry.name, cards),
  ]

  /// All card games are played by the same hands.
  private static let cards: Make = { request throws(LevelError) in
    guard let level = request.level.content(as: CardsLevel.self) else { return nil }
    return try PersonSession<CardsTerminal>(level, request) {
      $0.names = (request.player, request.company.name)
      $0.company = request.company
    }
  }

  /// The games' names.
  public static var names: [String] { games.map(\.name) }

  /// Begins a game; nil where nobody can play it at a terminal.
  public static func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    guard let game = games.first(where: { $0.name == request.level.game }) else { return nil }
    return try game.make(request)
  }
}
