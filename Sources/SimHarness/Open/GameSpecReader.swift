/// Reads the table that a game's script returns, with everything that is wrong with it.
struct GameSpecReader {
  var fields: ScriptFields
  var spec = GameSpec()
  /// Whether an engine declares the game: it has functions of its own.
  var isOfEngine = false
  /// The first token that was given a letter.
  var lettersOfTokens: [Character: String] = [:]

  private static let known = [
    "name", "summary", "fields", "move", "hidden", "events", "metrics", "max_moves", "goal",
    "colours", "params", "players", "own", "observation", "tokens", "design",
    "counters", "reasons",
  ]
  /// What a script has for others than the rules: its own generator.
  private static let others = ["generate"]
  private static let required: [RulesFunction] = [.setup, .moves, .apply, .outcome]

  init(source: ScriptSource, table: LuaValue) {
    fields = ScriptFields(source: source, table: table)
  }

  /// - Throws: Everything wrong with the table, as one fault.
  mutating func read() throws(ScriptFault) -> GameSpec {
    readName()
    readFunctions()
    let first = fields.problems.count
    readFields()
    let areFieldsSound = fields.problems.count == first
    readMove()
    readHidden()
    readEvents()
    readMetrics()
    readReasons()
    let before = fields.problems.count
    readTokens()
    // A design speaks of fields and tokens: what is wrong with them is not its fault.
    if areFieldsSound && fields.problems.count == before { readDesign() }
    readRest()
    readPlayers()
    readObservation()
    readCounters()
    // Those of `generate`, which reads them itself: here for what is wrong with them.
    _ = fields.parameters()
    fields.checkNames(known: Self.known, functions: OpenGame.hooks + Self.others)
    try fields.check()
    return spec
  }

  // MARK: Names

  private mutating func readName() {
    spec.name = fields.requiredString("name", example: "\"my_game\"")
    spec.summary = fields.string("summary", default: "")
    checkShown(
      spec.summary, called: "`summary`", line: fields.source.line(settingField: "summary"))
    let stem = ScriptName.stem(of: fields.source.name)
    if spec.name.isEmpty { return }
    if !ScriptLibrary.isName(spec.name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    } else if spec.name != stem, !stem.hasPrefix("_") {
      fields.report(
        "`name` is \"\(spec.name)\", but a game is found by its file, \(stem).lua; give both the"
          + " same name", at: "name")
    }
  }

  private mutating func readFunctions() {
    for function in RulesFunction.named where fields.table[function.name] == .function {
      spec.functions.insert(function)
    }
    spec.generates = Self.others.contains { fields.table[$0] == .function }
    for function in Self.required where fields.table[function.name] == .none {
      let arguments =
        switch function {
        case .setup: "setup(s, random)"
        case .moves: "moves(s, offer)"
        case .apply: "apply(s, move, random, emit)"
        default: "outcome(s, offered)"
        }
      fields.report("the function `\(arguments)` is missing", at: function.name)
    }
  }

