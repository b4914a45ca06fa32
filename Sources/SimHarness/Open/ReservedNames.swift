/// The names of the figures and columns that the program has for every game, which no figure of a
/// game's own may have: a table would have a column twice, and a condition two meanings.
enum ReservedNames {
  /// Whether a figure of this name, or a column of its interval, is there already.
  static func contains(_ name: String) -> Bool {
    TableColumns.interval(name).contains(where: all.contains)
  }

  private static let all: Set<String> = {
    let figures = Condition.metricNames([]) + MetricCatalog.general.map(\.name)
    let turns = TurnTable.game + TurnTable.before + TurnTable.after
    return Set(
      figures.flatMap(TableColumns.interval) + TableColumns.games + TableColumns.cells
        + TableColumns.cellEnds + RunStore.resultColumns.map(\.name) + turns.map(\.name)
        // The fields that an import reads.
        + ["player"])
  }()
}
