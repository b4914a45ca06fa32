/// Finds the levels that a designer should look at.
///
/// Flags about rates need statistical evidence: `LevelFlags+Evidence` tests every level, so that of
/// runs whose levels all lie at a threshold at most 1 in 20 has any level with that flag.
public struct LevelFlags {
  /// The player that `too-hard`, `too-easy`, `dip` and `spike` are about.
  public struct Reference: Sendable, Equatable {
    public var agent: AgentSummary
    /// It is `casual`; otherwise the middle one of the players that were there.
    public var isDefault: Bool
  }

  /// Whose pass rates set the reference where it was played.
  public static let defaultReference = "casual"
  /// Whose pass rate says that a level is trivial: the first of these that was played.
  public static let trivialAgents = ["beginner", "random"]

  public let thresholds: FlagThresholds
  /// nil if no game of the run can be passed.
  public let reference: Reference?
  let summary: RunSummary
  let table: CellTable
  /// Of each level, the p-values of the flags that need evidence.
  private(set) var evidence = Evidence()
  /// Of each level, the first one that has its layout.
  let originals: [Int]
  /// Of each level, the pairs of players that are out of order.
  let violations: [[OrderViolation]]

  public init(_ summary: RunSummary, thresholds: FlagThresholds = .standard) {
    self.summary = summary
    self.thresholds = thresholds
    table = CellTable(summary.cells)
    reference = Self.reference(of: summary)
    originals = Self.originals(of: summary.levels)
    violations = Self.violations(of: summary, limit: thresholds.order)
    evidence = Evidence(of: self)
  }

  /// The flags of all levels, in the order of the levels; a level's in the order of their kinds.
  public static func flags(
    of summary: RunSummary, thresholds: FlagThresholds = .standard
  ) -> [[LevelFlag]] {
    let finder = LevelFlags(summary, thresholds: thresholds)
    return summary.levels.indices.map(finder.flags(ofLevelAt:))
  }

  /// `casual` if it was played, else the player with the median pass rate over all levels (the
  /// weaker of the two middle ones where their number is even).
  ///
  /// Two players against each other say nothing of a level's difficulty, and are left out.
  package static func reference(of summary: RunSummary) -> Reference? {
    var strengths: [(agent: AgentSummary, rate: Double)] = []
    for agent in summary.agents where !agent.isMatch {
      let cells = summary.cells.filter { $0.agent == agent.name }
      let decided = cells.reduce(0) { $0 + $1.decided }
      guard decided > 0 else { continue }
      if agent.name == defaultReference { return Reference(agent: agent, isDefault: true) }
      let wins = cells.reduce(0) { $0 + $1.wins }
      strengths.append((agent, Double(wins) / Double(decided)))
    }
    guard !strengths.isEmpty else { return nil }
    let order = strengths.indices.sorted { (strengths[$0].rate, $0) < (strengths[$1].rate, $1) }
    let middle = order[(order.count - 1) / 2]
    return Reference(agent: strengths[middle].agent, isDefault: false)
  }

  private func flags(ofLevelAt index: Int) -> [LevelFlag] {
    let cells = table.cells(of: summary.levels[index], agents: summary.agents)
    return [
      unwon(cells), trivial(at: index, cells), tooHard(at: index), tooEasy(at: index),
      dip(at: index), spike(at: index), duplicate(at: index), luck(cells), order(at: index),
      stuck(at: index, cells), faults(cells),
    ].compactMap { $0 }
  }

  // MARK: Of all players

