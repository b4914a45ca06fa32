import SimHarness
import Synchronization

/// Card games written in Lua: reads a game from its script, and tabulates its matches.
public enum ScriptedCards {
  private static let functions = ["deck", "match"]
  private static let scores = ["matched", "mismatched", "dealt", "chosen"]

  /// Loads a script in a sandbox of its own and reads the game it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func game(
    from source: ScriptSource, libraries: [ScriptSource] = []
  ) throws(ScriptFault) -> CardGame {
    try game(from: source, libraries: libraries, printing: LoadingPrints())
  }

  /// The same; `prints` collects what the script prints, even if it fails.
  static func game(
    from source: ScriptSource, libraries: [ScriptSource], printing prints: LoadingPrints
  ) throws(ScriptFault) -> CardGame {
    let printer = prints.printer()
    let vm = try LuaVM.open(limits: .standard, interfaces: [], libraries: libraries)
    let module = try vm.load(source, printer: printer)
    let table = try vm.export(module, of: source)
    var fields = ScriptFields(source: source, table: table)
    let name = fields.requiredString("name", example: "\"snap\"")
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    let summary = fields.string("summary", default: "")
    let features = fields.names("features")
    if features.isEmpty || features.count > CardGame.maxFeatures {
      fields.report(
        "`features` must be a list of 1 to \(CardGame.maxFeatures) names", at: "features")
    }
    for (place, feature) in features.enumerated() where features.prefix(place).contains(feature) {
      fields.report(
        "`features` has \(SafeText.named(feature)) twice; give each feature its own name",
        at: "features")
    }
    for function in functions where table[function] != .function {
      fields.report("the function `\(function)` is missing", at: function)
    }
    let hands = hands(&fields)
    fields.checkNames(
      known: [
        "name", "summary", "features", "hand", "hands", "faces", "deal", "draw", "refill",
        "scores", "goal",
      ], functions: functions)
    var rules = CardsRules()
    rules.match = hands.first ?? 2
    rules.isFaceDown = isFaceDown(&fields)
    rules.refill = fields.boolean("refill")
    rules.deal = fields.integer("deal", default: 12, in: 1...CardGame.maxCards)
    rules.draw = fields.integer("draw", default: 0, in: 0...CardGame.maxCards)
    readScores(&fields, into: &rules)
    readGoal(&fields, into: &rules)
    try fields.check()
    var cards: [CardGame.Card] = []
    if let deck = vm.function("deck", of: module) {
      var frame = ServingFrame(server: ScriptServer(Self.refuse), printer: printer)
      cards = try self.cards(
        try vm.callExporting(deck, .none, .none, frame: &frame), features: features,
        at: "\(source.name):\(vm.line(of: deck))")
    }
    for (feature, count) in [("rank", \CardsRules.ranks), ("suit", \.suits)] {
      guard let place = features.firstIndex(of: feature) else { continue }
      rules[keyPath: count] = Set(cards.map { $0.values[place] }).count
    }
    guard rules.deal <= cards.count else {
      throw ScriptFault(
        kind: .error,
        message: "\(source.name):\(source.line(settingField: "deal")): `deal` is \(rules.deal), but"
          + " the deck has only \(cards.count) cards")
    }
    return CardGame(
      name: name, summary: summary, features: features, cards: cards, hands: hands, rules: rules,
      source: source, printed: prints.lines)
  }

  private static func refuse(
    _ request: ScriptRequest, _ reply: inout ScriptReply
  ) throws(ScriptCallError) {
    throw ScriptCallError("a card game's functions cannot draw random numbers")
  }

  // MARK: Fields

  private static func hands(_ fields: inout ScriptFields) -> [Int] {
    let defaultHand = fields.integer("hand", default: 2, in: 2...3)
    guard fields.table["hands"] != .none else { return [defaultHand] }
    let hands =
      fields.table["hands"].sequence?.compactMap(\.number).map { Int(saturating: $0) } ?? []
    guard !hands.isEmpty, hands.allSatisfy({ (2...3).contains($0) }), hands.contains(defaultHand)
    else {
      fields.report("`hands` must be a list of 2 and 3 that includes `hand`", at: "hands")
      return [defaultHand]
    }
    return [defaultHand] + Set(hands).subtracting([defaultHand])
  }

  private static func isFaceDown(_ fields: inout ScriptFields) -> Bool {
    let faces = fields.string("faces", default: "up")
    if faces != "up" && faces != "down" {
      fields.report("`faces` must be \"up\" or \"down\", not \"\(faces)\"", at: "faces")
    }
    return faces == "down"
  }

  private static func readScores(_ fields: inout ScriptFields, into rules: inout CardsRules) {
    let table = fields.table["scores"]
    if table == .none { return }
    guard case .table = table else {
      fields.report("`scores` must be a table, such as { matched = 3 }", at: "scores")
      return
    }
    for (name, value) in table.fields {
      guard scores.contains(name) else {
        let hint = NearestName.suggestion(for: name, among: scores)
        fields.report(
          "unknown score `\(name)`" + (hint.map { "; did you mean `\($0)`?" } ?? ""), at: name)
        continue
      }
      guard case .integer(let points) = value, MatchTable.pointRange.contains(points) else {
        fields.report("`scores.\(name)` must be a whole number from -10000 to 10000", at: name)
        continue
      }
      rules.set(name, to: Double(points))
    }
  }

  private static func readGoal(_ fields: inout ScriptFields, into rules: inout CardsRules) {
    switch fields.table["goal"] {
    case .none: break
    case .string("clear"): rules.goal = .clear
    case .integer(let score) where score > 0: rules.goal = .score(score)
    default: fields.report("`goal` must be \"clear\" or a score to reach", at: "goal")
    }
  }

  private static func cards(
    _ value: LuaValue, features: [String], at place: String
  ) throws(ScriptFault) -> [CardGame.Card] {
    func fault(_ message: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "\(place): \(message)")
    }
    guard let list = value.sequence, (2...CardGame.maxCards).contains(list.count) else {
      throw fault("deck must return a list of 2 to \(CardGame.maxCards) cards")
    }
    var cards: [CardGame.Card] = []
    var names: Set<String> = []
    for (index, item) in list.enumerated() {
      guard case .string(let name) = item["name"], (1...12).contains(name.count),
        SafeText.escaped(name) == name
      else { throw fault("card \(index + 1) needs a `name` of 1 to 12 characters") }
      guard names.insert(name).inserted else { throw fault("two cards are called '\(name)'") }
      var values: [Int] = []
      for value in item.sequence ?? [] {
        if case .integer(let number) = value { values.append(number) }
      }
      guard values.count == features.count else {
        throw fault("card '\(name)' needs \(features.count) whole numbers, one per feature")
      }
      cards.append(CardGame.Card(name: name, values: values))
    }
    return cards
  }

  // MARK: Matches

  /// What a table depends on.
  private struct Key: Hashable {
    /// The script's name, which its messages contain and so may what it prints.
    let name: String
    let sources: [String]
    let hand: Int
    /// The deck, which a level may make smaller than the script's.
    let cards: [String]
  }

  /// Tables that were made already: a table is a function of the script's text.
  private static let made = Mutex<[Key: MatchTable]>([:])
  /// The maximum number of tables in the cache, which is then emptied, so that memory does not grow
  /// with the number of scripts.
  private static let maxMade = 64

  /// The matches of a game's hands, tabulated once per script and hand size.
  public static func matches(
    of game: CardGame, hand: Int, libraries: [ScriptSource] = []
  ) throws(ScriptFault) -> MatchTable {
    let key = Key(
      name: game.source.name, sources: ([game.source] + libraries).map(\.hash), hand: hand,
      cards: game.cards.map(\.name))
    if let known = made.withLock({ $0[key] }) { return known }
    let table = try tabulated(game, hand: hand, libraries: libraries)
    made.withLock { made in
      if made.count >= maxMade { made.removeAll() }
      made[key] = table
    }
    return table
  }

  /// Asks the script about every hand, in one machine: all hands together may use as many
  /// instructions as a game.
  ///
  /// `again` asks twice, with the cards in another order: a hand whose two answers differ then has
  /// points that no hand can have. `prints` collects what `match` prints; what the
  /// script prints outside its functions it has printed when the game was read.
  static func tabulated(
    _ game: CardGame, hand: Int, libraries: [ScriptSource], again: Bool = false,
    printing prints: LoadingPrints = LoadingPrints()
  ) throws(ScriptFault) -> MatchTable {
    var limits = ScriptLimits.standard
    if again { limits.instructions *= 2 }
    let vm = try LuaVM.open(limits: limits, interfaces: [], libraries: libraries)
    let module = try vm.load(game.source)
    guard let match = vm.function("match", of: module) else {
      throw ScriptFault(kind: .error, message: "\(game.source.name):1: `match` is missing")
    }
    var records: [ScriptDatum] = []
    for card in game.cards {
      let record = try vm.makeRecord(
        zip(game.features, card.values).map { (name: $0, value: Double($1)) }, called: "the card")
      records.append(.handle(record))
    }
    var frame = ServingFrame(server: ScriptServer(Self.refuse), printer: prints.printer())
    func points(
      _ a: ScriptDatum, _ b: ScriptDatum, _ c: ScriptDatum
    ) throws(ScriptFault) -> Int? {
      let answer = try vm.call(match, a, b, c, frame: &frame)
      if answer.isNone || answer.boolean == false { return nil }
      guard let points = answer.integer, MatchTable.pointRange.contains(points) else {
        throw ScriptFault(
          kind: .error,
          message: "\(game.source.name):\(vm.line(of: match)): match must return a whole number"
            + " from -10000 to 10000, or nil, not \(answer.found)")
      }
      return points
    }
    return try MatchTable(cards: game.cards.count, hand: hand) { a, b, c throws(ScriptFault) in
      let (a, b, c) = (records[a], records[b], c < 0 ? ScriptDatum.none : records[c])
      guard again else { return try points(a, b, c) }
      let turned = c.isNone ? (b, a, c) : (c, a, b)
      let first = try points(turned.0, turned.1, turned.2)
      // What counts its calls would give the same answers to the same calls.
      let second = try points(turned.0, turned.1, turned.2)
      return first == second ? first : MatchTable.pointRange.upperBound + 1
    } printed: {
      prints.lines
    }
  }
}
