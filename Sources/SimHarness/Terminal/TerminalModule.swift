/// A game that a person can play at a terminal.
public protocol TerminalModule: GameModule {
  /// Begins a game.
  static func session(_ request: SessionRequest) throws(LevelError) -> (any TerminalSession)?
}

extension GameEntry {
  /// Begins a game at a terminal; nil where nobody can play it there.
  public func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    try (module as? any TerminalModule.Type)?.session(request)
  }
}
