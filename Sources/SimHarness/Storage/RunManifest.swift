/// What a run played, as `run.json` keeps it: enough to report it again without its inputs.
public struct RunManifest: Sendable {
  public static let format = "playtest-run"
  public static let version = 1

  public var title: String
  public var game: String
  public var seed: UInt64
  public var games: Int
  public var maxMoves: Int
  public var agents: [AgentSummary]
  /// The levels, without flags and figures.
  public var levels: [LevelSummary]
  public var scripts: [Script]
  /// The build of the engine that has the game's rules; nil in other games.
  public var engine: EngineRecord?
  /// Where its scripts and its engine were found, where they are not in the default folders; parts,
  /// which are played on other machines, do not say it.
  public var folders = NamedFolders()
  /// Some games were not played.
  public var isPartial: Bool
  /// The part of every cell's games that the folder is for; nil: all.
  public var shard: RunShard?
  /// The precision that was played until; then `games` is the maximum.
  public var precision: PrecisionGoal?
  /// The games that every cell has once the run is whole; with `precision` known at its end.
  public var cellGames: [Int]
  /// A hash of how the games behave on the machine that played; parts have it.
  public var signature: String?
  /// The thresholds of the levels' flags.
  public var thresholds = FlagThresholds.standard
  /// Where the games come from if they were not played but imported.
  public var imported: ImportedResults?
  /// The program's version.
  public var program: String

  /// A script that the run used.
  public struct Script: Sendable {
    public var name: String
    public var hash: String
  }

  /// The manifest of a plan.
  public init(_ plan: RunPlan, isPartial: Bool) {
    title = plan.title
    game = plan.game.name
    seed = plan.seed
    games = plan.games
    maxMoves = plan.maxMoves
    agents = plan.players.map {
      AgentSummary(name: $0.name, summary: $0.summary, isPerson: $0.recorded != nil)
    }
    levels = plan.levels.map(\.summary)
    scripts = plan.scripts.map { Script(name: $0.name, hash: $0.hash) }
    engine = plan.game.engine
    self.isPartial = isPartial
    shard = plan.shard
    precision = plan.precision
    cellGames = []
    signature = plan.signature
    thresholds = plan.thresholds
    folders = plan.shard == nil ? plan.folders : NamedFolders()
    program = ProgramVersion.current
  }

  /// The manifest of results that were imported.
  ///
  /// `games` is the highest number of a game plus one, and `seed` a hash of the rows, so that they
  /// have an identity of their own.
  package init(
    imported: ImportedResults, title: String, game: String, seed: UInt64, games: Int, maxMoves: Int,
    agents: [AgentSummary], levels: [LevelSummary], scripts: [Script]
  ) {
    self.title = title
    self.game = game
    self.seed = seed
    self.games = games
    self.maxMoves = maxMoves
    self.agents = agents
    self.levels = levels
    self.scripts = scripts
    self.imported = imported
    isPartial = true
    cellGames = []
    program = ProgramVersion.current
  }

  /// The games of a cell that the folder is for; the maximum if their number is not yet known.
  public func range(ofCell cell: Int) -> Range<Int> {
    if let shard { return shard.range(of: games) }
    return 0..<(cellGames.indices.contains(cell) ? cellGames[cell] : games)
  }

  /// Whether an agent is two players that change seats between two games on one deal.
  package func hasPairs(of agent: String) -> Bool {
    imported == nil && agents.contains { $0.name == agent && $0.isMatch }
  }

  // MARK: Writing

  /// The text of `run.json`, with its own hash at its end.
  public var text: String { Self.sealed(JSONWriter.pretty(tree)) }