  private func unwon(_ all: [CellSummary]) -> LevelFlag? {
    let matches = Set(summary.agents.filter(\.isMatch).map(\.name))
    let cells = all.filter { !matches.contains($0.agent) && !$0.isForTwo }
    let decided = cells.reduce(0) { $0 + $1.decided }
    guard decided > 0, cells.allSatisfy({ $0.wins == 0 }) else { return nil }
    let players = cells.filter { $0.decided > 0 }
    let who =
      players.count == 1
      ? SafeText.escaped(players[0].agent) : "any of \(players.count) players"
    var reason = "None of \(ReportNumber.count(decided)) games by \(who) was won"
    let best = players.max { ($0.score?.maximum ?? .min) < ($1.score?.maximum ?? .min) }
    if let best, let score = best.score?.maximum {
      reason += "; the best attempt, by \(SafeText.escaped(best.agent)), scored "
      reason += ReportNumber.count(score)
    }
    return LevelFlag(
      kind: .unwon, reason: reason + ".", example: best?.example("near miss", "best", "median"))
  }

  /// The player of `trivial` that was played; nil if none was.
  var trivialAgent: String? {
    Self.trivialAgents.first { name in summary.agents.contains { $0.name == name } }
  }

  private func trivial(at index: Int, _ cells: [CellSummary]) -> LevelFlag? {
    guard let cell = cells.first(where: { $0.agent == trivialAgent && !$0.isForTwo }),
      let rate = cell.passRate, rate.low > thresholds.trivial, evidence.shows(.trivial, at: index)
    else { return nil }
    return LevelFlag(
      kind: .trivial,
      reason: "\(cell.agent), which chooses its moves at random, passed "
        + "\(figures(cell, rate)), completely above \(ReportNumber.limit(thresholds.trivial)).",
      example: cell.example("median", "best"))
  }

  private func stuck(at index: Int, _ cells: [CellSummary]) -> LevelFlag? {
    func share(_ cell: CellSummary) -> Double {
      cell.counted == 0 ? 0 : Double(cell.capped) / Double(cell.counted)
    }
    let shown = cells.filter { evidence.shows(.stuck, at: index, agent: $0.agent) }
    guard let worst = shown.max(by: { share($0) < share($1) }) else { return nil }
    return LevelFlag(
      kind: .stuck,
      reason: "\(ReportNumber.count(worst.capped)) of \(ReportNumber.count(worst.counted)) games "
        + "by \(SafeText.escaped(worst.agent)) (\(ReportNumber.percent(share(worst)))) hit "
        + "the move limit, above \(ReportNumber.limit(thresholds.stuck)).",
      example: worst.example("capped"))
  }

  private func faults(_ cells: [CellSummary]) -> LevelFlag? {
    let faults = cells.reduce(0) { $0 + $1.faults }
    let inconclusive = cells.reduce(0) { $0 + $1.inconclusive }
    guard faults + inconclusive > thresholds.faults else { return nil }
    let games = cells.reduce(0) { $0 + $1.games }
    var parts: [String] = []
    if faults > 0 { parts.append("\(ReportNumber.count(faults)) faulted") }
    let unplayed = min(cells.reduce(0) { $0 + $1.unplayed }, inconclusive)
    let late = inconclusive - unplayed
    if late > 0 { parts.append("\(ReportNumber.count(late)) ran out of time") }
    if unplayed > 0 { parts.append("\(ReportNumber.count(unplayed)) were not played") }
    var reason = "Of \(ReportNumber.games(games)), " + parts.joined(separator: " and ")
    reason += "; they are not counted anywhere else"
    let fault = cells.max { $0.uncounted < $1.uncounted }?.shownFault
    if let message = fault?.message {
      reason += ". Most common message: " + SafeText.quoted(message, limit: 160)
    }
    return LevelFlag(kind: .faults, reason: reason + ".", example: fault?.game)
  }

  // MARK: Of the reference player

  private func tooHard(at index: Int) -> LevelFlag? {
    guard let (cell, rate) = referenceCell(at: index), rate.high < thresholds.tooHard,
      evidence.shows(.tooHard, at: index)
    else { return nil }
    return LevelFlag(
      kind: .tooHard,
      reason: "\(who) passed \(figures(cell, rate)), completely below "
        + "\(ReportNumber.limit(thresholds.tooHard)).",
      example: cell.example("near miss", "median", "worst"))
  }

