/// An agent's script: its own description and the values of its parameters.
public final class AgentScript: ScriptUser {
  /// The functions of an agent's script, by their number in the host.
  enum Hook: Int, CaseIterable {
    case start, choose

    var name: String { String(describing: self) }
  }

  public let name: String
  public let summary: String
  /// The games it plays.
  public let games: [String]
  public let parameters: [ScriptParameter]
  public let values: [Double]
  public let source: ScriptSource
  let hasStart: Bool

  private init(
    name: String, summary: String, games: [String], parameters: [ScriptParameter],
    values: [Double], source: ScriptSource, hasStart: Bool
  ) {
    self.name = name
    self.summary = summary
    self.games = games
    self.parameters = parameters
    self.values = values
    self.source = source
    self.hasStart = hasStart
  }

  /// Loads a script in a sandbox of its own and reads its description.
  public convenience init(
    from source: ScriptSource, libraries: [ScriptSource] = [], knownGames: [String],
    searchedGames: String = "", limits: ScriptLimits = .standard
  ) throws(ScriptFault) {
    let vm = try LuaVM.open(limits: limits, interfaces: TurnInterface.all, libraries: libraries)
    let module = try vm.load(source)
    let table = try vm.export(module, of: source)
    var fields = ScriptFields(source: source, table: table)
    let name = fields.requiredString("name", example: "\"my_agent\"")
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    let games = fields.names("games")
    if games.isEmpty {
      fields.report(
        "`games` must list the games it plays, such as { \"bubble-blast\" }",
        at: "games")
    }
    for game in games where !knownGames.contains(game) {
      let complaint =
        NearestName.complaint(about: game, called: "game", known: knownGames) + searchedGames
      fields.report("`games`: \(complaint)", at: "games")
    }
    if table[Hook.choose.name] != .function {
      fields.report(
        "`choose(turn)` is missing; it returns the index of the move to play", at: "choose")
    }
    let parameters = fields.parameters()
    let summary = fields.string("summary", default: "")
    fields.checkNames(
      known: ["name", "games", "summary", "params"], functions: Hook.allCases.map(\.name))
    try fields.check()
    self.init(
      name: name, summary: summary, games: games, parameters: parameters,
      values: parameters.map(\.defaultValue), source: source,
      hasStart: table[Hook.start.name] == .function)
  }

  /// The same agent with other parameter values.
  public func with(values: [Double]) -> AgentScript {
    AgentScript(
      name: name, summary: summary, games: games, parameters: parameters, values: values,
      source: source, hasStart: hasStart)
  }

  public var scriptUses: [ScriptUse] {
    [
      ScriptUse(
        source: source, hooks: Hook.allCases.map(\.name),
        parameters: zip(parameters, values).map { (name: $0.name, value: $1) })
    ]
  }
}
