/// What a state needs from its surroundings: the random streams' keys and the worker's script host.
///
/// Made in the worker, passed down, never part of a state.
public struct GameContext: ~Copyable {
  /// The keys of the game that is being played, or of the imagination.
  public var streams: GameStreams
  /// The worker's script host; nil if no scripts can be run.
  public let scripts: (any ScriptHosting)?
  /// How many states were imagined in this context.
  private var imagined: UInt64 = 0

  public init(streams: GameStreams, scripts: (any ScriptHosting)? = nil) {
    self.streams = streams
    self.scripts = scripts
  }

  /// The script host of a game that cannot do without.
  package func requiredScripts() throws(ScriptFault) -> any ScriptHosting {
    if let scripts { return scripts }
    throw ScriptFault(kind: .error, message: "this level needs scripts, but no host was given")
  }

  /// Moves the context to another game.
  public mutating func begin(_ streams: GameStreams) {
    self.streams = streams
    imagined = 0
  }

  /// Where a newly imagined state starts in its streams: far from every other one, so that each
  /// imagined future is drawn independently.
  public mutating func nextImaginedOffset() -> UInt64 {
    imagined &+= 1
    return streams.rules.bits(imagined) & 0x7FFF_FFFF_FFFF_0000
  }
}

extension GameContext {
  /// The context agents imagine in: streams of its own that say nothing about the game's.
  public static func imagination(
    for streams: GameStreams, scripts: (any ScriptHosting)?
  ) -> GameContext {
    GameContext(streams: streams.imagination, scripts: scripts)
  }
}

extension GameStreams {
  /// Streams for imagined games, derived from the agents' key and from no key of the game.
  public var imagination: GameStreams {
    let key = agents.derived(0x1A6E)
    return GameStreams(
      deal: key.derived(1), rules: key.derived(2), scripts: key.derived(3),
      agents: key.derived(4))
  }
}
