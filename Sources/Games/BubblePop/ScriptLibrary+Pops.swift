import SimHarness

extension ScriptLibrary: PopCatalog {
  public func popKind(named name: String) throws(ScriptFault) -> PopKind? {
    try definition(in: ScriptKind.pop.folder, named: name, \.name) {
      source throws(ScriptFault) in try popKind(source)
    }
  }

  /// The kind of bubble of a script.
  package func popKind(_ source: ScriptSource) throws(ScriptFault) -> PopKind {
    try loaded(source, as: ScriptKind.pop.rawValue) { modules throws(ScriptFault) in
      try ScriptedPop.kind(from: source, libraries: modules)
    }
  }

  public var popKindNames: [String] { Set(names(in: ScriptKind.pop.folder)).sorted() }
}

/// Bubble pop's scripts: reads kinds of bubbles.
public enum ScriptedPop {
  /// Loads a script in a sandbox of its own and reads the kind of bubble it describes.
  /// - Throws: everything that is wrong with it, as one fault.
  public static func kind(
    from source: ScriptSource, libraries: [ScriptSource] = [], limits: ScriptLimits = .standard
  ) throws(ScriptFault) -> PopKind {
    var open = try ScriptFields(
      from: source, libraries: libraries, limits: limits, interfaces: PopScriptInterface.all)
    let name = open.fileName(example: "\"clock\"")
    open.checkNames(
      known: ["name", "summary", "params"], functions: PopKind.Hook.allCases.map(\.name))
    let hasPop = open.table[PopKind.Hook.onPop.name] == .function
    let hasExpire = open.table[PopKind.Hook.onExpire.name] == .function
    let kind = PopKind(
      name: name, summary: open.string("summary", default: ""), parameters: open.parameters(),
      hasPop: hasPop, hasExpire: hasExpire, source: source)
    try open.check()
    return kind
  }
}
