import SimHarness

/// Special bubbles written in Lua: reads a kind from its script.
public enum ScriptedBubble {
  /// Characters a kind may not be printed as: the default letters and the empty cell.
  public static let reservedGlyphs: Set<Character> = [
    "B", "R", "O", "G", "Y", "P", "C", "W", ".", " ", "-",
  ]
  /// Those of them that stand for an empty cell.
  private static let emptyGlyphs: Set<Character> = [".", " ", "-"]

  /// Loads a script in a sandbox of its own and reads the kind it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func kind(
    from source: ScriptSource, libraries: [ScriptSource] = [], limits: ScriptLimits = .standard
  ) throws(ScriptFault) -> BubbleKind {
    let vm = try LuaVM.open(
      limits: limits, interfaces: BubbleScriptInterface.all, libraries: libraries)
    let module = try vm.load(source)
    let table = try vm.export(module, of: source)
    var fields = ScriptFields(source: source, table: table)
    let name = fields.requiredString("name", example: "\"crate\"")
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    if BubbleColour(name: name) != nil {
      fields.report("`name` must not be that of a colour", at: "name")
    }
    let glyph = fields.requiredString("glyph", example: "\"x\"")
    if !glyph.isEmpty
      && (glyph.utf8.count != 1 || (glyph.utf8.first ?? 0) < 33 || (glyph.utf8.first ?? 0) > 126)
    {
      fields.report("`glyph` must be one printable ASCII character", at: "glyph")
    } else if let character = glyph.first, reservedGlyphs.contains(character) {
      let owner = emptyGlyphs.contains(character) ? "an empty cell's" : "a plain bubble's"
      fields.report("`glyph` \"\(character)\" is \(owner) letter; choose another", at: "glyph")
    }
    let matching = matching(&fields)
    let hooks = BubbleKind.Hook.allCases.reduce(into: BubbleKind.Hooks()) { hooks, hook in
      if table[hook.name] == .function { hooks.formUnion(BubbleKind.Hooks(hook)) }
    }
    let kind = BubbleKind(
      name: name, glyph: glyph.first ?? "?",
      summary: fields.string("summary", default: ""), matching: matching,
      isObstacle: fields.boolean("obstacle"), isImmune: fields.boolean("immune"),
      priority: fields.integer("priority", default: 10, in: -1_000_000...1_000_000),
      hooks: hooks, parameters: fields.parameters(), uses: fields.names("uses"), source: source)
    fields.checkNames(
      known: [
        "name", "glyph", "summary", "colour", "obstacle", "immune", "priority", "params",
        "uses",
      ],
      functions: BubbleKind.Hook.allCases.map(\.name))
    try fields.check()
    return kind
  }

  private static func matching(_ fields: inout ScriptFields) -> BubbleKind.Matching {
    let name = fields.string("colour", default: "")
    if name.isEmpty { return .nothing }
    if name == "any" { return .any }
    if let colour = BubbleColour(name: name) { return .colour(colour) }
    let known = ["any"] + BubbleColour.allCases.map(\.name)
    let hint = NearestName.suggestion(for: name, among: known).map { "; did you mean \"\($0)\"?" }
    fields.report(
      "`colour` must be \"any\" or a colour, not \"\(name)\"" + (hint ?? ""), at: "colour")
    return .nothing
  }
}