  private var tree: JSONTree {
    .members([
      "format": .string(Self.format), "version": .int(Self.version), "playtest": .string(program),
      "title": .string(title), "game": .string(game), "seed": .unsigned(seed),
      "games": .int(games), "maxMoves": .int(maxMoves), "partial": .bool(isPartial),
      "shard": shard.map { .string($0.description) },
      "precision": precision.map { .double($0.halfWidth) },
      "cellGames": .present(.array(cellGames.map { .int($0) }), if: !cellGames.isEmpty),
      "signature": signature.map { .string($0) },
      "flags": .present(thresholds.tree, if: thresholds != .standard),
      "imported": imported.map { ["file": .string($0.file), "rows": .int($0.rows)] },
      "agents": .array(
        agents.map {
          .members([
            "name": .string($0.name), "summary": .string($0.summary),
            "person": .present(true, if: $0.isPerson),
          ])
        }),
      "levels": .array(levels.map(Self.tree(of:))),
      "scripts": .array(scripts.map { ["name": .string($0.name), "hash": .string($0.hash)] }),
      "engine": engine?.tree, "folders": folders.tree,
    ])
  }

  private static func tree(of level: LevelSummary) -> JSONTree {
    let picture: JSONTree
    switch level.picture {
    case .hexagons(let rows):
      picture = ["hexagons": .array(rows.map { .string($0) })]
    case .scene(let scene): picture = ["scene": scene.tree]
    case .text(let text): picture = ["text": .string(text)]
    }
    return .members([
      "name": .string(level.name), "id": .string(level.id), "hash": .string(level.hash),
      "picture": picture, "layout": level.layout.map { .string($0) },
      "source": level.source.map { .string($0) },
      "changedBy": level.changedBy.map { .string($0) }, "goal": .present(false, if: !level.hasGoal),
      "facts": .array(level.facts.map { .array([.string($0.label), .string($0.value)]) }),
    ])
  }

  // MARK: Reading

  /// A manifest holds the pictures of all levels of a run, so it may be larger than other files.
  private static let limits = JSONLimits(bytes: 64 << 20, values: 10_000_000)

