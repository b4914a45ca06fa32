import SimHarness

/// Tries a card game's script: its matches must be the same each time and in any order of the
/// cards, and games must keep to the rules.
struct CardsScriptCheck {
  let game: CardGame
  let modules: [ScriptSource]

  private static let games = 10
  private static let maxMoves = 300

  /// Gives what was done in words, and what is wrong, each with the line of the script; `prints`
  /// collects what the script prints.
  func run(
    printing prints: LoadingPrints
  ) throws(ScriptFault) -> (work: String, problems: [(message: String, line: Int)]) {
    var problems: [(message: String, line: Int)] = []
    let line = game.source.line(settingField: "match")
    var words = ["\(game.cards.count) cards"]
    var moves = 0
    for hand in game.hands {
      let table = try ScriptedCards.tabulated(
        game, hand: hand, libraries: modules, printing: prints)
      let again = try ScriptedCards.tabulated(
        game, hand: hand, libraries: modules, again: true)
      if !table.isSame(as: again) {
        problems.append(
          (
            "match returns different points for the same cards in another order, or when called"
              + " again",
            line
          )
        )
        continue
      }
      if table.count == 0 { problems.append(("no hand of \(hand) cards matches", line)) }
      words.append("\(table.count) matches of \(hand)")
      var rules = game.rules
      rules.match = hand
      let level = CardsLevel(name: "smoke", game: game, rules: rules, matches: table)
      moves += try play(level, &problems, line)
    }
    words.append("\(Self.games * game.hands.count) games, \(moves) moves")
    return (words.joined(separator: ", "), problems)
  }

  /// Plays random games, checking the state after every move; gives how many moves there were.
  private func play(
    _ level: CardsLevel, _ problems: inout [(message: String, line: Int)], _ line: Int
  ) throws(ScriptFault) -> Int {
    var moves = 0
    for index in 0..<Self.games {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
      var context = GameContext(streams: streams)
      var random = SeededRandom(key: streams.agents)
      do {
        var state = try CardsState(level: level, in: &context)
        var made = 0
        while state.outcome == nil && made < Self.maxMoves {
          let move = state.legalMove(at: random.below(state.aimlessMoveCount))
          try state.apply(move, in: &context) { _ in }
          try state.checkInvariants()
          made += 1
        }
        moves += made
      } catch {
        problems.append(("a random game failed: \(error)", line))
        return moves
      }
    }
    return moves
  }
}

extension ScriptCheck {
  /// Checks a card game.
  package func checkCards(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let prints = LoadingPrints()
    defer { report.printed += prints.lines.prefix(Self.maxPrinted) }
    let game = try ScriptedCards.game(from: source, libraries: modules, printing: prints)
    report.name = game.name
    let (work, problems) = try CardsScriptCheck(game: game, modules: modules).run(printing: prints)
    for problem in problems { report.add(problem.message, at: source, line: problem.line) }
    report.work = work
  }
}

extension MatchTable {
  /// Whether every hand has the same points.
  func isSame(as other: MatchTable) -> Bool {
    hand == other.hand && cards == other.cards && allPoints == other.allPoints
  }
}
