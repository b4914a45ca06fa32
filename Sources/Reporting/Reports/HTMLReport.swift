import Charts
import SimHarness

/// `report.html`: the whole report in one file, which needs no network.
enum HTMLReport {
  static func render(
    _ summary: RunSummary, runPath: String, thresholds: FlagThresholds = .standard
  ) -> String {
    var summary = summary
    // A page is shared with others: it names no folders of the machine that made it.
    for index in summary.levels.indices where summary.levels[index].source?.hasPrefix("/") == true {
      summary.levels[index].source = nil
    }
    let path = runPath.hasPrefix("/") ? runPath.split(separator: "/").last.map(String.init) : nil
    return ReportTemplates.render(
      Page(summary, runPath: path ?? runPath, thresholds: thresholds))
  }

  /// What the page's template prints.
  ///
  /// Text is as users gave it, as the template escapes it; the fields that hold markup say so.
  struct Page {
    var title: String
    var tiles: [Fact]
    var isPartial: Bool
    var partialWarning: String
    var praise: String
    var problems: [Problem]
    /// Whether any level can be passed.
    var hasCurve: Bool
    var rateTitle: String
    var levels: [LevelSection]
    /// The class of the table of levels: the more players, the smaller the bars.
    var tableKind: String
    var players: [Player]
    /// The difficulty curve, and that of the scores of levels without a goal, where there are such.
    var curves: [Curve]
    var metricGroups: [MetricGroup]
    /// One, or none.
    var comparisons: [Comparison]
    /// Whether the games were played here, by simulated players.
    var isPlayed: Bool
    var filmWords: String
    /// One, or none.
    var tables: [TableSection]
    var metricList: [MetricWords]
    var referenceWords: String
    var thresholds: [Threshold]
    var style = ReportTemplates.style
    var script = ReportTemplates.script
  }

  /// A curve over the levels.
  struct Curve {
    var id: String
    var title: String
    var measure: String
    var isRate: Bool
    /// Markup for each width of the page.
    var charts: [Markup]
  }

  struct Markup {
    var markup: String
  }

  /// A label and what it is about.
  struct Fact {
    var label: String
    var value: String
  }

  /// A link to a level; `separator` follows it.
  struct Link {
    var anchor: String
    var name: String
    var separator: String
  }

  /// One of the worst findings.
  struct Problem {
    var tone: String
    var anchor: String
    var name: String
    var headline: String
    var reason: String
    var watch: [Watch]
    var command: String
    var steps: [Step]
    /// What would help, where it was found out.
    var advice: [Advice]
    var othersWords: String
    var others: [Link]
  }

  /// A suggested next command.
  struct Step {
    var purpose: String
    var command: String
  }

  /// What brings a level into the band.
  struct Advice {
    var goal: String
    var changes: String
  }

  /// A player, in legends and in the players' table.
  struct Player {
    /// Markup.
    var key: String
    var name: String
    var summary: String
    var games: String
    var share: String
    var unwon: String
    var uncounted: String
  }

  /// What a metric means.
  struct MetricWords {
    var name: String
    var unit: String
    var summary: String
  }

  /// A flag and when it is given.
  struct Threshold {
    var tone: String
    var label: String
    var rule: String
  }

  /// The anchor of a level's section.
  static func anchor(_ level: Int) -> String { "level-\(level + 1)" }
}

