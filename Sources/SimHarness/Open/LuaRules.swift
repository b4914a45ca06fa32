/// Rules that are a script, in a worker's host.
struct LuaRules: RulesBackend {
  let host: any ScriptHosting
  let level: OpenLevel

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    try host.perform(&call, of: level)
  }
}

extension OpenLevel {
  /// Carries out a call of the level's rules in a worker.
  func perform(
    _ call: inout RulesCall, in context: borrowing GameContext
  ) throws(ScriptFault) {
    // Straight to a script, so that its rules need not be boxed for each move; and by the host where it
    // lies, as taking it out would count a reference.
    if game.rulesSource == nil, context.scripts != nil {
      try context.scripts?.perform(&call, of: self)
    } else {
      try rules(in: context).perform(&call)
    }
  }

  /// The rules of the level in a worker.
  func rules(in context: borrowing GameContext) throws(ScriptFault) -> any RulesBackend {
    try rules(in: try context.requiredScripts())
  }

  /// The rules of the level in a worker with this host.
  func rules(in host: any ScriptHosting) throws(ScriptFault) -> any RulesBackend {
    if let source = game.rulesSource { return try source.rules(of: self, in: host) }
    return LuaRules(host: host, level: self)
  }
}
