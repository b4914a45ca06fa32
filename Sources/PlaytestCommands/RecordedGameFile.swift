import SimHarness

/// A recorded game, from a run's store or from a record file.
struct RecordedGameFile {
  let entry: GameEntry
  let level: PlayableLevel
  let seed: UInt64
  let index: Int
  let moves: [UInt8]
  let modules: [ScriptSource]
  let agent: String?
  /// What is kept beside the game where a person played it.
  let person: Person?
  let scripts: [ScriptSource]
  let end: End?
  /// Moves after which the game was stopped.
  let maxMoves: Int

  /// How the record says the game ended.
  struct End {
    /// nil: the game was stopped from outside, so nothing is claimed.
    let outcome: String?
    let score: Int
    let hash: UInt64?
    /// The message of the script's fault that ended the game, if one did.
    var fault: String?
  }

  // MARK: From a run

  /// Where the run has only one level or agent, it need not be named; the first game is meant where
  /// no index is given.
  init(run path: String, level givenLevel: String?, agent givenAgent: String?, index: Int?) throws {
    var (name, agent) = ("", "")
    // Names are looked up only in an open run, as a manifest of another run has other levels.
    let run = try RecordedRun(playing: RunFolder(path: path)) { manifest in
      name = try Self.chosen(
        givenLevel, "--level", among: manifest.levels.map(\.name), of: path)
      agent = try Self.chosen(
        givenAgent, "--agent", among: manifest.agents.map(\.name), of: path)
    }
    let manifest = run.manifest
    let index = index ?? 0
    guard let place = manifest.levels.firstIndex(where: { $0.name == name }) else {
      throw CommandFailure.unknown("level", name, among: manifest.levels.map(\.name), in: path)
    }
    guard let cell = run.cell(level: place, agent: agent) else {
      throw CommandFailure.unknown("agent", agent, among: manifest.agents.map(\.name), in: path)
    }
    guard let row = try run.store.game(index, ofCell: cell) else {
      // A run that was interrupted, or a person, may have fewer games.
      let isWhole =
        !manifest.isPartial && !manifest.agents.contains { $0.name == agent && $0.isPerson }
      if isWhole, manifest.range(ofCell: cell).contains(index) {
        throw CommandFailure(
          .badInput,
          "\(path): game \(index) of this level and agent is missing from"
            + " \(RunFolder.File.store.rawValue); play it again with `playtest run --resume`")
      }
      throw CommandFailure(
        .usage,
        isWhole
          ? "\(path): no game \(index); games are 0 to \(manifest.games - 1)"
          : "\(path): \(SafeText.named(agent)) has no game \(index) on this level; choose another"
            + " --index")
    }
    scripts = run.scripts
    level = try run.playableLevel(place)
    entry = run.game
    seed = manifest.seed
    self.index = index
    moves = row.record
    modules = try run.library.modules()
    self.agent = agent
    person = nil
    let outcome: String? =
      switch row.result.end {
      case .won, .lost, .ended: row.result.end.rawValue
      case .capped: "none"
      case .faulted, .inconclusive: nil
      }
    end = End(
      outcome: outcome, score: row.result.score, hash: row.result.hash, fault: row.result.fault)
    maxMoves = manifest.maxMoves
  }

  /// The name that was given, or the only one that there is.
  static func chosen(
    _ given: String?, _ option: String, among names: [String], of path: String
  ) throws -> String {
    if let given { return given }
    if names.count == 1, let only = names.first { return only }
    throw CommandFailure(
      .usage, "\(path): name one of its \(names.count) with \(option): \(NearestName.list(names))")
  }

  // MARK: From a file

  /// The indices of games; the number behind each exists too.
  static let indices = 0...(Int.max - 1)

  private static let fields =
    [
      "format", "version", "game", "level", "seed", "index", "moves", "agent", "scripts", "end",
    ] + Person.fields

  init(file: String, library: ScriptLibrary) throws {
    let bytes = try Workspace.read(file)
    do throws(FileIssues) {
      self = try JSONReader.read(bytes, file: file) { cursor in
        Self(cursor, library: library)
      }
    } catch {
      throw FileKind.failure(file, holding: bytes, insteadOf: .record) ?? error as any Error
    }
  }