extension HTMLReport.Page {
  init(_ summary: RunSummary, runPath: String, thresholds: FlagThresholds) {
    let facts = ReportFacts(summary)
    let table = CellTable(summary.cells)
    let found = ReportProblem.worst(of: summary)
    title = facts.title
    tiles = Self.tiles(of: summary, facts)
    isPartial = facts.partialWarning != nil
    partialWarning = facts.partialWarning ?? ""
    praise = facts.praise
    let films = FilmTable(summary.additions.films)
    let grid = SkillGrid(summary.agents)
    problems = found.map { HTMLReport.Problem($0, summary, films, runPath: runPath) }
    let isScored = summary.cells.contains { $0.scoreWithoutGoal != nil }
    let isPassed = !isScored || summary.cells.contains { $0.passRate != nil }
    hasCurve = !summary.levels.isEmpty && isPassed
    rateTitle = isScored ? (isPassed ? "Pass rate or mean score" : "Mean score") : "Pass rate"
    let opened = Self.opened(summary, found)
    levels = summary.levels.indices.map { index in
      HTMLReport.LevelSection(
        at: index, of: summary, table, films, grid, runPath: runPath,
        isOpen: opened.contains(index))
    }
    tableKind = summary.agents.count < 4 ? "few" : (summary.agents.count < 6 ? "some" : "many")
    players = summary.agents.enumerated().map { index, agent in
      HTMLReport.Player(agent, at: index, summary)
    }
    let measures: [DifficultyChart.Measure] =
      (isPassed ? [.passRate] : []) + (isScored ? [.score] : [])
    let baseRates = (summary.additions.comparison?.baseRates ?? []).map { rate in
      (level: rate.level, agent: rate.agent, rate: rate.rate)
    }
    curves = (summary.levels.isEmpty ? [] : measures).map { measure in
      HTMLReport.Curve(
        id: measure == .passRate ? "curve" : "score-curve",
        title: measure == .passRate ? "Difficulty curve" : "Scores over the levels",
        measure: measure.words.lowercased(), isRate: measure == .passRate,
        charts: DifficultyChart.Size.allCases.map { size in
          HTMLReport.Markup(
            markup: DifficultyChart(
              summary, base: baseRates, thresholds: thresholds, size: size, measure: measure
            ).render())
        })
    }
    metricGroups = HTMLReport.MetricGroup.all(of: summary, table)
    comparisons = summary.additions.comparison.map { [HTMLReport.Comparison($0, summary)] } ?? []
    isPlayed = summary.imported == nil
    filmWords =
      isPlayed
      ? Self.words(of: summary.additions.films)
      : "None: imported results hold no moves, so no game can be played again."
    tables = summary.table.map { [HTMLReport.TableSection($0)] } ?? []
    metricList = summary.cells.flatMap(\.metrics).uniqued(on: \.name)
      .filter { summary.isListed($0.name) }
      .map { HTMLReport.MetricWords(name: $0.name, unit: $0.unit, summary: $0.summary) }
    let reference = LevelFlags.reference(of: summary)
    referenceWords = Self.words(of: reference)
    self.thresholds = LevelFlag.Kind.allCases.map { kind in
      HTMLReport.Threshold(
        tone: kind.tone, label: kind.label,
        rule: kind.rule(thresholds, reference: reference?.agent.name ?? "the reference player"))
    }
  }

  private static func tiles(of summary: RunSummary, _ facts: ReportFacts) -> [HTMLReport.Fact] {
    let players = summary.agents.map { SafeText.escaped($0.name) }.joined(separator: ", ")
    return [
      HTMLReport.Fact(label: "Game", value: summary.game),
      HTMLReport.Fact(label: "Levels", value: ReportNumber.count(summary.levels.count)),
      HTMLReport.Fact(label: "Players", value: players.isEmpty ? ReportNumber.missing : players),
      HTMLReport.Fact(
        label: "Games per level and player", value: Self.games(summary)),
      HTMLReport.Fact(label: "Total games", value: ReportNumber.count(facts.games)),
      summary.imported.map {
        HTMLReport.Fact(label: "Imported from", value: SafeText.escaped($0.file))
      } ?? HTMLReport.Fact(label: "Seed", value: summary.seed.description),
      HTMLReport.Fact(
        label: "Flagged levels",
        value: "\(facts.flaggedLevels) of \(ReportNumber.count(summary.levels.count))"),
    ]
  }

  /// The games of a level and player: one number, or the minimum and the maximum.
  private static func games(_ summary: RunSummary) -> String {
    guard summary.precision != nil || summary.imported != nil,
      let least = summary.cells.map(\.games).min(),
      let most = summary.cells.map(\.games).max()
    else { return ReportNumber.count(summary.gamesPerCell) }
    let (low, high) = (ReportNumber.count(least), ReportNumber.count(most))
    return least == most ? low : "\(low) to \(high)"
  }

  /// The sections to show at once: all flagged levels, or only the worst where they are many.
  private static func opened(_ summary: RunSummary, _ worst: [ReportProblem]) -> Set<Int> {
    let flagged = summary.levels.indices.filter { !summary.levels[$0].flags.isEmpty }
    if summary.levels.count == 1 { return [0] }
    return flagged.count <= 8 ? Set(flagged) : Set(worst.map(\.level))
  }

  /// Which games can be played in the page.
  private static func words(of films: [FilmedGame]) -> String {
    guard !films.isEmpty else {
      return "None on this page; the replay commands show games in a terminal."
    }
    let bytes = films.reduce(0) { $0 + $1.text.utf8.count }
    let budget = FilmBudget.standard
    return "\(ReportNumber.games(films.count)), \(ReportNumber.count((bytes + 999) / 1000)) kB, "
      + "can be watched on this page: the examples of the flags first, then best, median and worst"
      + " of "
      + "the reference player, then the other examples; at most \(budget.gamesPerLevel) per level "
      + "and \(ReportNumber.count(budget.bytes / 1000)) kB in all. "
      + "The replay commands show all other games in a terminal."
  }

  private static func words(of reference: LevelFlags.Reference?) -> String {
    guard let reference else {
      return "None: no level of this run has a goal that a player reaches alone."
    }
    let name = SafeText.escaped(reference.agent.name)
    return reference.isDefault
      ? "\(name): the flags too hard, too easy, dip and spike use its pass rates."
      : "\(name), the median player of this run by pass rate over all levels, because casual was"
        + " not played: the flags too hard, too easy, dip and spike use its pass rates."
  }
}

