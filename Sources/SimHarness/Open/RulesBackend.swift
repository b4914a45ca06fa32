/// What carries out the rules of an open game, for one worker.
///
/// A script does (`LuaRules`); a library or another program could. Not Sendable: it never leaves its
/// worker.
protocol RulesBackend {
  /// Carries out one call.
  func perform(_ call: inout RulesCall) throws(ScriptFault)
}

/// Rules that are a script, in a worker's host.
struct LuaRules: RulesBackend {
  let host: any ScriptHosting
  let script: ScriptHandle

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    try host.perform(&call, by: script)
  }
}

extension OpenLevel {
  /// The rules of the level in a worker.
  func rules(in context: borrowing GameContext) throws(ScriptFault) -> LuaRules {
    let host = try context.requiredScripts()
    return LuaRules(host: host, script: try host.handles(for: self)[0])
  }
}
