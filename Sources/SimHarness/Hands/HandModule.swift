/// A game that a person can play by pointing.
public protocol HandModule: GameModule {
  /// Begins a game; nil for a level of another game.
  static func handSession(_ request: HandRequest) throws(LevelError) -> (any HandSession)?
}

extension GameEntry {
  /// Whether a person can play the game by pointing.
  public var hasHand: Bool { module is any HandModule.Type || module is any PlainGame.Type }

  /// Begins a game that a person plays by pointing; nil if nobody can.
  /// - Throws: Why the level cannot be played, such as a script's fault before the first move.
  public func hand(_ request: HandRequest) throws(LevelError) -> (any HandSession)? {
    if let module = module as? any HandModule.Type { return try module.handSession(request) }
    return try (module as? any PlainGame.Type)?.handSession(request)
  }
}