  private func tooEasy(at index: Int) -> LevelFlag? {
    guard let (cell, rate) = referenceCell(at: index), rate.low > thresholds.tooEasy,
      evidence.shows(.tooEasy, at: index)
    else { return nil }
    return LevelFlag(
      kind: .tooEasy,
      reason: "\(who) passed \(figures(cell, rate)), completely above "
        + "\(ReportNumber.limit(thresholds.tooEasy)).",
      example: cell.example("median", "best"))
  }

  private func dip(at index: Int) -> LevelFlag? {
    let earlier = index - thresholds.dipDistance
    guard thresholds.dipDistance > 0, let (cell, rate) = referenceCell(at: index),
      let (_, before) = referenceCell(at: earlier), rate.low > before.high,
      evidence.shows(.dip, at: index)
    else { return nil }
    return LevelFlag(
      kind: .dip,
      reason: "\(who) passed \(figures(cell, rate)); that is easier than the level "
        + "\(ReportNumber.plural(thresholds.dipDistance, "place")) before it, \(SafeText.quoted(summary.levels[earlier].name)), at "
        + "\(ReportNumber.rate(before)).",
      example: cell.example("median", "best"))
  }

  private func spike(at index: Int) -> LevelFlag? {
    guard let (cell, rate) = referenceCell(at: index),
      let (_, before) = referenceCell(at: index - 1),
      rate.high < before.value - thresholds.spikeDrop, evidence.shows(.spike, at: index)
    else { return nil }
    return LevelFlag(
      kind: .spike,
      reason: "\(who) passed \(figures(cell, rate)), more than "
        + "\(ReportNumber.trimmed(ReportNumber.fixed(thresholds.spikeDrop * 100, decimals: 1))) "
        + "points below the level before, "
        + "\(SafeText.quoted(summary.levels[index - 1].name)), at \(ReportNumber.rate(before)).",
      example: cell.example("median", "worst"))
  }

  /// The reference player's figures; nil in a two-player game, in which a player alone plays both
  /// sides, so that its pass rate says who is ahead and not how hard the level is.
  func referenceCell(at index: Int) -> (cell: CellSummary, rate: Interval)? {
    guard summary.levels.indices.contains(index), let reference,
      let cell = table[summary.levels[index], reference.agent], !cell.isForTwo,
      let rate = cell.passRate
    else { return nil }
    return (cell, rate)
  }

  // MARK: Words

  private var who: String {
    guard let reference else { return "" }
    let name = SafeText.escaped(reference.agent.name)
    return reference.isDefault
      ? name : "\(name) (the median player, because \(Self.defaultReference) was not played)"
  }

  private func figures(_ cell: CellSummary, _ rate: Interval) -> String {
    "\(ReportNumber.rate(rate)) of \(ReportNumber.games(cell.decided))"
  }
}

extension LevelFlag.Kind {
  /// Whether the flag says that a level is too hard or too easy, by itself or beside others.
  package var isAboutDifficulty: Bool {
    switch self {
    case .unwon, .trivial, .tooHard, .tooEasy, .dip, .spike: true
    case .stuck, .faults, .duplicate, .luck, .order: false
    }
  }
}

extension RunSummary {
  /// The player whose pass rates flags are about, if it is simulated.
  public var referencePlayer: String? {
    LevelFlags.reference(of: self).flatMap { $0.agent.isPerson ? nil : $0.agent.name }
  }

  /// The names of the levels that are flagged for their difficulty.
  public var levelsToExplain: [String] {
    levels.filter { $0.flags.contains { $0.kind.isAboutDifficulty } }.map(\.name)
  }

  /// Updates each level's flags.
  public mutating func addFlags(_ thresholds: FlagThresholds = .standard) {
    self.thresholds = thresholds
    for (index, flags) in LevelFlags.flags(of: self, thresholds: thresholds).enumerated() {
      levels[index].flags = flags
    }
  }
}
