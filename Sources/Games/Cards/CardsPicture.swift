import SimHarness

/// Tables of cards for people.
public enum CardsPicture {
  private static let width = 6

  /// What a player sees: the cards in rows of six, `?` for one that lies face down, `.` for a place
  /// without a card; selected ones in brackets.
  public static func text(of table: CardsTable) -> String {
    let game = table.level.game
    let places = table.places
    let longest = (game.cards.map(\.name.count).max() ?? 1) + 2
    var lines: [String] = []
    for start in stride(from: 0, to: table.placeCount, by: width) {
      var line = ""
      for place in start..<min(start + width, table.placeCount) {
        let card = places[place]
        var text =
          switch card {
          case CardsTable.empty: "."
          case CardsTable.closed: "?"
          default: game.cards[Int(card)].name
          }
        text = table.selected.index(of: place) == nil ? " \(text) " : "[\(text)]"
        line += text + String(repeating: " ", count: max(0, longest - text.count))
      }
      while line.last == " " { line.removeLast() }
      lines.append(line)
    }
    lines.append("deck \(table.deckLeft), matches \(table.foundCount / table.level.rules.match)")
    if let second = table.secondScore {
      lines.append("player 1 \(table.score), player 2 \(second)")
    }
    return lines.joined(separator: "\n")
  }

  /// A level in words, the cards of its deck among them.
  public static func text(of level: CardsLevel) -> String {
    let rules = level.rules
    var lines = head(of: level.game, rules)
    lines.append("\(level.matches.count) of the deck's hands match")
    return lines.joined(separator: "\n")
  }

  /// A level file in words.
  public static func text(of file: CardsLevelFile, catalog: any CardsCatalog) -> String {
    guard let game = try? catalog.cardGame(named: file.script) else {
      return "the card game \(file.script), which was not found"
    }
    return head(of: file.limited(game), file.rules(of: game)).joined(separator: "\n")
  }

  private static func head(of game: CardGame, _ rules: CardsRules) -> [String] {
    var lines = [
      "\(game.name): \(game.cards.count) cards (\(game.features.joined(separator: ", ")))",
      "\(rules.deal) dealt face \(rules.isFaceDown ? "down" : "up"), \(rules.match) make a match",
    ]
    if rules.draw > 0 { lines.append("\(rules.draw) more on request") }
    if rules.refill { lines.append("refilled to \(rules.deal)") }
    var line = ""
    for card in game.cards {
      if line.count + card.name.count + 1 > 72 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + card.name
    }
    return lines + [line]
  }
}

extension CardsLevelFile {
  /// The level in words: see `CardsPicture`.
  public func picture(catalog: any CardsCatalog, withRulers: Bool) -> String {
    CardsPicture.text(of: self, catalog: catalog)
  }
}
