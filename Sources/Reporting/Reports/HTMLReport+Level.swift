import Charts
import SimHarness

extension HTMLReport {
  /// What the template of a level's section prints; also its row in the table of levels.
  struct LevelSection {
    var number: String
    var anchor: String
    var name: String
    var id: String
    var hash: String
    var isOpen: Bool
    var flagNames: String
    var flagCount: String
    var flags: [Flag]
    var notes: [Note]
    /// Each player's pass rate, beside the name.
    var glance: String
    /// Markup.
    var picture: String
    var facts: [Fact]
    /// A cell of the table of levels for every player, played or not.
    var rates: [Rate]
    /// What the rates are.
    var rateTitle: String
    var cells: [Cell]
    var showsEnded: Bool
    var showsFaults: Bool
    var faultMessages: [FaultMessage]
    var charts: [LevelCharts.Player]
    var figureTables: [FigureTable]
    var hasScene: Bool
    var scene: Scene
    /// Markup.
    var reasonAgents: [String]
    var reasons: [Reason]
    /// Markup.
    var metricAgents: [String]
    var metrics: [Metric]
    var examples: [Example]
    var films: [Film]
    /// One, or none.
    var heatMaps: [HeatMap]
    /// What would help; one, or none.
    var help: [Help]
  }

  struct Flag {
    var tone: String
    var label: String
    var reason: String
    var watch: [Watch]
    var command: String
  }

  /// A sentence about the figures.
  struct Note {
    var text: String
  }

  struct Rate {
    /// Markup: the agent's name, as a narrow page shows it.
    var label = ""
    /// Markup.
    var bar: String
    var value: String
    var interval: String
    /// Empty if there is no rate.
    var sortValue: String
  }

  struct Cell {
    /// Markup.
    var key: String
    /// Markup.
    var agent: String
    var rate: Rate
    var games: String
    var wins: String
    var losses: String
    var capped: String
    var ended: String
    var uncounted: String
  }

  struct FaultMessage {
    var agent: String
    var count: String
    var message: String
  }

  struct Reason {
    var reason: String
    var shares: [Share]
  }

  struct Share {
    /// Markup.
    var bar: String
    var value: String
  }

  struct Metric {
    var name: String
    var unit: String
    var values: [Figure]
  }

  /// A figure and, in brackets, its interval.
  struct Figure {
    var value: String
    var interval: String
  }

  struct Example {
    var label: String
    var agent: String
    var end: String
    var score: String
    var moves: String
    var watch: [Watch]
    var command: String
  }
}

extension HTMLReport.LevelSection {
  init(
    at index: Int, of summary: RunSummary, _ table: CellTable, _ filmed: FilmTable,
    _ grid: SkillGrid?, runPath: String, isOpen: Bool
  ) {
    let level = summary.levels[index]
    let played = summary.agents.enumerated().compactMap { series, agent in
      table[level, agent].map { (series: series, cell: $0) }
    }
    let cells = played.map(\.cell)
    number = String(index + 1)
    anchor = HTMLReport.anchor(index)
    name = level.name
    id = level.id
    hash = level.hash
    self.isOpen = isOpen
    flagNames = level.flags.map(\.kind.label).joined(separator: ", ")
    flagCount = String(level.flags.count)
    flags = HTMLReport.Flag.all(of: level, filmed, runPath: runPath, in: summary.folders)
    notes = level.notes.map { HTMLReport.Note(text: $0) }
    glance = cells.compactMap { cell in
      let figure =
        cell.passRate.map { ReportNumber.percent($0.value) }
        ?? cell.scoreWithoutGoal.map { "score \(ReportNumber.short($0.value))\(cell.winWords)" }
      return figure.map { "\(SafeText.escaped(cell.agent)) \($0)" }
    }.joined(separator: " · ")
    picture = filmed.picture(of: level)
    facts = level.facts.map { HTMLReport.Fact(label: $0.label, value: $0.value) }
    rates = summary.agents.enumerated().map { series, agent in
      var rate = HTMLReport.Rate(table[level, agent], series: series)
      rate.label = HTMLText.playerLabel(agent.name)
      return rate
    }
    rateTitle = cells.contains { $0.scoreWithoutGoal != nil } ? "Mean score" : "Pass rate"
    self.cells = played.map { HTMLReport.Cell($0.cell, series: $0.series) }
    showsEnded = cells.contains { $0.ended > 0 }
    showsFaults = cells.contains { $0.uncounted > 0 }
    faultMessages = cells.flatMap { cell in
      cell.faultMessages.map {
        HTMLReport.FaultMessage(
          agent: cell.agent, count: ReportNumber.count($0.count), message: $0.message)
      }
    }
    let drawn = LevelCharts(played)
    charts = drawn.players
    figureTables = drawn.tables
    scene = HTMLReport.Scene(of: level, played)
    hasScene = !scene.heats.isEmpty
    let losing = played.filter { !$0.cell.lossReasons.isEmpty }
    reasonAgents = losing.map { HTMLText.playerName($0.cell.agent) }
    reasons = Self.reasons(losing)
    let measured = cells.filter { !$0.metrics.isEmpty }
    metricAgents = measured.map { HTMLText.playerName($0.agent) }
    metrics = Self.metrics(measured, summary)
    examples = cells.flatMap { cell in
      Self.named(cell.examples).map {
        HTMLReport.Example($0, of: cell, filmed, runPath: runPath)
      }
    }
    films = filmed.films(of: level)
    heatMaps = HTMLReport.HeatMap(grid, level: level, table).map { [$0] } ?? []
    help = summary.additions.explanations.filter { $0.level == level.name }.map {
      HTMLReport.Help($0)
    }
  }