  /// Reads a manifest.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    let damaged = "the file has been changed or damaged; play the run again with --force"
    do throws(FileIssues) {
      self = try JSONReader.read(bytes, file: file, limits: Self.limits) { cursor in
        let manifest = Self.decode(cursor)
        if manifest != nil && !Self.isSealed(bytes) {
          cursor.report(damaged)
          return nil
        }
        return manifest
      }
    } catch {
      // Nobody should repair the text of a file that the program wrote.
      guard !Self.isSealed(bytes), let first = error.issues.first,
        !["$.format", "$.version"].contains(first.path)
      else { throw error }
      throw FileIssues(
        file: file, issues: [FileIssue(line: first.line, path: first.path, message: damaged)])
    }
  }

  private init?(_ fields: JSONFields) {
    guard let title = fields.required("title")?.string(),
      let game = fields.required("game")?.string(),
      let seed = fields.required("seed")?.uint64(),
      let games = fields.required("games")?.int(in: 0...RunPlan.maxGames),
      let maxMoves = fields.required("maxMoves")?.int(in: 0...Int.max),
      let isPartial = fields.required("partial")?.bool(),
      let agents = fields.required("agents")?.array(
        of: "agents", count: 0...10_000, decode: Self.agent),
      let levels = fields.required("levels")?.array(
        of: "levels", count: 0...100_000, decode: Self.level),
      let scripts = fields.required("scripts")?.array(
        of: "scripts", count: 0...100_000, decode: Self.script)
    else { return nil }
    self.title = title
    self.game = game
    self.seed = seed
    self.games = games
    self.maxMoves = maxMoves
    self.agents = agents
    self.levels = levels
    self.scripts = scripts
    self.isPartial = isPartial
    program = fields.required("playtest")?.string() ?? ""
    if let text = fields.optional("shard") {
      guard let shard = text.string().flatMap({ RunShard($0) }) else {
        text.report("expected a part such as \"3/8\"")
        return nil
      }
      self.shard = shard
    }
    precision = fields.optional("precision")?.double(in: 0...1).map {
      PrecisionGoal(halfWidth: $0, maxGames: games)
    }
    cellGames =
      fields.optional("cellGames")?.array(
        of: "games", count: 0...1_000_000_000, decode: { $0.int(in: 0...RunPlan.maxGames) }) ?? []
    signature = fields.optional("signature")?.string()
    engine = fields.optional("engine").flatMap { EngineRecord($0) }
    if let folders = fields.optional("folders") { self.folders = NamedFolders(folders) }
    if let flags = fields.optional("flags") { thresholds = .decode(flags) }
    if let results = fields.optional("imported") {
      guard let members = results.object(fields: ["file", "rows"]),
        let file = members.required("file")?.string(),
        let rows = members.required("rows")?.int(in: 0...Int.max)
      else { return nil }
      imported = ImportedResults(file: file, rows: rows)
    }
  }

  private static func decode(_ cursor: JSONCursor) -> RunManifest? {
    let known = [
      "format", "version", "playtest", "title", "game", "seed", "games", "maxMoves", "partial",
      "shard", "precision", "cellGames", "signature", "flags", "imported", "agents", "levels",
      "scripts", "engine", "folders", "digest",
    ]
    guard let fields = cursor.object(fields: known) else { return nil }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": this is not a run's manifest")
      return nil
    }
    if let version = fields.required("version"), version.int() != Self.version {
      version.report(
        "this run was made by another version of playtest; use that version or play the run again")
      return nil
    }
    return RunManifest(fields)
  }

  private static func agent(_ cursor: JSONCursor) -> AgentSummary? {
    guard let fields = cursor.object(fields: ["name", "summary", "person"]),
      let name = fields.required("name")?.string(),
      let summary = fields.required("summary")?.string()
    else { return nil }
    let isPerson = fields.optional("person")?.bool() ?? false
    return AgentSummary(name: name, summary: summary, isPerson: isPerson)
  }

  private static func script(_ cursor: JSONCursor) -> Script? {
    guard let fields = cursor.object(fields: ["name", "hash"]),
      let name = fields.required("name")?.string(), let hash = fields.required("hash")?.string()
    else { return nil }
    return Script(name: name, hash: hash)
  }

  private static func level(_ cursor: JSONCursor) -> LevelSummary? {
    guard
      let fields = cursor.object(
        fields: [
          "name", "id", "hash", "picture", "layout", "source", "changedBy", "goal", "facts",
        ]),
      let name = fields.required("name")?.string(), let id = fields.required("id")?.string(),
      let hash = fields.required("hash")?.string(),
      let picture = fields.required("picture")?.object(fields: ["hexagons", "scene", "text"]),
      let facts = fields.required("facts")?.array(
        of: "facts", count: 0...1000,
        decode: { fact in
          fact.array(of: "strings", count: 2...2) { $0.string() }.map {
            (label: $0[0], value: $0[1])
          }
        })
    else { return nil }
    let kind: LevelPictureKind
    if let rows = picture.optional("hexagons") {
      kind = .hexagons(rows: rows.array(of: "strings", count: 0...1000) { $0.string() } ?? [])
    } else if let cursor = picture.optional("scene") {
      guard let scene = LevelScene.decode(cursor) else { return nil }
      kind = .scene(scene)
    } else {
      kind = .text(picture.optional("text")?.string() ?? "")
    }
    return LevelSummary(
      name: name, id: id, hash: hash, picture: kind, layout: fields.optional("layout")?.string(),
      facts: facts, source: fields.optional("source")?.string(),
      changedBy: fields.optional("changedBy")?.string(),
      hasGoal: fields.optional("goal")?.bool() ?? true)
  }
}

extension RunPlan {
  /// The scripts of levels and players, each once, by name.
  public var scripts: [ScriptSource] {
    let all = levels.flatMap(\.scripts) + players.flatMap(\.scripts) + modules
    return all.uniqued(on: \.self).sorted { ($0.name, $0.hash) < ($1.name, $1.hash) }
  }
}
