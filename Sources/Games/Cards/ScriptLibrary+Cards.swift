import SimHarness

extension ScriptLibrary: CardsCatalog {
  /// The card game of this name: the file of that name if it has it, else whichever file does.
  public func cardGame(named name: String) throws(ScriptFault) -> CardGame? {
    try definition(in: ScriptKind.cards.folder, named: name, \.name) {
      source throws(ScriptFault) in try cardGame(source)
    }
  }

  /// The card game of a script.
  package func cardGame(_ source: ScriptSource) throws(ScriptFault) -> CardGame {
    try loaded(source, as: ScriptKind.cards.rawValue) { modules throws(ScriptFault) in
      try ScriptedCards.game(from: source, libraries: modules)
    }
  }

  public func matches(of game: CardGame, hand: Int) throws(ScriptFault) -> MatchTable {
    let deck = StableDigest.hex(of: game.cards.map(\.name).joined(separator: ","))
    return try loaded(game.source, as: "matches of \(hand) in \(deck)") {
      modules throws(ScriptFault) in
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
