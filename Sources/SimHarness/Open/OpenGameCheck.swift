/// What `playtest script check` does with the rules of a game: plays random games and looks at the
/// positions that come up.
public struct OpenGameCheck {
  let game: OpenGame
  let host: ScriptHost
  private(set) var problems: [(message: String, line: Int)] = []
  private var played = 0
  private var moves = 0
  /// What is not wrong and worth a look.
  private var note = ""
  /// Games on the level with every field at its default: all, those that reached an outcome, and
  /// those that ended at the game's own limit of moves.
  private var usual = (games: 0, ended: 0, stopped: 0)
  /// Shows the positions of the level that is played.
  var renderer: OpenRenderer?
  /// How many positions had their moves put into words.
  var worded = 0
  /// Whether a board was seen whose places cover each other in characters.
  var hidesPlaces = false

  /// Random games on the level with every field at its default.
  static let games = 200
  /// Moves of all of them, and of one of them.
  private static let maxMoves = 20_000
  private static let maxGameMoves = 400
  /// How many positions are looked at closely, and random moves after each.
  private static let positions = 60
  static let futureMoves = 40
  /// Moves of a position with which the hand slips, and copies whose moves are compared where that
  /// goes wrong.
  static let slips = 6
  static let slipCopies = 20
  /// Deals whose hidden values are compared.
  private static let deals = 50

  public init(_ game: OpenGame) {
    self.game = game
    host = ScriptHost(interfaces: [], libraries: game.modules)
  }

  var spec: GameSpec { game.spec }

  /// Checks the game and reports everything that is wrong.
  package mutating func run(_ report: inout ScriptCheck.Report) {
    let file = OpenLevelFile(of: game, name: "check")
    noteDuplicates()
    do throws(LevelError) {
      let level = try file.level()
      let renderer = OpenRenderer(level)
      self.renderer = renderer
      do throws(ScriptFault) {
        _ = try renderer.ownGoal()
      } catch {
        add(error, "the level with every field at its default")
      }
      play(level)
      if problems.isEmpty { noteEndlessness() }
      if problems.isEmpty, usual.games > 0, moves == 0 {
        let words =
          "every game is over before its first move (the level with every field at its default)"
        // A level that is to be drawn may begin as an empty board.
        if spec.design == nil { add(words, at: "outcome") } else { note += "; \(words)" }
      }
      if problems.isEmpty { compareDeals(of: level) }
      if problems.isEmpty { playFresh(level) }
      if problems.isEmpty { playExtremes() }
    } catch {
      let place = "the level with every field at its default"
      if case .script(let fault) = error {
        add(fault, place)
      } else {
        add("\(place): \(error.description)", at: "check")
      }
    }
    for problem in problems {
      report.add(problem.message, at: game.source, line: problem.line)
    }
    report.work = "\(played) random games, \(moves) moves\(note)"
  }

  /// Notes tokens with one letter: a board in characters shows them alike.
  private mutating func noteDuplicates() {
    for duplicates in spec.duplicateTokens {
      note +=
        "; the tokens \(duplicates.names.joined(separator: " and ")) have the same letter,"
        + " '\(duplicates.letter)', so boards in characters show them alike"
    }
  }

  /// Notes that random games do not end, or that `max_moves` ends most of them.
  private mutating func noteEndlessness() {
    if usual.stopped * 2 > usual.games {
      let which =
        usual.ended == 0
        ? "no random game reached an outcome: `max_moves` ended"
          + (usual.stopped == usual.games ? " all" : " \(usual.stopped)")
        : "`max_moves` ended \(usual.stopped) of the \(usual.games) random games"
      note +=
        "; \(which) after \(ReportNumber.plain(spec.maxMoves, "move")); make it larger if a game may"
        + " need more"
    } else if usual.ended == 0, usual.games > 0 {
      note +=
        "; no random game reached an outcome within"
        + " \(ReportNumber.plain(min(Self.maxGameMoves, spec.maxMoves), "move"))"
    }
  }

  mutating func add(note words: String) { note += "; \(words)" }

  mutating func add(_ message: String, at function: String) {
    problems.append((message, game.source.line(settingField: function)))
  }

  /// A fault of the script, which names its line itself.
  mutating func add(_ fault: ScriptFault, _ place: String) {
    let prefix = "\(game.source.name):"
    guard fault.message.hasPrefix(prefix),
      let colon = fault.message.dropFirst(prefix.count).firstIndex(of: ":"),
      let line = Int(fault.message.dropFirst(prefix.count)[..<colon])
    else {
      problems.append(("\(fault.message) (\(place))", 1))
      return
    }
    let what = fault.message[fault.message.index(after: colon)...].drop { $0 == " " }
    problems.append(("\(what) (\(place))", line))
  }

  // MARK: Random games

  private mutating func play(_ level: OpenLevel) {
    let looks = max(1, Self.maxMoves / Self.positions / 4)
    for index in 0..<Self.games where moves < Self.maxMoves && problems.isEmpty {
      play(level, index: index, lookingEvery: looks)
    }
  }

