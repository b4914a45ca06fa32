import SimHarness

/// Pegs, modes and masters written in Lua: reads one from its script.
public enum ScriptedPeggle {
  /// The non-function fields of a kind of script, in the order in which they are listed.
  static func fields(of kind: PeggleScriptKind) -> [String] {
    switch kind {
    case .peg: ["name", "glyph", "summary", "colour", "points", "lights", "power", "params"]
    case .mode: ["name", "summary", "goal", "params"]
    case .master: ["name", "summary", "params"]
    }
  }

  /// Loads a script in a sandbox of its own and reads what it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func script(
    _ kind: PeggleScriptKind, from source: ScriptSource, libraries: [ScriptSource] = [],
    limits: ScriptLimits = .standard
  ) throws(ScriptFault) -> PeggleScript {
    let vm = try LuaVM.open(
      limits: limits, interfaces: PeggleScriptInterface.all, libraries: libraries)
    let table = try vm.export(try vm.load(source), of: source)
    var fields = ScriptFields(source: source, table: table)
    let name = fields.requiredString("name", example: "\"\(kind.rawValue)\"")
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    let parameters = fields.parameters()
    let script = PeggleScript(
      kind, name: name, glyph: kind == .peg ? glyph(&fields) : nil,
      summary: fields.string("summary", default: ""),
      goal: kind == .mode ? goal(&fields, parameters) : nil,
      colour: kind == .peg ? colour(&fields) : nil, points: points(&fields),
      isLitByHits: fields.table["lights"] == .none || fields.boolean("lights"),
      power: kind == .peg ? power(&fields) : .none, hooks: hooks(of: kind, &fields),
      parameters: parameters, source: source)
    fields.checkNames(
      known: Self.fields(of: kind), functions: PeggleScript.Hook.hooks(of: kind).map(\.name))
    try fields.check()
    return script
  }

  private static func hooks(
    of kind: PeggleScriptKind, _ fields: inout ScriptFields
  ) -> PeggleScript.Hooks {
    let hooks = PeggleScript.Hook.hooks(of: kind).reduce(into: PeggleScript.Hooks()) {
      if fields.table[$1.name] == .function { $0.formUnion(PeggleScript.Hooks($1)) }
    }
    if kind == .mode, !hooks.has(.isWon) {
      fields.report("`is_won(state)` is missing; it says whether the game is won", at: "is_won")
    }
    if kind == .master, !hooks.has(.power) {
      fields.report(
        "`power(world, peg, ball)` is missing; it is called when a green peg is hit", at: "power")
    }
    return hooks
  }

  private static func goal(
    _ fields: inout ScriptFields, _ parameters: [ScriptParameter]
  ) -> String? {
    let goal = fields.string("goal", default: "")
    let known = parameters.map(\.name) + PeggleLevel.goalNumbers
    for name in GoalText(text: goal).names where !known.contains(name) {
      fields.report(
        "`goal`: " + NearestName.complaint(about: name, called: "number", known: known), at: "goal")
    }
    return goal.isEmpty ? nil : goal
  }

  private static func glyph(_ fields: inout ScriptFields) -> Character? {
    let glyph = fields.requiredString("glyph", example: "\"x\"")
    if glyph.isEmpty { return nil }
    guard glyph.utf8.count == 1, let byte = glyph.utf8.first, (33...126).contains(byte) else {
      fields.report("`glyph` must be one printable ASCII character", at: "glyph")
      return nil
    }
    return glyph.first
  }

  private static func colour(_ fields: inout ScriptFields) -> String? {
    let colour = fields.string("colour", default: "")
    if !colour.isEmpty && !ScriptLibrary.isName(colour) {
      fields.report("`colour` must be letters, digits, - and _, at most 40", at: "colour")
    }
    return colour.isEmpty ? nil : colour
  }

  private static func points(_ fields: inout ScriptFields) -> Int? {
    if fields.table["points"] == .none { return nil }
    return fields.integer("points", default: 0, in: -10_000...10_000)
  }

  private static func power(_ fields: inout ScriptFields) -> PeggleScript.Power {
    let power = fields.string("power", default: "")
    if power.isEmpty { return .none }
    if !ScriptLibrary.isName(power) {
      fields.report("`power` must be \"master\" or the name of a master", at: "power")
    }
    return power == "master" ? .ofLevel : .of(power)
  }
}
