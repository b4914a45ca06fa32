extension HTMLReport {
  /// A table with one row a head and numbers in the other columns.
  struct FigureTable {
    var caption: String
    var heads: [Head]
    var rows: [Row]

    struct Head {
      var text: String
      var isNumber: Bool
    }

    struct Row {
      var head: String
      var values: [String]
    }
  }
}

/// A level's charts, a row a player on common scales, and their figures as tables.
struct LevelCharts {
  /// One player's charts.
  struct Player {
    /// Markup.
    var key: String
    var agent: String
    /// Markup.
    var score: String
    /// Markup.
    var moves: String
    /// The share of games that reaches the top.
    var scoreTop: String
    var movesTop: String
  }

  private(set) var players: [Player] = []
  private(set) var tables: [HTMLReport.FigureTable] = []

  private struct Drawn {
    var series: Int
    var agent: String
    var score: Distribution
    var moves: Distribution
    var scoreBars: [HistogramChart.Bar]
    var moveBars: [HistogramChart.Bar]
  }

  init(_ played: [(series: Int, cell: CellSummary)]) {
    guard let scoreBins = Self.bins(played.compactMap(\.cell.score)),
      let moveBins = Self.bins(played.compactMap(\.cell.moves))
    else { return }
    let drawn: [Drawn] = played.compactMap { series, cell in
      guard let score = cell.score, let moves = cell.moves else { return nil }
      return Drawn(
        series: series, agent: cell.agent, score: score, moves: moves,
        scoreBars: HistogramChart.bars(score.histogram, bins: scoreBins),
        moveBars: HistogramChart.bars(cell.endsByMove, bins: moveBins))
    }
    let scoreTop = drawn.map { HistogramChart.peak($0.scoreBars) }.max() ?? 0
    let moveTop = drawn.map { HistogramChart.peak($0.moveBars) }.max() ?? 0
    players = drawn.map { entry in
      let name = SafeText.escaped(entry.agent)
      return Player(
        key: Chart.key(entry.series), agent: entry.agent,
        score: HistogramChart(
          title: "Scores of \(name)", bins: scoreBins, bars: entry.scoreBars,
          median: entry.score.p50, top: scoreTop, kind: Chart.series(entry.series)
        ).render(),
        moves: HistogramChart(
          title: "Moves when games of \(name) ended, won and not won", bins: moveBins,
          bars: entry.moveBars, median: entry.moves.p50, top: moveTop,
          kind: Chart.series(entry.series)
        ).render(), scoreTop: ReportNumber.percent(scoreTop),
        movesTop: ReportNumber.percent(moveTop))
    }
    tables = [
      Self.spread(drawn),
      Self.counts("Games by score", bins: scoreBins, drawn.map { ($0.agent, $0.scoreBars) }) {
        ReportNumber.count($0.total)
      },
      Self.counts(
        "Games by moves: won + not won", bins: moveBins, drawn.map { ($0.agent, $0.moveBars) }
      ) { "\(ReportNumber.count($0.solid)) + \(ReportNumber.count($0.outlined))" },
    ]
  }

  private static func bins(_ distributions: [Distribution]) -> HistogramBins? {
    guard let low = distributions.map(\.minimum).min(),
      let high = distributions.map(\.maximum).max()
    else { return nil }
    return HistogramBins(from: low, to: high)
  }

  // MARK: Tables

  private static func spread(_ drawn: [Drawn]) -> HTMLReport.FigureTable {
    typealias Table = HTMLReport.FigureTable
    let heads = [
      "Mean, 95% interval", "SD", "Min", "p5", "p25", "p50", "p75", "p95", "Max",
    ]
    func row(_ name: String, _ figure: Distribution) -> Table.Row {
      let mean =
        figure.meanInterval.map(ReportNumber.interval) ?? ReportNumber.short(figure.mean)
      let sd = figure.sd.map(ReportNumber.short) ?? ReportNumber.missing
      let quantiles = [
        figure.minimum, figure.p5, figure.p25, figure.p50, figure.p75, figure.p95, figure.maximum,
      ]
      return Table.Row(head: name, values: [mean, sd] + quantiles.map(ReportNumber.count))
    }
    return Table(
      caption: "Score and moves",
      heads: [Table.Head(text: "Player", isNumber: false)]
        + heads.map { Table.Head(text: $0, isNumber: true) },
      rows: drawn.flatMap { entry in
        let name = SafeText.escaped(entry.agent)
        return [row(name + ", score", entry.score), row(name + ", moves", entry.moves)]
      })
  }

  private static func counts(
    _ caption: String, bins: HistogramBins,
    _ players: [(agent: String, bars: [HistogramChart.Bar])],
    words: (HistogramChart.Bar) -> String
  ) -> HTMLReport.FigureTable {
    typealias Table = HTMLReport.FigureTable
    return Table(
      caption: caption,
      heads: [Table.Head(text: "From–to", isNumber: false)]
        + players.map { Table.Head(text: $0.agent, isNumber: true) },
      rows: (0..<bins.count).compactMap { index in
        guard players.contains(where: { $0.bars[index].total > 0 }) else { return nil }
        return Table.Row(head: bins.label(index), values: players.map { words($0.bars[index]) })
      })
  }
}
