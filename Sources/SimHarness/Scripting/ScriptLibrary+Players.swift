extension ScriptLibrary {
  /// The agent of a script.
  public func agent(
    _ source: ScriptSource, knownGames: [String]
  ) throws(ScriptFault) -> AgentScript {
    try loaded(source, as: ScriptKind.agent.rawValue) { modules throws(ScriptFault) in
      try AgentScript(
        from: source, libraries: modules, knownGames: knownGames, searchedGames: games.searched)
    }
  }

  /// The level generator of a script.
  public func generator(
    _ source: ScriptSource, knownGames: [String]
  ) throws(ScriptFault) -> GeneratorScript {
    try loaded(source, as: ScriptKind.generator.rawValue) { modules throws(ScriptFault) in
      try GeneratorScript(
        from: source, libraries: modules, knownGames: knownGames, searchedGames: games.searched)
    }
  }
}
