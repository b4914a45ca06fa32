extension LevelFlags {
  /// The evidence of a run's games for each flag that is about a rate.
  ///
  /// Each flag is tested on all levels at once, with exact tests corrected after Holm, so that of
  /// runs whose levels lie exactly at its threshold at most 1 in 20 shows it anywhere.
  struct Evidence {
    /// The error allowed to each flag over all levels.
    static let error = 0.05

    private struct Place: Hashable {
      var kind: LevelFlag.Kind
      var level: Int
      /// Where a flag is about each player.
      var agent: String?
    }

    private var corrected: [Place: Double] = [:]

    init() {}

    init(of flags: LevelFlags) {
      let levels = flags.summary.levels.indices
      let kinds: [(LevelFlag.Kind, (LevelFlags, Int) -> Double?)] = [
        (.trivial, { $0.trivialP(at: $1) }), (.tooHard, { $0.tooHardP(at: $1) }),
        (.tooEasy, { $0.tooEasyP(at: $1) }), (.dip, { $0.dipP(at: $1) }),
        (.spike, { $0.spikeP(at: $1) }),
      ]
      for (kind, p) in kinds {
        add(
          levels.compactMap { level in p(flags, level).map { (Place(kind: kind, level: level), $0) }
          })
      }
      add(
        levels.flatMap { level in
          flags.table.cells(of: flags.summary.levels[level], agents: flags.summary.agents)
            .compactMap {
              cell in
              flags.stuckP(cell).map { (Place(kind: .stuck, level: level, agent: cell.agent), $0) }
            }
        })
    }

    private mutating func add(_ tests: [(Place, Double)]) {
      for (test, p) in zip(tests, Statistics.holm(tests.map(\.1))) { corrected[test.0] = p }
    }

    /// Whether the games are evidence enough for a flag of a level.
    func shows(_ kind: LevelFlag.Kind, at level: Int, agent: String? = nil) -> Bool {
      corrected[Place(kind: kind, level: level, agent: agent)].map { $0 < Self.error } ?? false
    }
  }

  // MARK: p-values where the figure just lies at its threshold

  private func trivialP(at index: Int) -> Double? {
    table.cells(of: summary.levels[index], agents: summary.agents)
      .first { $0.agent == trivialAgent }.flatMap { above(thresholds.trivial, $0) }
  }

  private func tooHardP(at index: Int) -> Double? {
    guard let cell = referenceCell(at: index)?.cell else { return nil }
    return Statistics.binomialCDF(
      cell.wins, trials: cell.decided, probability: thresholds.tooHard)
  }

  private func tooEasyP(at index: Int) -> Double? {
    referenceCell(at: index).flatMap { above(thresholds.tooEasy, $0.cell) }
  }

  private func above(_ threshold: Double, _ cell: CellSummary) -> Double? {
    guard cell.decided > 0 else { return nil }
    return Statistics.binomialCDF(
      cell.decided - cell.wins, trials: cell.decided, probability: 1 - threshold)
  }

  private func dipP(at index: Int) -> Double? {
    guard thresholds.dipDistance > 0 else { return nil }
    return difference(
      at: index, from: index - thresholds.dipDistance, isHigher: true, beyond: 0)
  }

  private func spikeP(at index: Int) -> Double? {
    difference(at: index, from: index - 1, isHigher: false, beyond: thresholds.spikeDrop)
  }

  /// Of two levels' pass rates differing by more than a tolerance in one direction.
  private func difference(
    at index: Int, from earlier: Int, isHigher: Bool, beyond tolerance: Double
  ) -> Double? {
    guard let (cell, rate) = referenceCell(at: index),
      let (other, before) = referenceCell(at: earlier)
    else { return nil }
    guard isHigher ? rate.value > before.value : rate.value < before.value else { return 1 }
    return Statistics.pValue(
      PassCount(wins: cell.wins, trials: cell.decided),
      less: PassCount(wins: other.wins, trials: other.decided), beyond: tolerance)
  }

  private func stuckP(_ cell: CellSummary) -> Double? {
    guard cell.counted > 0 else { return nil }
    return Statistics.binomialCDF(
      cell.counted - cell.capped, trials: cell.counted, probability: 1 - thresholds.stuck)
  }
}
