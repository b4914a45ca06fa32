import SimHarness

extension ScriptLibrary: PopCatalog {
  public func popKind(named name: String) throws(ScriptFault) -> PopKind? {
    try definition(in: ScriptKind.pop.folder, named: name, \.name) {
      source throws(ScriptFault) in try popKind(source)
    }
  }

  public func popSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? {
    if name.hasSuffix(".lua") { return try spawner(at: name) }
    return try definition(in: ScriptKind.spawner.folder, named: name, \.name) {
      source throws(ScriptFault) in try spawner(source)
    }
  }

  /// The kind of bubble of a script.
  package func popKind(_ source: ScriptSource) throws(ScriptFault) -> PopKind {
    try loaded(source, as: ScriptKind.pop.rawValue) { modules throws(ScriptFault) in
      try ScriptedPop.kind(from: source, libraries: modules)
    }
  }

  /// The spawner of a script.
  package func spawner(_ source: ScriptSource) throws(ScriptFault) -> ColourSpawner {
    try loaded(source, as: ScriptKind.spawner.rawValue) { modules throws(ScriptFault) in
      // A run's scripts were checked when it began, against all games of its program.
      try ScriptedPop.spawner(
        from: source, knownGames: isKept ? nil : games.names(using: .spawner), libraries: modules)
    }
  }

  /// The spawner of a file; of a run's kept scripts the one that came from it.
  private func spawner(at path: String) throws(ScriptFault) -> ColourSpawner? {
    let stem = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? ""
    let shown = "spawners/\(stem).lua"
    let source: ScriptSource
    if isKept || folders.isEmpty {
      guard let kept = try self.source(of: .spawner, named: stem) else { return nil }
      source = kept
    } else {
      guard Self.isName(stem), Self.fileExists(path) else { return nil }
      source = try self.source(at: path, shownAs: shown)
    }
    return try spawner(source)
  }

  public func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? {
    try popSpawner(named: name)
  }

  public var colourSpawnerNames: [String] { popSpawnerNames }

  public var popKindNames: [String] { Set(names(in: ScriptKind.pop.folder)).sorted() }

  public var popSpawnerNames: [String] { Set(names(in: ScriptKind.spawner.folder)).sorted() }
}

/// Bubble pop's scripts: reads kinds of bubbles and spawners.
public enum ScriptedPop {
  /// Loads a script in a sandbox of its own and reads the kind of bubble it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func kind(
    from source: ScriptSource, libraries: [ScriptSource] = [], limits: ScriptLimits = .standard
  ) throws(ScriptFault) -> PopKind {
    let (name, fields) = try fields(
      from: source, libraries, limits, example: "\"clock\"",
      functions: PopKind.Hook.allCases.map(\.name))
    var open = fields
    let hasPop = open.table[PopKind.Hook.onPop.name] == .function
    let hasExpire = open.table[PopKind.Hook.onExpire.name] == .function
    let kind = PopKind(
      name: name, summary: open.string("summary", default: ""), parameters: open.parameters(),
      hasPop: hasPop, hasExpire: hasExpire, source: source)
    try open.check()
    return kind
  }

  /// Loads a script in a sandbox of its own and reads the spawner it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func spawner(
    from source: ScriptSource, knownGames: [String]?, libraries: [ScriptSource] = [],
    limits: ScriptLimits = .standard
  ) throws(ScriptFault) -> ColourSpawner {
    let (name, fields) = try fields(
      from: source, libraries, limits, example: "\"even\"", functions: ["next"])
    var open = fields
    if open.table["next"] != .function {
      open.report(
        "`next(view, u, params)` is missing; it returns the colour of a new bubble", at: "next")
    }
    let games = open.names("games")
    for game in games where knownGames?.contains(game) == false {
      let hint = NearestName.suggestion(for: game, among: knownGames ?? [])
      open.report(
        "`games`: '\(game)' has no spawner" + (hint.map { "; did you mean '\($0)'?" } ?? ""),
        at: "games")
    }
    let spawner = ColourSpawner(
      name: name, summary: open.string("summary", default: ""),
      games: games, parameters: open.parameters(),
      source: source)
    try open.check()
    return spawner
  }

  private static func fields(
    from source: ScriptSource, _ libraries: [ScriptSource], _ limits: ScriptLimits,
    example: String, functions: [String]
  ) throws(ScriptFault) -> (String, ScriptFields) {
    let vm = try LuaVM.open(
      limits: limits, interfaces: PopScriptInterface.all, libraries: libraries)
    var fields = ScriptFields(source: source, table: try vm.export(try vm.load(source)))
    let name = fields.requiredString("name", example: example)
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    var known = ["name", "summary", "params"]
    if functions == ["next"] { known.append("games") }
    fields.checkNames(known: known, functions: functions)
    return (name, fields)
  }
}
