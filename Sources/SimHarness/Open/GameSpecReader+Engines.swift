extension GameSpecReader {
  /// Reads what an engine says of its game, under the name of the engine.
  ///
  /// Members that are not known are ignored, so that later versions of the protocol can add some.
  mutating func readEngine(named name: String) throws(ScriptFault) -> GameSpec {
    isOfEngine = true
    spec.name = name
    spec.summary = fields.string("summary", default: "")
    spec.functions = [.check, .worth]
    readFields()
    readMove()
    readEvents()
    readMetrics()
    readReasons()
    readRest()
    refusePlayers()
    try fields.check()
    return spec
  }

  /// Reports what would make the game one for two, which the protocol has no words for: whose turn
  /// it is, and what the other player has.
  private mutating func refusePlayers() {
    let players = fields.table["players"]
    if players != .none && players != .integer(1) {
      fields.report(
        "`players` can only be 1, as an engine's game has one player; leave it out, and let the"
          + " engine move for the others", at: "players")
    }
    if fields.table["own"] != .none {
      fields.report(
        "`own` is for two-player games in Lua, and an engine's game has one player; leave it out",
        at: "own")
    }
  }
}

extension GameSpec {
  /// The maximum number of characters in what is said of a wrong engine.
  private static let maxEngineMessage = 1500

  /// What an engine says of its game, which then has the engine's name.
  ///
  /// `hasPicture`: whether it draws positions in characters.
  /// - Throws: Everything that is wrong with it, as one fault.
  package init(
    ofEngine name: String, _ tree: JSONTree, hasPicture: Bool
  ) throws(ScriptFault) {
    let source = ScriptSource(name: "engine \(name), hello", text: "")
    var reader = GameSpecReader(source: source, table: LuaValue(tree))
    do throws(ScriptFault) {
      self = try reader.readEngine(named: name)
    } catch {
      // A line of the protocol has no lines of its own, and its names may be any text.
      let message = error.message.replacing("\(source.name):1: ", with: "\(source.name): ")
      throw ScriptFault(
        kind: .error, message: SafeText.escaped(message, limit: Self.maxEngineMessage))
    }
    escapeTexts()
    if hasPicture { functions.insert(.picture) }
  }

  /// What an engine says in words becomes printable: it reaches terminals, pages and stores.
  private mutating func escapeTexts() {
    func escaped(_ text: String) -> String {
      SafeText.escaped(text, limit: GameSpecReader.maxShownLength)
    }
    summary = escaped(summary)
    fields = fields.map { $0.describing(unit: escaped($0.unit), summary: escaped($0.summary)) }
    events = events.map { Event(name: $0.name, summary: escaped($0.summary)) }
    metrics = metrics.map {
      Metric(name: $0.name, unit: escaped($0.unit), summary: escaped($0.summary))
    }
  }
}

extension LuaValue {
  /// The value of JSON as a script would hold it.
  init(_ tree: JSONTree) {
    switch tree {
    case .null: self = .none
    case .bool(let value): self = .boolean(value)
    case .int(let value): self = .integer(value)
    case .unsigned(let value): self = .number(Double(value))
    case .double(let value): self = .number(value)
    case .string(let text): self = .string(text)
    case .array(let elements):
      self = .table(
        elements.enumerated().map { Pair(key: .integer($0 + 1), value: LuaValue($1)) })
    case .object(let members):
      self = .table(
        members.sorted { $0.key < $1.key }.map {
          Pair(key: .string($0.key), value: LuaValue($0.value))
        })
    }
  }
}
