/// An open game: its definition, and the source of its rules, such as a script.
public final class OpenGame: Sendable {
  public let spec: GameSpec
  public let source: ScriptSource
  /// The modules that it requires.
  public let modules: [ScriptSource]
  /// Makes what carries out the rules; nil: the script does.
  let rulesSource: (any RulesSource)?
  /// The build of the engine that has the rules; nil: none has.
  let engine: EngineRecord?
  /// Why no player can look ahead in it; nil: they can.
  let reasonNotToLookAhead: String?

  init(spec: GameSpec, source: ScriptSource, modules: [ScriptSource] = []) {
    self.spec = spec
    self.source = source
    self.modules = modules
    rulesSource = nil
    engine = nil
    reasonNotToLookAhead = nil
  }

  /// A game whose rules are not a script; `source` then says what carries them out, for records.
  package init(
    spec: GameSpec, source: ScriptSource, rules: any RulesSource, engine: EngineRecord,
    reasonNotToLookAhead: String? = nil
  ) {
    self.spec = spec
    self.source = source
    modules = []
    rulesSource = rules
    self.engine = engine
    self.reasonNotToLookAhead = reasonNotToLookAhead
  }

  /// Reads the game of a script, in a sandbox of its own.
  /// - Throws: Everything that is wrong with it, as one fault.
  public convenience init(
    from source: ScriptSource, modules: [ScriptSource] = [], limits: ScriptLimits = .standard
  ) throws(ScriptFault) {
    let vm = try LuaVM.open(limits: limits, interfaces: [], libraries: modules)
    let table = try vm.export(try vm.load(source), of: source)
    var reader = GameSpecReader(source: source, table: table)
    self.init(spec: try reader.read(), source: source, modules: modules)
  }

  /// The functions that a worker's host looks up, in the order of their places.
  static let hooks = RulesFunction.named.map(\.name)

  /// What a worker's host needs for a level's values.
  func use(_ values: [OpenValue]) -> ScriptUse {
    let fields = zip(spec.fields, values).map { "\($0.name)=\($0.chunk(of: $1))" }
    return ScriptUse(
      source: source, hooks: Self.hooks, parameters: [],
      rules: RulesSetup(
        level: "return {" + fields.joined(separator: ",") + "}", move: spec.move,
        hidden: spec.hidden, events: spec.events.map(\.name), metrics: spec.metrics.count,
        players: spec.players,
        own: spec.own))
  }
}
