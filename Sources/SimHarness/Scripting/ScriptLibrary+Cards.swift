extension ScriptLibrary: CardsCatalog {
  /// The card game of this name: the file of that name if it has it, else whichever file does.
  public func cardGame(named name: String) throws(ScriptFault) -> CardGame? {
    guard Self.isName(name) else { return nil }
    if let source = try source(of: .cards, named: name) {
      let game = try cardGame(source)
      if game.name == name { return game }
    }
    for source in try sources(of: .cards) where source.text.contains(name) {
      // A broken file is none of this level's business.
      guard let game = try? cardGame(source) else { continue }
      if game.name == name { return game }
    }
    return nil
  }

  /// The card game of a script.
  func cardGame(_ source: ScriptSource) throws(ScriptFault) -> CardGame {
    try loaded(source, as: ScriptKind.cards.rawValue) { modules throws(ScriptFault) in
      try ScriptedCards.game(from: source, libraries: modules)
    }
  }

  public func matches(of game: CardGame, hand: Int) throws(ScriptFault) -> MatchTable {
    try loaded(game.source, as: "matches of \(hand)") { modules throws(ScriptFault) in
      try ScriptedCards.matches(of: game, hand: hand, libraries: modules)
    }
  }

  /// The names that the scripts give themselves.
  public var cardGameNames: [String] {
    let sources = (try? sources(of: .cards)) ?? []
    return sources.compactMap { source in
      try? cardGame(source).name
    }.sorted()
  }
}