  /// Each game once, with everything that it is an example of.
  private static func named(_ examples: [ExampleGame]) -> [ExampleGame] {
    var games: [ExampleGame] = []
    for example in examples {
      if let place = games.firstIndex(where: { $0.index == example.index }) {
        games[place].label += ", \(example.label)"
      } else {
        games.append(example)
      }
    }
    return games
  }

  /// Reasons in the order in which the players' lists name them, with each player's share.
  private static func reasons(
    _ played: [(series: Int, cell: CellSummary)]
  ) -> [HTMLReport.Reason] {
    played.flatMap { $0.cell.lossReasons.map(\.reason) }.uniqued(on: \.self).map { name in
      HTMLReport.Reason(
        reason: name,
        shares: played.map { series, cell in
          let all = cell.lossReasons.reduce(0) { $0 + $1.count }
          guard let count = cell.lossReasons.first(where: { $0.reason == name })?.count, all > 0
          else { return HTMLReport.Share(bar: "", value: ReportNumber.missing) }
          let share = Double(count) / Double(all)
          return HTMLReport.Share(
            bar: ShareBar.render(share, series: series),
            value: "\(ReportNumber.percent(share)) (\(ReportNumber.count(count)))")
        })
    }
  }

  /// The metrics that some player has; those of a study are left out without one.
  private static func metrics(
    _ cells: [CellSummary], _ summary: RunSummary
  ) -> [HTMLReport.Metric] {
    let known = cells.flatMap(\.metrics).filter { $0.value != nil && summary.isListed($0.name) }
    return known.uniqued(on: \.name).map { metric in
      HTMLReport.Metric(
        name: metric.name, unit: metric.unit,
        values: cells.map { cell in
          let figure = cell.metrics.first { $0.name == metric.name }?.value
          return HTMLReport.Figure(
            value: figure.map { ReportNumber.short($0.value) } ?? ReportNumber.missing,
            interval: figure.map(ReportNumber.bounds) ?? "")
        })
    }
  }
}

extension HTMLReport.Flag {
  /// A level's flags, each game named once.
  static func all(
    of level: LevelSummary, _ films: FilmTable, runPath: String, in folders: NamedFolders
  ) -> [HTMLReport.Flag] {
    var named: Set<String> = []
    return level.flags.map { flag in
      let command = flag.replay(runPath: runPath, in: folders) ?? ""
      let isNew = !command.isEmpty && named.insert(command).inserted
      return HTMLReport.Flag(
        tone: flag.kind.tone, label: flag.kind.label, reason: flag.reason,
        watch: isNew ? films.watch(flag.example, "a game that shows it") : [],
        command: isNew ? command : "")
    }
  }
}

extension HTMLReport.Rate {
  /// The pass rate, or the mean score of games without a goal.
  init(_ cell: CellSummary?, series: Int) {
    let rate = cell?.passRate
    bar = PassRateBar.render(rate, series: series)
    if rate == nil, let cell, let score = cell.scoreWithoutGoal {
      value = ReportNumber.short(score.value)
      interval = ReportNumber.bounds(score) + cell.winWords
      sortValue = ReportNumber.fixed(score.value, decimals: 6)
      return
    }
    value = rate.map { ReportNumber.percent($0.value) } ?? ReportNumber.missing
    interval = rate.map(ReportNumber.rateBounds) ?? ""
    sortValue = rate.map { ReportNumber.fixed($0.value, decimals: 6) } ?? ""
  }
}

extension HTMLReport.Cell {
  init(_ cell: CellSummary, series: Int) {
    key = Chart.key(series)
    agent = HTMLText.playerName(cell.agent)
    rate = HTMLReport.Rate(cell, series: series)
    games = ReportNumber.count(cell.games)
    wins = ReportNumber.count(cell.wins)
    losses = ReportNumber.count(cell.losses)
    capped = ReportNumber.count(cell.capped)
    ended = ReportNumber.count(cell.ended)
    uncounted = ReportNumber.count(cell.uncounted)
  }
}

extension HTMLReport.Example {
  init(
    _ example: ExampleGame, of cell: CellSummary, _ films: FilmTable, runPath: String
  ) {
    let game = GameReference(level: cell.level, agent: cell.agent, index: example.index)
    watch = films.watch(game, example.label)
    label = example.label
    agent = cell.agent
    end = example.end.rawValue
    score = ReportNumber.count(example.score)
    moves = ReportNumber.count(example.moves)
    command = ReplayCommand.text(runPath: runPath, game)
  }
}
