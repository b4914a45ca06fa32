import Catalogue
import SimHarness

extension RecordedGameFile {
  /// What a record says of a person's game beside its moves.
  struct Person {
    let player: String
    let hints: Int
    let passed: PlayedGame.Passed?
    /// Who else sat at the table; nil for a single player.
    let opponent: String?

    /// Reads it from a record's fields; nil if no person played.
    init?(_ fields: JSONFields) {
      let hints = fields.optional("hints")?.int(in: 0...Int.max)
      let passed = fields.optional("highScorePassed").flatMap(Self.passed)
      let opponent = fields.optional("opponent")?.string()
      guard let player = fields.optional("player")?.string() else { return nil }
      self.opponent = opponent
      self.player = player
      self.hints = hints ?? 0
      self.passed = passed
    }

    init(player: String, opponent: String? = nil, hints: Int, passed: PlayedGame.Passed?) {
      self.player = player
      self.opponent = opponent
      self.hints = hints
      self.passed = passed
    }

    static let fields = ["player", "opponent", "hints", "highScorePassed"]

    private static func passed(_ cursor: JSONCursor) -> PlayedGame.Passed? {
      guard let fields = cursor.object(fields: ["turn", "score", "highest"]),
        let turn = fields.required("turn")?.int(in: 0...Int.max),
        let score = fields.required("score")?.int(),
        let highest = fields.required("highest")?.int()
      else { return nil }
      return PlayedGame.Passed(turn: turn, score: score, highest: highest)
    }

    /// As a record's members.
    var members: [(key: String, value: JSONTree)] {
      var members: [(key: String, value: JSONTree)] = [("player", .string(player))]
      if let opponent { members.append(("opponent", .string(opponent))) }
      if hints > 0 { members.append(("hints", .int(hints))) }
      if let passed {
        let tree: JSONTree = [
          "turn": .int(passed.turn), "score": .int(passed.score), "highest": .int(passed.highest),
        ]
        members.append(("highScorePassed", tree))
      }
      return members
    }
  }

  /// The record of a game that a person has played.
  init(
    played: PlayedGame, entry: GameEntry, level: PlayableLevel, seed: UInt64, index: Int,
    player: String, opponent: String? = nil
  ) {
    self.entry = entry
    self.level = level
    self.seed = seed
    self.index = index
    moves = played.moves
    modules = []
    agent = nil
    person = Person(
      player: player, opponent: opponent, hints: played.hints, passed: played.passed)
    scripts = level.scripts
    end = End(
      outcome: played.outcome?.rawValue ?? "none", score: played.score, hash: played.hash)
    maxMoves = entry.defaultMaxMoves
  }

  /// Replays the game; returns how it ended and how that differs from the record.
  ///
  /// `printed` takes the lines that the level's scripts print, before the step of their turn.
  func verified(
    frame: ((JSONTree) -> Void)? = nil, printed: ((PrintedLine) -> Void)? = nil,
    step: @escaping (ReplayStep) -> Void = { _ in }
  ) throws(ReplayError) -> (replay: Replay, differences: [String]) {
    let host = ScriptHost(
      interfaces: entry.interfaces, libraries: modules,
      printing: printed.map { ScriptPrinting(sink: $0) })
    var replay = try entry.replay(
      ReplayRequest(
        level: level, seed: seed, index: index, moves: moves, scripts: host, frame: frame,
        step: step))
    if replay.fault == nil, end?.fault != nil, let fault = agentFault(host) {
      // All moves are played; the agent's script gave no further one.
      replay = Replay(
        outcome: replay.outcome, score: replay.score, hash: replay.hash, moves: replay.moves,
        fault: fault)
    }
    guard let end else { return (replay, []) }
    var differences: [String] = []
    if let outcome = end.outcome, outcome != (replay.outcome?.rawValue ?? "none") {
      let found = Self.words(for: replay.outcome?.rawValue ?? "none")
      differences.append("outcome \(found), recorded \(Self.words(for: outcome))")
    }
    if replay.score != end.score {
      differences.append("score \(replay.score), recorded \(end.score)")
    }
    if let hash = end.hash, hash != replay.hash {
      differences.append(
        "hash \(StableDigest.hex(replay.hash)), recorded \(StableDigest.hex(hash))")
    }
    if end.fault != replay.fault?.message {
      differences.append(
        "fault \(Self.shown(replay.fault?.message)), recorded \(Self.shown(end.fault))")
    }
    return (replay, differences)
  }

  /// An outcome in words; a game that was stopped, as at the move limit, has none.
  private static func words(for outcome: String) -> String {
    outcome == "none" ? "none (stopped before its end)" : outcome
  }

  private static func shown(_ fault: String?) -> String {
    fault.map { "\"\(SafeText.escaped($0, limit: 300))\"" } ?? "none"
  }

  /// What the agent's script prints when it is asked to play the game once more, by turn; empty
  /// if the agent is not a script or is not known here.
  func agentLines() -> [Int: [PrintedLine]] {
    guard let player, !player.scripts.isEmpty else { return [:] }
    var lines: [PrintedLine] = []
    let files = Set(player.scripts.map { ScriptName.stem(of: $0.name) })
    let host = ScriptHost(
      interfaces: entry.interfaces, libraries: modules,
      printing: ScriptPrinting(PrintFilter(scripts: files)) { lines.append($0) })
    play(player, host) { _ in }
    return Dictionary(grouping: lines, by: \.turn)
  }

  /// The agent that played the game; nil if it is not known here.
  private var player: RunPlayer? {
    agent.flatMap {
      try? Roster.player(
        $0, game: entry, library: ScriptLibrary(kept: scripts, games: Playtest.games))
    }
  }

  /// Lets a player play the game once more.
  private func play(_ player: RunPlayer, _ host: ScriptHost, row: (consuming GameRow) -> Void) {
    let request = BatchRequest(
      seed: seed, levelID: level.id, games: index..<index + 1, maxMoves: maxMoves)
    let never = { false }
    player.play(request, level, host, never, row)
  }

  /// The fault with which the agent's script ends the game when it is asked to play it once more;
  /// nil if the agent is not known here or plays on.
  private func agentFault(_ host: ScriptHost) -> ScriptFault? {
    guard let agent, let player else { return nil }
    var fault: ScriptFault?
    play(player, host) { row in
      fault = row.result.fault.map {
        ScriptFault(kind: row.result.end == .inconclusive ? .deadline : .error, message: $0)
          .inside("the agent \(agent), move \(row.result.moves + 1)")
      }
    }
    return fault
  }
}
