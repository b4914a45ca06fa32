extension OpenLevel {
  /// A move by the names of its numbers: `from 3, to 5, count 1`.
  func words(for move: OpenMove) -> String {
    spec.move.enumerated().map { "\($1.name) \(move[$0])" }.joined(separator: ", ")
  }

  /// Words for a move with who made it, where two players share a table: `A: card 5`.
  func account(of move: OpenMove, _ words: String) -> String {
    (move.player == 0 ? "" : move.player == 1 ? "A: " : "B: ") + words
  }

  /// What happened, in words: `merged 4`, or the name alone.
  func words(for event: OpenEvent) -> String {
    guard spec.events.indices.contains(event.name) else { return "" }
    let name = spec.events[event.name].name
    return event.value == 1 ? name : "\(name) \(event.value)"
  }

  /// A move as a record writes it.
  func tree(of move: OpenMove) -> JSONTree {
    let numbers = spec.move.enumerated().map { ($1.name, JSONTree.int(move[$0])) }
    return .object(move.player > 0 ? numbers + [("player", .int(Int(move.player)))] : numbers)
  }

  /// Reads a move of a record; every issue is reported.
  func move(_ item: JSONCursor) -> OpenMove? {
    let names = spec.move.map(\.name) + (isForTwo ? ["player"] : [])
    guard let fields = item.object(fields: names) else { return nil }
    var numbers: [Int] = []
    for part in spec.move {
      guard let number = fields.required(part.name)?.int(in: part.range) else { return nil }
      numbers.append(number)
    }
    var move = OpenMove(numbers)
    if isForTwo, let player = fields.optional("player") {
      guard let number = player.int(in: 1...2) else { return nil }
      move.player = UInt8(number)
    }
    return move
  }

  /// What wins, for people: the game's own words with the level's numbers, else what holds for all
  /// its levels; where the game's function fails, what is wrong with it.
  func goal(by renderer: OpenRenderer) -> String {
    guard spec.hasGoal else { return "Score as much as you can." }
    let own: String?
    do throws(ScriptFault) {
      own = try renderer.ownGoal()
    } catch {
      return OpenRenderer.line(about: error)
    }
    return own ?? (spec.summary.isEmpty ? "Win the game." : spec.summary)
  }
}

extension OpenState {
  /// The score in words, of both players where two share a table: `score 12 to 7`.
  var scoreWords: String {
    guard level.isForTwo else { return "score \(score)" }
    let other = table.score(of: OpenTable.other(than: table.seat))
    return "score \(score) to \(other)"
  }

  /// How the game ended and why it was lost, in words such as `LOST (stuck)`; nil while it goes on.
  ///
  /// Where two share a table, who won: `A WON (B lost: stuck)`, or `player 1 WON` where one plays
  /// both seats.
  func endWords(by renderer: OpenRenderer) -> String? {
    guard let outcome else { return nil }
    let reason = renderer.reason(of: self)
    guard level.isForTwo else {
      switch outcome {
      case .won: return "WON"
      case .lost: return "LOST" + (reason.map { " (\($0))" } ?? "")
      case .ended: return "the end"
      }
    }
    let (first, second) = table.isSeated ? ("A", "B") : ("player 1", "player 2")
    let (winner, loser) = outcome == .won ? (first, second) : (second, first)
    return outcome == .ended
      ? "a draw" : "\(winner) WON" + (reason.map { " (\(loser) lost: \($0))" } ?? "")
  }
}
