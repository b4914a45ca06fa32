import SimHarness

/// A level's charts, one row per player on common scales, and their figures as tables.
///
/// The template `level.mustache` names them. Charts over all levels begin in `HTMLReport.swift` and
/// `page.mustache`.
package struct LevelCharts {
  /// One player's charts.
  package struct Player {
    /// Markup.
    var key: String
    var agent: String
    /// Markup.
    var score: String
    /// Markup.
    var moves: String
    /// Markup.
    var hazard: String
    /// The share of games that reaches the top.
    var scoreTop: String
    var movesTop: String
    var hasHazard: Bool
    var hazardTop: String
  }

  package private(set) var players: [Player] = []
  package private(set) var tables: [FigureTable] = []

  private struct Drawn {
    var series: Int
    var agent: String
    var score: Distribution
    var moves: Distribution
    var scoreBars: [HistogramChart.Bar]
    var moveBars: [HistogramChart.Bar]
    var hazardBars: [HazardChart.Bar]
  }

  package init(_ played: [(series: Int, cell: CellSummary)]) {
    guard let scoreBins = Self.bins(played.compactMap(\.cell.score)),
      let moveBins = Self.bins(played.compactMap(\.cell.moves))
    else { return }
    let drawn: [Drawn] = played.compactMap { series, cell in
      guard let score = cell.score, let moves = cell.moves else { return nil }
      return Drawn(
        series: series, agent: cell.agent, score: score, moves: moves,
        scoreBars: HistogramChart.bars(score.histogram, bins: scoreBins),
        moveBars: HistogramChart.bars(cell.endsByMove, bins: moveBins),
        hazardBars: HazardChart.bars(cell.endsByMove, bins: moveBins))
    }
    let scoreTop = drawn.map { HistogramChart.peak($0.scoreBars) }.max() ?? 0
    let moveTop = drawn.map { HistogramChart.peak($0.moveBars) }.max() ?? 0
    // A game that ends by its clock is not lost where it ends.
    let hasLosses = played.allSatisfy { $0.cell.ended == 0 }
    let hazardTop = hasLosses ? drawn.map { HazardChart.peak($0.hazardBars) }.max() ?? 0 : 0
    players = drawn.map { entry in
      let name = SafeText.escaped(entry.agent)
      return Player(
        key: Chart.key(entry.series), agent: entry.agent,
        score: HistogramChart(
          title: "Scores of \(name)", bins: scoreBins, bars: entry.scoreBars,
          median: entry.score.p50, top: scoreTop, kind: Chart.series(entry.series)
        ).render(),
        moves: HistogramChart(
          title: "Moves when games of \(name) ended" + (hasLosses ? ", won and not won" : ""),
          bins: moveBins,
          bars: entry.moveBars, median: entry.moves.p50, top: moveTop,
          kind: Chart.series(entry.series)
        ).render(),
        hazard: HazardChart(
          title: "Share of \(name)'s games still in play that were not won (lost, or stopped at the"
            + " move limit), by move", bins: moveBins,
          bars: entry.hazardBars, top: hazardTop, kind: Chart.series(entry.series)
        ).render(), scoreTop: ReportNumber.percent(scoreTop),
        movesTop: ReportNumber.percent(moveTop), hasHazard: hazardTop > 0,
        hazardTop: ReportNumber.percent(hazardTop))
    }
    tables = [
      Self.spread(drawn),
      Self.counts("Games by score", bins: scoreBins, drawn.map { ($0.agent, $0.scoreBars) }) {
        ReportNumber.count($0.total)
      },
      Self.counts(
        hasLosses ? "Games by moves: won + not won" : "Games by moves", bins: moveBins,
        drawn.map { ($0.agent, $0.moveBars) }
      ) { bar in
        hasLosses
          ? "\(ReportNumber.count(bar.solid)) + \(ReportNumber.count(bar.outlined))"
          : ReportNumber.count(bar.total)
      },
    ]
    if hazardTop > 0 {
      tables.append(Self.hazards(bins: moveBins, drawn.map { ($0.agent, $0.hazardBars) }))
    }
  }

  private static func bins(_ distributions: [Distribution]) -> HistogramBins? {
    guard let low = distributions.map(\.minimum).min(),
      let high = distributions.map(\.maximum).max()
    else { return nil }
    return HistogramBins(from: low, to: high)
  }

  // MARK: Tables

  private static func spread(_ drawn: [Drawn]) -> FigureTable {
    let heads = [
      "Mean, 95% interval", "SD", "Min", "p5, 95% interval", "p25", "p50", "p75", "p95", "Max",
    ]
    func row(_ name: String, _ figure: Distribution) -> FigureTable.Row {
      let mean =
        figure.meanInterval.map(ReportNumber.interval) ?? ReportNumber.short(figure.mean)
      let sd = figure.sd.map(ReportNumber.short) ?? ReportNumber.missing
      let quantiles = figure.quantiles.map { ReportNumber.quantile($0.interval) }
      let ends = [figure.minimum, figure.maximum].map(ReportNumber.count)
      // An interval is not broken inside.
      let values = ([mean, sd, ends[0]] + quantiles + [ends[1]]).map {
        $0.replacing(", ", with: ",\u{A0}")
      }
      return FigureTable.Row(head: name, values: values)
    }
    return FigureTable(
      caption: "Score and moves", isSpread: true,
      heads: [FigureTable.Head(text: "Player", isNumber: false)]
        + heads.map { FigureTable.Head(text: $0, isNumber: true) },
      rows: drawn.flatMap { entry in
        let name = SafeText.escaped(entry.agent)
        return [row(name + ", score", entry.score), row(name + ", moves", entry.moves)]
      })
  }

  private static func hazards(
    bins: HistogramBins, _ players: [(agent: String, bars: [HazardChart.Bar])]
  ) -> FigureTable {
    FigureTable(
      caption: "Games not won (lost, or stopped at the move limit) by move, of games in play",
      heads: [FigureTable.Head(text: "From–to", isNumber: false)]
        + players.map { FigureTable.Head(text: $0.agent, isNumber: true) },
      rows: (0..<bins.count).compactMap { index in
        guard players.contains(where: { $0.bars[index].lost > 0 }) else { return nil }
        return FigureTable.Row(
          head: bins.label(index),
          values: players.map { player in
            let bar = player.bars[index]
            return "\(ReportNumber.count(bar.lost)) of \(ReportNumber.count(bar.going))"
          })
      })
  }

  private static func counts(
    _ caption: String, bins: HistogramBins,
    _ players: [(agent: String, bars: [HistogramChart.Bar])],
    words: (HistogramChart.Bar) -> String
  ) -> FigureTable {
    FigureTable(
      caption: caption,
      heads: [FigureTable.Head(text: "From–to", isNumber: false)]
        + players.map { FigureTable.Head(text: $0.agent, isNumber: true) },
      rows: (0..<bins.count).compactMap { index in
        guard players.contains(where: { $0.bars[index].total > 0 }) else { return nil }
        return FigureTable.Row(
          head: bins.label(index), values: players.map { words($0.bars[index]) })
      })
  }
}