  /// Plays one random game; every `looks` moves the position is looked at.
  private mutating func play(_ level: OpenLevel, index: Int, lookingEvery looks: Int) {
    let streams = GameStreams(
      level: LevelStreams(seed: 1, levelID: level.id), index: index)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    played += 1
    var made = 0
    do throws(ScriptFault) {
      var state = try Self.start(level, in: &context)
      if played == 1 { lookAtCounters(of: state) }
      // The board of the start, whatever the fields are.
      if looks == .max { checkPictures(of: state, "game \(index)") }
      while state.outcome == nil && made < min(Self.maxGameMoves, spec.maxMoves) {
        if moves % looks == 0 { try look(at: state, in: context, game: index, move: made) }
        guard problems.isEmpty else { return }
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try Self.apply(move, to: &state, in: &context)
        made += 1
        moves += 1
      }
      if looks != .max {
        usual.games += 1
        if state.outcome != nil {
          usual.ended += 1
        } else if made == spec.maxMoves {
          usual.stopped += 1
        }
      }
      lookAtObservation(of: state, "game \(index), its end")
      checkPictures(of: state, "game \(index), its end")
      var tally = OpenTally(level: level)
      try tally.gameWillEnd(state, in: &context)
      lookAtGoal(of: state)
      try lookAtReason(of: state, in: context)
      if looks != .max, index == 0 {
        lookAtLooks(of: state, in: context)
        lookAtMetrics(of: state, in: context)
      }
    } catch {
      add(error, "game \(index), move \(made + 1)")
    }
  }

  /// Reports a game that is won or lost although its levels have no goal.
  private mutating func lookAtGoal(of end: OpenState) {
    guard !spec.hasGoal, let outcome = end.outcome, outcome != .ended else { return }
    add(
      "outcome returns \"\(outcome == .won ? "won" : "lost")\", and `goal = false` says that no game is"
        + " won or lost; return \"ended\", or remove `goal = false`", at: "outcome")
  }

  /// Reports a reason of a loss that is not declared.
  ///
  /// What player 1 has won, player 2 has lost.
  private mutating func lookAtReason(
    of end: OpenState, in context: borrowing GameContext
  ) throws(ScriptFault) {
    var loser = end
    if spec.isForTwo, loser.outcome == .won { loser.seatPerson(at: 2) }
    guard loser.outcome == .lost else { return }
    if !spec.lossReasons.isEmpty {
      _ = try loser.reason(in: context)
    } else if let reason = (try? loser.namedReason(in: context)) ?? nil {
      // Something else than a text is not meant as a reason.
      add(
        "outcome gives the reason \(SafeText.named(reason)), and the game declares none; add"
          + " reasons = { \(SafeText.quoted(reason)) }", at: "outcome")
    }
  }

  package static func start(
    _ level: OpenLevel, in context: inout GameContext
  ) throws(ScriptFault) -> OpenState {
    do throws(LevelError) {
      return try OpenState(level: level, in: &context)
    } catch {
      throw error.fault
    }
  }

  package static func apply(
    _ move: OpenMove, to state: inout OpenState, in context: inout GameContext
  ) throws(ScriptFault) {
    do throws(MoveError) {
      try state.apply(move, in: &context) { _ in }
    } catch {
      guard case .script(let fault) = error else {
        throw ScriptFault(kind: .error, message: error.description)
      }
      throw fault
    }
  }

  // MARK: Deals

  /// Notes whether deals hide different values, as where some cards of a deck lie face up: what is
  /// neither seen nor hidden would then be known to an imagined copy.
  private mutating func compareDeals(of level: OpenLevel) {
    guard !spec.hidden.isEmpty, !spec.imaginesItself else { return }
    var first: [[Int]]?
    for index in 0..<Self.deals {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
      var context = GameContext(streams: streams, scripts: host)
      host.beginGame()
      guard let state = try? Self.start(level, in: &context),
        let values = hiddenValues(of: state)
      else { return }
      guard let known = first else {
        first = values
        continue
      }
      if known != values {
        note +=
          "; the hidden values differ between deals, so players must be able to infer them from what"
          + " they see"
        return
      }
    }
  }

  /// The values of each pool, in their order.
  private func hiddenValues(of state: OpenState) -> [[Int]]? {
    if spec.isForTwo {
      return PackedValues(state.position, pools: spec.parts.count)?.pooled(spec.parts)
    }
    return PackedValues(state.position, pools: spec.hidden.count)?.pools.map { $0.sorted() }
  }

  // MARK: The level's fields

  /// Plays a few games with each number at either end of its range.
  private mutating func playExtremes() {
    for place in spec.fields.indices {
      guard let parameter = spec.fields[place].parameter else { continue }
      let usual = spec.fields[place].usual.number
      for value in [parameter.minimum, parameter.maximum] where value != usual {
        playExtreme(parameter.isWhole ? .whole(Int(saturating: value)) : .number(value), at: place)
      }
    }
  }

  private mutating func playExtreme(_ value: OpenValue, at place: Int) {
    var file = OpenLevelFile(of: game, name: "check")
    file.values[place] = value
    guard let level = try? file.level(), problems.isEmpty else { return }
    renderer = OpenRenderer(level)
    let before = moves
    for index in 0..<3 where problems.isEmpty && moves < before + 1000 {
      play(level, index: index, lookingEvery: .max)
    }
    let setting = "\(spec.fields[place].name) \(JSONWriter.compact(value.tree))"
    problems = problems.map { ("\($0.message) with \(setting)", $0.line) }
  }
}
