extension ScriptLibrary: CardsCatalog {
  /// The card game of this name: the file of that name if it has it, else whichever file does.
  public func cardGame(named name: String) throws(ScriptFault) -> CardGame? {
    guard Self.isName(name) else { return nil }
    if let source = try source(of: .cards, named: name) {
      let game = try ScriptedCards.game(from: source, libraries: try libraries(for: source))
      if game.name == name { return game }
    }
    for source in try sources(of: .cards) where source.text.contains(name) {
      // A broken file is none of this level's business.
      guard let game = try? ScriptedCards.game(from: source, libraries: libraries(for: source))
      else { continue }
      if game.name == name { return game }
    }
    return nil
  }

  public func matches(of game: CardGame, hand: Int) throws(ScriptFault) -> MatchTable {
    try ScriptedCards.matches(of: game, hand: hand, libraries: try libraries(for: game.source))
  }

  /// The names that the scripts give themselves.
  public var cardGameNames: [String] {
    let sources = (try? sources(of: .cards)) ?? []
    return sources.compactMap { source in
      try? ScriptedCards.game(from: source, libraries: libraries(for: source)).name
    }.sorted()
  }
}
