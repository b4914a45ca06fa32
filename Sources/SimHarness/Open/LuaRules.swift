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
  func rules(in context: borrowing GameContext) throws(ScriptFault) -> any RulesBackend {
    try rules(in: try context.requiredScripts())
  }

  /// The rules of the level in a worker with this host.
  func rules(in host: any ScriptHosting) throws(ScriptFault) -> any RulesBackend {
    if let source = game.rulesSource { return try source.rules(of: self, in: host) }
    return LuaRules(host: host, script: try host.handles(for: self)[0])
  }
}