  /// Whether an object has the format of records; a file of another kind gets this one complaint.
  private static func isRecord(_ cursor: JSONCursor) -> Bool {
    guard case .object(let members) = cursor.value.kind,
      let format = members.first(where: { $0.key == "format" })?.value,
      format.kind != .string("playtest-record")
    else { return true }
    cursor.report("this is not a game record; name a record, or a run's folder")
    return false
  }

  private init?(_ cursor: JSONCursor, library: ScriptLibrary) {
    guard Self.isRecord(cursor), let fields = cursor.object(fields: Self.fields),
      fields.required("format") != nil
    else { return nil }
    if let version = fields.required("version"), let number = version.int(), number != 1 {
      version.report("this record was made by another version of playtest; use that version")
      return nil
    }
    guard let name = fields.required("game")?.game(among: library.games),
      let entry = library.games.game(named: name)
    else { return nil }
    let level = fields.required("level").flatMap { LevelLoading.level($0, entry, library) }
    let seed = fields.required("seed")?.uint64()
    let index = fields.optional("index").map { $0.int(in: Self.indices) } ?? 0
    let movesField = fields.required("moves")
    guard let level, let seed, let index, let movesField,
      let moves = entry.decodeMoves(level, movesField)
    else { return nil }
    person = Person(fields)
    if let hashes = fields.optional("scripts") { Self.check(hashes, of: level) }
    self.entry = entry
    self.level = level
    self.seed = seed
    self.index = index
    self.moves = moves
    agent = fields.optional("agent")?.string()
    scripts = level.scripts
    modules = (try? library.modules()) ?? []
    end = fields.optional("end").flatMap(Self.end)
    maxMoves = entry.defaultMaxMoves
  }

  /// The scripts must be those that the level has, and their hashes those of the scripts at hand.
  private static func check(_ cursor: JSONCursor, of level: PlayableLevel) {
    let hashes = cursor.dictionary(of: "hashes", count: 0...1000) { _, value in value.string() }
    for (name, hash) in hashes ?? [] {
      guard let script = level.scripts.first(where: { $0.name == name }) else {
        cursor.report(
          NearestName.complaint(
            about: name, called: "script", of: "this game", known: level.scripts.map(\.name)))
        continue
      }
      guard script.hash != hash else { continue }
      cursor.report("the script \(SafeText.named(name)) has changed since the game was recorded")
    }
  }

  private static func end(_ cursor: JSONCursor) -> End? {
    guard let fields = cursor.object(fields: ["outcome", "score", "hash", "fault"]),
      let score = fields.required("score")?.int()
    else { return nil }
    var hash: UInt64?
    if let text = fields.optional("hash") {
      hash = text.string().flatMap { UInt64($0, radix: 16) }
      if hash == nil { text.report("expected a hash of hexadecimal digits") }
    }
    var outcome: String? = "none"
    if let field = fields.optional("outcome"), !field.isNull {
      outcome = field.name(
        among: ["won", "lost", "ended", "capped", "faulted", "inconclusive"], called: "outcome")
    }
    if outcome == "capped" { outcome = "none" }
    if outcome == "faulted" || outcome == "inconclusive" { outcome = nil }
    let fault = fields.optional("fault")?.string()
    return End(outcome: outcome, score: score, hash: hash, fault: fault)
  }

  // MARK: Writing

  /// The record as a file.
  var text: String {
    var members: [(key: String, value: JSONTree)] = [
      ("format", .string("playtest-record")), ("version", .int(1)), ("game", .string(entry.name)),
      ("level", level.tree), ("seed", .unsigned(seed)), ("index", .int(index)),
      ("moves", .array(entry.encodeMoves(level, moves) ?? [])),
    ]
    if let agent { members.append(("agent", .string(agent))) }
    if let person { members += person.members }
    let hashes = level.scripts.map { (key: $0.name, value: JSONTree.string($0.hash)) }
    if !hashes.isEmpty { members.append(("scripts", .object(hashes))) }
    if let end {
      let outcome = end.outcome.map { $0 == "none" ? JSONTree.null : .string($0) }
      let tree = JSONTree.members([
        "outcome": outcome ?? "faulted", "score": .int(end.score),
        "hash": end.hash.map { .string(StableDigest.hex($0)) } ?? .null,
        "fault": end.fault.map { .string($0) },
      ])
      members.append(("end", tree))
    }
    return JSONWriter.pretty(.object(members))
  }
}
