/// The identity of a run's games: everything that determines them.
///
/// The number of games, the part, titles, pictures and flags do not belong to it, so the parts of
/// one run, and a run that is resumed later, share an identity. The store of a run and every row in
/// it are bound to its digest.
public struct RunIdentity: Sendable, Equatable {
  /// A level as it is played.
  public struct Level: Sendable, Equatable {
    public var name: String
    public var id: String
    /// The content hash, which covers the level's rules and the parameters of its scripts.
    public var hash: String
  }

  /// A script by its content.
  public struct Script: Sendable, Equatable {
    public var name: String
    public var hash: String
  }

  /// The program's version.
  public var program: String
  public var game: String
  public var seed: UInt64
  public var maxMoves: Int
  public var levels: [Level]
  /// The names of the agents, in their order.
  public var agents: [String]
  public var scripts: [Script]

  public init(
    program: String, game: String, seed: UInt64, maxMoves: Int, levels: [Level], agents: [String],
    scripts: [Script]
  ) {
    self.program = program
    self.game = game
    self.seed = seed
    self.maxMoves = maxMoves
    self.levels = levels
    self.agents = agents
    self.scripts = scripts
  }

  /// A hash of all of it, the same on every machine.
  public var digest: UInt64 {
    var digest = StableDigest()
    digest.combine("playtest-run-identity-1")
    digest.combine(program)
    digest.combine(game)
    digest.combine(seed)
    digest.combine(maxMoves)
    digest.combine(levels.count)
    for level in levels {
      for text in [level.name, level.id, level.hash] { digest.combine(text) }
    }
    digest.combine(agents.count)
    for agent in agents { digest.combine(agent) }
    digest.combine(scripts.count)
    for script in scripts {
      digest.combine(script.name)
      digest.combine(script.hash)
    }
    return digest.value
  }

  /// The digest in hexadecimal, as files keep it.
  public var text: String { StableDigest.hex(digest) }

  /// The difference between this identity, found in a file, and the run's own; nil if they agree.
  func difference(from run: RunIdentity) -> String? {
    if program != run.program {
      return "playtest \(Self.shown(program)), not \(Self.shown(run.program))"
    }
    if game != run.game { return "the game \(Self.shown(game)), not \(Self.shown(run.game))" }
    if seed != run.seed { return "seed \(seed), not \(run.seed)" }
    if maxMoves != run.maxMoves { return "--max-moves \(maxMoves), not \(run.maxMoves)" }
    if levels.map(\.name) != run.levels.map(\.name) || levels.map(\.id) != run.levels.map(\.id) {
      return "other levels"
    }
    if let level = zip(levels, run.levels).first(where: { $0.hash != $1.hash })?.0 {
      return "another version of the level \(Self.shown(level.name))"
    }
    if agents != run.agents {
      return "the agents \(agents.map(Self.shown).joined(separator: ",")), not"
        + " \(run.agents.map(Self.shown).joined(separator: ","))"
    }
    if scripts != run.scripts { return "other versions of the scripts" }
    return nil
  }

  private static func shown(_ text: String) -> String { SafeText.escaped(text, limit: 60) }
}

extension RunManifest {
  /// The identity of the run that the manifest describes.
  public var identity: RunIdentity {
    RunIdentity(
      program: program, game: game, seed: seed, maxMoves: maxMoves,
      levels: levels.map { RunIdentity.Level(name: $0.name, id: $0.id, hash: $0.hash) },
      agents: agents.map(\.name),
      scripts: scripts.map { RunIdentity.Script(name: $0.name, hash: $0.hash) })
  }
}

extension RunPlan {
  /// The identity of the run that the plan makes.
  public var identity: RunIdentity { RunManifest(self, isPartial: true).identity }
}
