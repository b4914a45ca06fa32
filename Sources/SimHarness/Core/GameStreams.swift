/// The random streams of one game, each a function of (seed, level id, game index, purpose).
///
/// Agents, builds and tuned copies of a level with the same seed, id and index get the same deals,
/// so their differences are paired.
public struct GameStreams: Sendable {
  /// What the game deals: the cannon's colours, cards, spawns.
  public let deal: StreamKey
  /// The stream of the rules' other draws.
  public let rules: StreamKey
  /// What scripts of the game draw (`board:random`).
  public let scripts: StreamKey
  /// What agents are derived from, each by its name and parameters.
  public let agents: StreamKey

  /// Streams from explicit keys, for benchmarks that share their games with other programs.
  public init(deal: StreamKey, rules: StreamKey, scripts: StreamKey, agents: StreamKey) {
    self.deal = deal
    self.rules = rules
    self.scripts = scripts
    self.agents = agents
  }

  /// The streams of game `index` of a level.
  public init(level: LevelStreams, index: Int) {
    let game = level.key.derived(UInt64(bitPattern: Int64(index)))
    deal = game.derived(1)
    rules = game.derived(2)
    scripts = game.derived(3)
    agents = game.derived(4)
  }
}

extension GameStreams {
  /// The same game with reseeded players' streams for another repetition; repetition 0 is this one.
  func fresh(repetition: Int) -> GameStreams {
    guard repetition > 0 else { return self }
    return GameStreams(
      deal: deal, rules: rules, scripts: scripts,
      agents: agents.derived("take").derived(UInt64(repetition)))
  }
}

/// The part of the streams' keys that all games of a level share.
public struct LevelStreams: Sendable {
  let key: StreamKey

  /// The keys for a seed and a level's `id`.
  ///
  /// The level's content seeds nothing, so that an edited level is played with the same games.
  public init(seed: UInt64, levelID: String) {
    key = StreamKey(rawValue: seed).derived(levelID)
  }
}
