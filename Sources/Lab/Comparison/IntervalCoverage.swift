import SimHarness

/// How often the intervals in reports contain the true value, measured on a large run whose games
/// stand for the whole population.
///
/// Games are drawn from the run with replacement, the same ones of a level for all its players, and
/// reported as if they had been played; the figures of all the run's games are the true values. Of
/// a study its own games are drawn, where the run has one.
package struct IntervalCoverage {
  /// A figure of a level, and of a player where it is one.
  package struct Figure: Hashable {
    package var metric: String
    /// The level and player; one of them where the figure is about it alone.
    package var place: String
  }

  /// The results of a figure's intervals.
  package struct Tally {
    /// Samples that gave an interval.
    package var given = 0
    /// Intervals that contain the true value.
    package var holding = 0

    /// The share of the intervals that contain the true value; nil if there was none.
    package var coverage: Double? { given == 0 ? nil : Double(holding) / Double(given) }
  }

  private let manifest: RunManifest
  private let metrics: [MetricDefinition]
  private let header: RunStore.Header
  /// The games of each cell.
  private let rows: [[GameRow]]
  private let study: StudyResults?
  /// The figures of all the games.
  private let truth: [Figure: Double]
  /// The cells of all the games, by place.
  private let cells: [String: CellSummary]

  /// Reads a run whose cells all have as many games.
  package init(_ run: RecordedRun) throws {
    manifest = run.manifest
    metrics = run.game.metrics
    header = run.store.header
    rows = try run.cells.indices.map { cell in
      var games: [GameRow] = []
      try run.store.forEachGame(ofCell: cell) { games.append($0) }
      return games
    }
    study = try run.folder.study(of: run.manifest)
    let whole = try Self.summary(
      manifest, header, metrics, rows: rows.map { ArraySlice($0) }, study)
    truth = Self.figures(of: whole).mapValues { $0.value }
    cells = Dictionary(whole.cells.map { (Self.place($0), $0) }) { first, _ in first }
  }

  /// Draws samples of some games of each cell.
  ///
  /// Each has `games` games of each cell; a sample's number always means the same sample.
  package func tallies(games: Int, samples: Range<Int>) throws -> [Figure: Tally] {
    var tallies: [Figure: Tally] = [:]
    let key = StreamKey(rawValue: 0x636F_7665_7261_6765).derived("games \(games)")
    for sample in samples {
      var random = SeededRandom(key: key.derived("sample \(sample)"))
      let smallest = rows.map(\.count).min() ?? 0
      guard smallest > 0 else { return [:] }
      let drawn = manifest.levels.map { _ in drawnGames(games, of: smallest, by: &random) }
      let picked = rows.indices.map { cell in
        ArraySlice(
          drawn[header.cells[cell].level].enumerated().map { place, game in
            var row = rows[cell][game]
            row.result = GameResult(
              index: place, end: row.result.end, score: row.result.score, moves: row.result.moves,
              hash: row.result.hash, fault: row.result.fault)
            return row
          })
      }
      let summary = try Self.summary(
        manifest, header, metrics, rows: picked, study?.sample(of: games, by: &random))
      for (figure, interval) in Self.figures(of: summary) {
        guard let value = truth[figure] else { continue }
        var tally = tallies[figure] ?? Tally()
        if interval.isKnown {
          tally.given += 1
          if interval.low <= value && value <= interval.high { tally.holding += 1 }
        }
        tallies[figure] = tally
      }
      for cell in summary.cells { tally(hazardOf: cell, in: &tallies) }
    }
    return tallies
  }

  /// Games drawn with replacement: one by one, or in pairs where two players change seats between
  /// two games on one deal.
  private func drawnGames(_ count: Int, of all: Int, by random: inout SeededRandom) -> [Int] {
    let hasPairs = header.cells.contains { manifest.hasPairs(of: $0.agent) }
    guard hasPairs, all > 1 else { return (0..<count).map { _ in random.below(all) } }
    return (0..<count / 2).flatMap { _ in
      let pair = random.below(all / 2)
      return [2 * pair, 2 * pair + 1]
    }
  }

  /// Counts the steps of a sample's curve of losses, each against the same moves of all the games.
  private func tally(hazardOf cell: CellSummary, in tallies: inout [Figure: Tally]) {
    guard let ends = cells[Self.place(cell)]?.endsByMove else { return }
    let steps = Hazard(of: cell).steps
    var tally = tallies[Figure(metric: "hazard", place: Self.place(cell))] ?? Tally()
    for (number, step) in steps.enumerated() {
      // Games that ended before any move belong to the first step.
      let first = number == 0 ? 0 : step.moves.lowerBound
      let going = ends.filter { $0.moves >= first }.reduce(0) { $0 + $1.wins + $1.lost + $1.ended }
      let lost = ends.filter { (first...step.moves.upperBound).contains($0.moves) }
        .reduce(0) { $0 + $1.lost }
      guard going > 0 else { continue }
      tally.given += 1
      let rate = Double(lost) / Double(going)
      if step.rate.low <= rate && rate <= step.rate.high { tally.holding += 1 }
    }
    if !steps.isEmpty { tallies[Figure(metric: "hazard", place: Self.place(cell))] = tally }
  }

  private static func place(_ cell: CellSummary) -> String { cell.level + ", " + cell.agent }

  private static func summary(
    _ manifest: RunManifest, _ header: RunStore.Header, _ metrics: [MetricDefinition],
    rows: [ArraySlice<GameRow>], _ study: StudyResults?
  ) throws -> RunSummary {
    var builders = try CellSummaryBuilder.all(of: manifest, header: header, metrics: metrics)
    for (cell, rows) in rows.enumerated() {
      for row in rows { builders[cell].add(row) }
    }
    return RunSummary(
      manifest: manifest, cells: builders.map { $0.build() }, study: study, thresholds: .standard)
  }

  /// All figures of a summary that have intervals.
  private static func figures(of summary: RunSummary) -> [Figure: Interval] {
    var figures: [Figure: Interval] = [:]
    func add(_ metric: String, _ place: String, _ interval: Interval?) {
      if let interval { figures[Figure(metric: metric, place: place)] = interval }
    }
    for cell in summary.cells {
      let place = place(cell)
      add("pass_rate", place, cell.passRate)
      for (name, figure) in [("score", cell.score), ("moves", cell.moves)] {
        add(name, place, figure?.meanInterval)
        for quantile in figure?.quantiles ?? [] {
          add(name + "_" + quantile.name, place, quantile.interval)
        }
      }
      for metric in cell.metrics { add(metric.name, place, metric.value) }
    }
    for level in summary.levels {
      add("difficulty", level.name, level.difficulty)
      for metric in level.metrics { add(metric.name, level.name, metric.value) }
    }
    for player in summary.players { add("ability", player.agent, player.ability) }
    return figures
  }
}

extension StudyResults {
  /// A study of `games` games of each level and player, drawn from this one's with replacement.
  fileprivate func sample(of games: Int, by random: inout SeededRandom) -> StudyResults {
    func drawn<Element>(_ elements: [Element]) -> [Element] {
      elements.isEmpty ? [] : (0..<games).map { _ in elements[random.below(elements.count)] }
    }
    var sample = self
    for place in cells.indices {
      sample.cells[place].games = drawn(cells[place].games)
      sample.cells[place].repetitions = drawn(cells[place].repetitions)
      for (number, restricted) in cells[place].restricted.enumerated() {
        let all = restricted.outcomes
        var outcomes = PairedOutcomes()
        for _ in 0..<(all.games > 0 ? games : 0) {
          let draw = random.below(all.games)
          // Passed on both sides first, then lost, gained and neither.
          outcomes.add(
            before: draw < all.before,
            after: draw < all.both || (all.before..<all.before + all.gained).contains(draw))
        }
        sample.cells[place].restricted[number].outcomes = outcomes
      }
    }
    return sample
  }
}
