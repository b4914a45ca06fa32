extension ScriptLibrary {
  /// The game of a script.
  package func openGame(_ source: ScriptSource) throws(ScriptFault) -> OpenGame {
    try loaded(source, as: ScriptKind.game.rawValue) { modules throws(ScriptFault) in
      try OpenGame(from: source, modules: modules)
    }
  }
}