  /// Whether a text can be the name of a field, a move's number, an event or a metric.
  static func isPlainName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first), text.utf8.count <= 40 else {
      return false
    }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 95
    }
  }

  /// Reports a name that is none, is reserved or appears twice; whether it is fine.
  ///
  /// `readAs` is the table of which scripts read it as a field.
  mutating func check(
    _ name: String, in list: String, among names: [String], reserved: [String] = [],
    readAs table: String? = nil
  ) -> Bool {
    let line = line(of: name, in: list)
    if !Self.isPlainName(name) {
      fields.report(
        "`\(list)`: \(SafeText.named(name)) must begin with a lower-case letter and have only"
          + " lower-case letters, digits and _, at most 40", line: line)
      return false
    }
    if reserved.contains(name) {
      fields.report("`\(list)`: the name '\(name)' is taken; choose another", line: line)
      return false
    }
    if let table, !isOfEngine, Self.luaKeywords.contains(name) {
      fields.report(
        "`\(list)`: '\(name)' is a Lua keyword, so \(table).\(name) is a syntax error; choose"
          + " another",
        line: line)
      return false
    }
    if names.contains(name) {
      fields.report("`\(list)`: '\(name)' appears twice; remove one", line: line)
      return false
    }
    return true
  }

  /// Reports a name of an event or metric if one of the figures that it gives cannot have its name;
  /// whether it is fine.
  private mutating func checkFigures(_ figures: [String], in list: String) -> Bool {
    let own = spec.events.flatMap { [$0.name, "\($0.name)_sum"] } + spec.metrics.map(\.name)
    let name = figures[0]
    guard check(name, in: list, among: own) else { return false }
    func report(_ reason: String) -> Bool {
      fields.report(
        "`\(list)`: \(reason); choose another name", line: line(of: name, in: list))
      return false
    }
    if let taken = figures.first(where: ReservedNames.contains) {
      return report(
        "'\(taken)' is the name of a figure or a column that every game has")
    }
    // The ends of a figure's interval are columns too.
    let columns = Set(own.flatMap(TableColumns.interval))
    if let duplicate = figures.flatMap(TableColumns.interval).first(where: columns.contains) {
      let other = own.first { TableColumns.interval($0).contains(duplicate) } ?? name
      let cause = other == duplicate ? name : other
      return report("the column '\(duplicate)' would be in tables twice, because of '\(cause)'")
    }
    return true
  }

  /// The line on which a name stands, at or after that on which a list begins.
  func line(of name: String, in list: String) -> Int {
    let start = fields.source.line(settingField: list)
    let lines = fields.source.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, text) in lines.enumerated().dropFirst(start - 1) {
      if text.contains("\"\(name)\"") || text.contains("'\(name)'") { return place + 1 }
      let words = ScriptSource.words(of: text)
      if zip(words, words.dropFirst()).contains(where: { $0 == name && $1 == "=" }) {
        return place + 1
      }
    }
    return start
  }

  /// The words that Lua has for itself: `move.end` is not Lua.
  private static let luaKeywords = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// The most characters of a text that is shown to people; of an engine's, no more are kept.
  static let maxShownLength = 400

  /// The problem of a text that is shown to people: characters that nobody sees, or too many of
  /// them; nil: none.
  static func problem(ofShown text: String) -> String? {
    guard SafeText.escaped(text, limit: .max) == text else {
      return "has control characters or other invisible ones: \(SafeText.quoted(text)); remove them"
    }
    return text.count > maxShownLength
      ? "has \(text.count) characters; use at most \(maxShownLength)" : nil
  }

  /// Reports a text that cannot be shown to people.
  ///
  /// What an engine says is escaped instead.
  mutating func checkShown(_ text: String, called name: String, line: Int) {
    guard !isOfEngine, let problem = Self.problem(ofShown: text) else { return }
    fields.report("\(name) \(problem)", line: line)
  }

  // MARK: Lists

  /// An example as who is addressed writes it: a script, or an engine in JSON.
  private func example(_ lua: String, _ json: String) -> String { isOfEngine ? json : lua }

  /// The members of a list of tables; reports what is none.
  mutating func tables(_ list: String, maximum: Int, example: String) -> [LuaValue] {
    let value = fields.table[list]
    if value == .none { return [] }
    guard case .table(let pairs) = value, let members = value.sequence,
      members.count == pairs.count,
      members.allSatisfy({ if case .table = $0 { true } else { false } })
    else {
      let what = isOfEngine ? "a list" : "a list of tables"
      fields.report("`\(list)` must be \(what), such as \(example)", at: list)
      return []
    }
    if members.count > maximum {
      fields.report("`\(list)` can have at most \(maximum) entries", at: list)
      return []
    }
    return members
  }

  mutating func readFields() {
    let example = example(
      "{ { name = \"size\", kind = \"whole\", min = 3, max = 6, default = 4 } }",
      #"[{"name": "size", "kind": "whole", "min": 3, "max": 6, "default": 4}]"#)
    for table in tables("fields", maximum: GameSpec.maxFields, example: example) {
      guard let name = table["name"].string else {
        fields.report("`fields`: every field needs a `name`, such as \(example)", at: "fields")
        continue
      }
      guard
        check(
          name, in: "fields", among: spec.fields.map(\.name),
          reserved: LevelHeader.fields + ["rules", "params"], readAs: "s.level")
      else { continue }
      var reader = OpenFieldReader(name: name, table: table, isOfEngine: isOfEngine)
      if let field = reader.read() { spec.fields.append(field) }
      let line = line(of: name, in: "fields")
      for problem in reader.problems {
        fields.report("`fields`: \(name): \(problem)", line: line)
      }
    }
  }

  mutating func readMove() {
    let example = example(
      "move = { { \"from\", 0, 10 }, { \"to\", 0, 11 } }",
      #""move": [["from", 0, 10], ["to", 0, 11]]"#)
    if fields.table["move"] == .none {
      fields.report("`move` is missing: the numbers of a move, such as \(example)", at: "move")
      return
    }
    let members = tables("move", maximum: 4, example: example)
    for table in members {
      let entry = table.sequence ?? []
      guard entry.count == 3, let name = entry[0].string, case .integer(let low) = entry[1],
        case .integer(let high) = entry[2]
      else {
        fields.report(
          "`move`: each number is \(self.example("{ name, min, max }", "[name, min, max]")), such"
            + " as \(example)", at: "move")
        continue
      }
      guard check(name, in: "move", among: spec.move.map(\.name), readAs: "move") else { continue }
      guard low <= high, low >= -32768, high <= 32767 else {
        fields.report(
          "`move`: \(name): min and max must be whole numbers from -32768 to 32767, min <= max",
          line: line(of: name, in: "move"))
        continue
      }
      spec.move.append(RulesSetup.MoveNumber(name, low...high))
    }
    if members.isEmpty, fields.table["move"] == .table([]) {
      fields.report("`move` needs at least one number, such as \(example)", at: "move")
    }
  }

  private mutating func readHidden() {
    let example = "hidden = { { \"down\", \"stock\" } }"
    for table in tables("hidden", maximum: GameSpec.maxPools, example: example) {
      let names = table.sequence?.compactMap(\.string) ?? []
      guard case .table(let pairs) = table, pairs.count == names.count, !names.isEmpty else {
        fields.report(
          "`hidden` must be a list of pools, each a list of fields of the state, such as"
            + " \(example)", at: "hidden")
        continue
      }
      var pool: [String] = []
      for name in names
      where check(
        name, in: "hidden", among: spec.hidden.flatMap(\.self) + pool,
        reserved: ["level", "score", "scores", "turn"])
      {
        pool.append(name)
      }
      spec.hidden.append(pool)
    }
    if spec.functions.contains(.imagine) && spec.hidden.isEmpty {
      fields.report(
        "`imagine` draws hidden fields, and there are none; name them, such as \(example)",
        at: "imagine")
    }
  }

  mutating func readEvents() {
    let value = fields.table["events"]
    if value == .none { return }
    let example = example(
      "events = { merged = \"tiles merged\" }", #""events": {"merged": "tiles merged"}"#)
    guard case .table(let pairs) = value, pairs.count == value.fields.count else {
      let what = isOfEngine ? "an object" : "a table"
      fields.report("`events` must be \(what) of names, such as \(example)", at: "events")
      return
    }
    if pairs.count > GameSpec.maxEvents {
      fields.report("`events` can have at most \(GameSpec.maxEvents) names", at: "events")
      return
    }
    for (name, summary) in value.fields {
      guard checkFigures([name, "\(name)_sum"], in: "events") else { continue }
      guard case .string(let summary) = summary, !summary.isEmpty else {
        let found = summary == .string("") ? "an empty one" : summary.typeName
        fields.report(
          "`events.\(name)` must be a string that says what it is, not \(found)",
          line: line(of: name, in: "events"))
        continue
      }
      checkShown(summary, called: "`events.\(name)`", line: line(of: name, in: "events"))
      spec.events.append(GameSpec.Event(name: name, summary: summary))
    }
  }

  mutating func readMetrics() {
    let example = example(
      "metrics = { { name = \"best\", unit = \"tiles\", summary = \"the largest tile\","
        + " value = function(s) return s.best end } }",
      #""metrics": [{"name": "best", "unit": "tiles", "summary": "the largest tile"}]"#)
    for table in tables("metrics", maximum: GameSpec.maxMetrics, example: example) {
      guard let name = table["name"].string else {
        fields.report("`metrics`: every metric needs a `name`, such as \(example)", at: "metrics")
        continue
      }
      guard checkFigures([name], in: "metrics") else { continue }
      let line = line(of: name, in: "metrics")
      let known = ["name", "unit", "summary", "value"]
      for (key, _) in table.fields where !known.contains(key) {
        fields.report("`metrics`: \(name): \(Self.unknown(key, among: known))", line: line)
      }
      if !isOfEngine && table["value"] != .function {
        fields.report("`metrics`: \(name): `value` must be a function(s)", line: line)
      }
      let texts = ["unit", "summary"].map { key in (key, table[key]) }
      for (key, value) in texts where value != .none {
        if let text = value.string {
          checkShown(text, called: "`metrics`: \(name): `\(key)`", line: line)
        } else {
          fields.report("`metrics`: \(name): `\(key)` must be a string", line: line)
        }
      }
      spec.metrics.append(
        GameSpec.Metric(
          name: name, unit: table["unit"].string ?? "number",
          summary: table["summary"].string ?? name))
    }
  }

  static func unknown(_ name: String, among known: [String]) -> String {
    let hint = NearestName.suggestion(for: name, among: known)
    return "unknown field `\(SafeText.escaped(name))`"
      + (hint.map { "; did you mean `\($0)`?" } ?? "")
  }

  mutating func readRest() {
    spec.maxMoves = fields.integer(
      "max_moves", default: GameSpec.usualMoves, in: 1...1_000_000)
    switch fields.table["goal"] {
    case .none, .function: break
    case .boolean(let hasGoal): spec.hasGoal = hasGoal
    case let other:
      fields.report(
        example(
          "`goal` must be a function that says what wins, or false where nothing does, not"
            + " \(other.typeName)",
          "`goal` must be true or false, not \(other.typeName)"), at: "goal")
    }
    let colours = fields.table["colours"]
    if colours == .none { return }
    guard case .table = colours else {
      fields.report(
        example(
          "`colours` must be a table, such as colours = { R = \"red\" }",
          #"`colours` must be an object, such as "colours": {"R": "red"}"#), at: "colours")
      return
    }
    for (character, name) in colours.fields {
      guard character.count == 1, let letter = character.first, case .string(let colour) = name,
        CanvasColour.allCases.contains(where: { "\($0)" == colour })
      else {
        let known = CanvasColour.allCases.map { "\($0)" }.joined(separator: ", ")
        fields.report(
          "`colours`: each name must be one character, and its colour one of \(known)",
          at: "colours")
        continue
      }
      spec.colours[letter] = colour
    }
  }
}