extension HTMLReport.Problem {
  init(
    _ problem: ReportProblem, _ summary: RunSummary, _ films: FilmTable, runPath: String
  ) {
    let shown = problem.others.prefix(8)
    let rest = problem.others.count - shown.count
    tone = problem.flag.kind.tone
    anchor = HTMLReport.anchor(problem.level)
    name = summary.levels[problem.level].name
    headline = problem.flag.kind.headline
    reason = problem.flag.reason
    let replay = problem.flag.replay(runPath: runPath, in: summary.folders)
    watch = films.watch(problem.flag.example, "a game that shows it")
    command = replay ?? ""
    steps = problem.steps(summary, runPath: runPath).filter { $0.command != replay }.map { step in
      HTMLReport.Step(
        purpose: step.purpose.prefix(1).uppercased() + step.purpose.dropFirst(),
        command: step.command)
    }
    advice =
      summary.explanation(of: summary.levels[problem.level]).map { explanation in
        let help = HTMLReport.Help(explanation)
        let changes = help.edits.map { "\($0.change) (passes \($0.rate))" }
        return [
          HTMLReport.Advice(
            goal: help.edits.isEmpty ? help.instead.prefix { $0 != ";" } + "." : help.goal + ":",
            changes: changes.isEmpty ? "" : changes.joined(separator: ", or ") + ".")
        ]
      } ?? []
    othersWords = "Also \(problem.flag.kind.label):"
    others = shown.enumerated().map { position, level in
      let isLast = position == shown.count - 1
      return HTMLReport.Link(
        anchor: HTMLReport.anchor(level),
        name: Chart.shortened(summary.levels[level].name, to: 60),
        separator: isLast ? (rest > 0 ? " and \(ReportNumber.count(rest)) more." : ".") : ", ")
    }
  }
}

extension HTMLReport.Player {
  init(_ agent: AgentSummary, at index: Int, _ summary: RunSummary) {
    let cells = summary.cells.filter { $0.agent == agent.name }
    let decided = cells.reduce(0) { $0 + $1.decided }
    let wins = cells.reduce(0) { $0 + $1.wins }
    key = Chart.key(index)
    name = agent.name
    self.summary = agent.summary
    games = ReportNumber.count(cells.reduce(0) { $0 + $1.games })
    share =
      decided > 0
      ? ReportNumber.percent(Double(wins) / Double(decided)) : ReportNumber.missing
    unwon = ReportNumber.count(cells.filter { $0.decided > 0 && $0.wins == 0 }.count)
    uncounted = ReportNumber.count(cells.reduce(0) { $0 + $1.uncounted })
  }
}

extension LevelFlag.Kind {
  /// The class that gives a chip its colour.
  var tone: String {
    switch self {
    case .unwon, .tooHard, .faults: "bad"
    case .spike, .stuck, .order: "warn"
    case .trivial, .tooEasy, .dip, .duplicate, .luck: "mild"
    }
  }

  /// When the flag is given, in words.
  func rule(_ thresholds: FlagThresholds, reference: String) -> String {
    let reference = SafeText.escaped(reference)
    switch self {
    case .unwon: return "No player won a game."
    case .trivial:
      return "The interval of "
        + LevelFlags.trivialAgents.joined(separator: ", or, if it was not played, of ")
        + ", is completely above \(ReportNumber.limit(thresholds.trivial))."
    case .tooHard:
      return "The interval of \(reference) is completely below "
        + "\(ReportNumber.limit(thresholds.tooHard))."
    case .tooEasy:
      return "The interval of \(reference) is completely above "
        + "\(ReportNumber.limit(thresholds.tooEasy))."
    case .dip:
      return "The interval of \(reference) is completely above that of the level "
        + "\(ReportNumber.plural(thresholds.dipDistance, "place")) before it."
    case .spike:
      return "The whole interval of \(reference) is more than "
        + "\(ReportNumber.trimmed(ReportNumber.fixed(thresholds.spikeDrop * 100, decimals: 1))) "
        + "points below the pass rate of the level before."
    case .duplicate:
      return
        "The layout is that of an earlier level, perhaps mirrored or with colours swapped."
    case .luck:
      return
        "The interval of the share of a player's score variance that comes from the deals "
        + "is completely above \(ReportNumber.limit(thresholds.luck)) (measured by playtest study)."
    case .order:
      return
        "A stronger player does worse than a weaker one by more than chance explains: the"
        + " probability "
        + "of any such flag by chance is at most \(ReportNumber.limit(thresholds.order)) in the"
        + " whole run."
    case .stuck:
      return "A player's games are evidence that more than "
        + "\(ReportNumber.limit(thresholds.stuck)) of them hit the move limit."
    case .faults:
      return thresholds.faults == 0
        ? "A game faulted or was inconclusive."
        : "More than \(ReportNumber.games(thresholds.faults)) faulted or were inconclusive."
    }
  }
}
