/// A game that a person can play at a terminal.
public protocol TerminalModule: GameModule {
  /// Begins a game.
  static func session(_ request: SessionRequest) throws(LevelError) -> (any TerminalSession)?
}

extension GameEntry {
  /// Begins a game at a terminal; nil if nobody can play it there.
  public func session(
    _ request: SessionRequest
  ) throws(LevelError) -> (any TerminalSession)? {
    if let module = module as? any TerminalModule.Type { return try module.session(request) }
    return try (module as? any PlainGame.Type)?.session(request)
  }
}
