import Charts
import SimHarness

extension HTMLReport {
  /// What the template of a scene's part prints: which bodies are hit, and where balls flew.
  struct Scene {
    var basis = ""
    var hasGoals = false
    var heats: [Heat] = []
    var charts: [Histograms] = []
    var tables: [FigureTable] = []
    var flights: [Flight] = []

    /// One player's heat map.
    struct Heat {
      /// Markup.
      var key: String
      var agent: String
      var words: String
      /// Markup.
      var picture: String
    }

    /// One player's charts.
    struct Histograms {
      /// Markup.
      var key: String
      var agent: String
      /// Markup.
      var hits: String
      var hitsTop: String
      var hasLeft: Bool
      /// Markup.
      var left: String
      var leftTop: String
    }

    /// One example game.
    struct Flight {
      /// Markup.
      var key: String
      var agent: String
      var label: String
      var words: String
      /// Markup.
      var picture: String
    }
  }
}

extension HTMLReport.Scene {
  /// One player's study of the level.
  private struct Studied {
    var series: Int
    var agent: String
    var study: SceneStudy
  }

  /// Empty if nothing was studied.
  init(of level: LevelSummary, _ played: [(series: Int, cell: CellSummary)]) {
    guard case .scene(let scene) = level.picture else { return }
    let studied = played.compactMap { series, cell -> Studied? in
      guard let study = cell.scene, study.hits.count == scene.shapes.count else { return nil }
      return Studied(series: series, agent: cell.agent, study: study)
    }
    guard !studied.isEmpty else { return }
    let picture = ScenePicture(scene: scene, name: level.name)
    hasGoals = studied.contains { $0.study.isGoal.contains(true) }
    let counted = studied.map(\.study.games).max() ?? 0
    let all = played.map(\.cell.games).max() ?? 0
    basis =
      counted >= all
      ? "Counted over all games."
      : "Counted over the first \(ReportNumber.count(counted)) games of each player, replayed."
    heats = studied.map { entry in
      HTMLReport.Scene.Heat(
        key: Chart.key(entry.series), agent: entry.agent,
        words: "\(ReportNumber.games(entry.study.games)), "
          + "\(ReportNumber.count(entry.study.losses)) not won",
        picture: picture.heat(
          entry.study, player: SafeText.escaped(entry.agent), series: entry.series))
    }
    drawCharts(studied)
    tables.append(Self.pegs(of: scene, studied))
    flights = studied.flatMap { entry in
      entry.study.flights.map { flight in
        HTMLReport.Scene.Flight(
          key: Chart.key(entry.series), agent: entry.agent, label: flight.game.label,
          words: "game \(flight.game.index), \(flight.game.end.rawValue), "
            + ReportNumber.count(flight.game.score),
          picture: picture.flight(
            flight, player: SafeText.escaped(entry.agent), series: entry.series))
      }
    }
  }

  // MARK: Histograms

  private mutating func drawCharts(_ studied: [Studied]) {
    let hits = Bars(studied.map(\.study.hitsInShot))
    let left = Bars(studied.map(\.study.goalsLeft))
    charts = studied.enumerated().compactMap { place, entry in
      guard let hitBars = hits.bars[place] else { return nil }
      let name = SafeText.escaped(entry.agent)
      let leftBars = left.bars[place]
      return HTMLReport.Scene.Histograms(
        key: Chart.key(entry.series), agent: entry.agent,
        hits: hits.chart(
          "Pegs hit per shot by \(name)", hitBars, entry.study.hitsInShot, entry.series,
          noun: "shot"),
        hitsTop: ReportNumber.percent(hits.top), hasLeft: leftBars != nil,
        left: leftBars.map {
          left.chart(
            "Orange pegs left when \(name) did not win", $0, entry.study.goalsLeft, entry.series)
        } ?? "",
        leftTop: ReportNumber.percent(left.top))
    }
    if let table = hits.table("Shots by pegs hit", studied.map(\.agent)) { tables.append(table) }
    if let table = left.table("Games not won by orange pegs left", studied.map(\.agent)) {
      tables.append(table)
    }
  }

  /// Several players' bars on common scales.
  private struct Bars {
    var bins = HistogramBins(from: 0, to: 0)
    /// By player; nil if one has none.
    var bars: [[HistogramChart.Bar]?]
    var top = 0.0

    init(_ figures: [Distribution?]) {
      let known = figures.compactMap { $0 }
      bars = figures.map { _ in nil }
      guard let high = known.map(\.maximum).max() else { return }
      let bins = HistogramBins(from: 0, to: high)
      self.bins = bins
      bars = figures.map { figure in
        figure.map { HistogramChart.bars($0.histogram, bins: bins) }
      }
      top = bars.compactMap { $0 }.map(HistogramChart.peak).max() ?? 0
    }

    func chart(
      _ title: String, _ bars: [HistogramChart.Bar], _ figure: Distribution?, _ series: Int,
      noun: String = "game"
    ) -> String {
      HistogramChart(
        title: title, bins: bins, bars: bars, median: figure?.p50, top: top,
        kind: Chart.series(series), noun: noun
      ).render()
    }

    func table(_ caption: String, _ agents: [String]) -> FigureTable? {
      guard bars.contains(where: { $0 != nil }) else { return nil }
      return FigureTable(
        caption: caption,
        heads: [FigureTable.Head(text: "From–to", isNumber: false)]
          + agents.map { FigureTable.Head(text: $0, isNumber: true) },
        rows: (0..<bins.count).compactMap { index in
          guard bars.contains(where: { ($0?[index].total ?? 0) > 0 }) else { return nil }
          return FigureTable.Row(
            head: bins.label(index),
            values: bars.map {
              $0.map { ReportNumber.count($0[index].total) } ?? ReportNumber.missing
            })
        })
    }
  }

  // MARK: Pegs

  /// How often each peg was hit, and each orange one left.
  private static func pegs(
    of scene: LevelScene, _ studied: [Studied]
  ) -> FigureTable {
    func share(_ value: Double?) -> String {
      value.map(ReportNumber.percent) ?? ReportNumber.missing
    }
    return FigureTable(
      caption:
        "Share of games in which each peg was hit; for orange pegs, share of games not won in which"
        + " it was left",
      heads: [FigureTable.Head(text: "Peg", isNumber: false)]
        + studied.flatMap {
          [
            FigureTable.Head(text: "\($0.agent), hit", isNumber: true),
            FigureTable.Head(text: "\($0.agent), left", isNumber: true),
          ]
        },
      rows: scene.shapes.indices.compactMap { index in
        guard studied.contains(where: { $0.study.isTarget[index] }) else { return nil }
        let shape = scene.shapes[index]
        return FigureTable.Row(
          head: "\(index + 1) \(SafeText.escaped(shape.colour))",
          values: studied.flatMap { entry in
            [
              share(entry.study.share(hit: index)),
              entry.study.isGoal[index]
                ? share(entry.study.share(left: index)) : ReportNumber.missing,
            ]
          })
      })
  }
}
