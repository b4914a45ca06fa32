import Synchronization

/// Sums up a run's games as they are stored, so that its summary need not read them back.
///
/// The same figures as from the store, whichever worker hands on its games first.
public final class RunFigures: Sendable {
  private let builders: Mutex<[CellSummaryBuilder]>

  /// The figures of a run without games.
  init(
    of manifest: RunManifest, header: RunStore.Header, metrics: [MetricDefinition]
  ) throws(StorageError) {
    builders = Mutex(
      try CellSummaryBuilder.all(of: manifest, header: header, metrics: metrics))
  }

  /// Adds games of a cell that were not added before.
  func add(_ rows: [GameRow], cell: Int) {
    builders.withLock { builders in
      // By place: walking over the rows would copy each, and count its parts' references.
      for place in rows.indices { builders[cell].add(rows[place]) }
    }
  }

  /// The figures of the games added so far, by cell.
  var cells: [CellSummary] { builders.withLock { builders in builders.map { $0.build() } } }
}

extension CellSummaryBuilder {
  /// A builder for every cell of a run, by number.
  package static func all(
    of manifest: RunManifest, header: RunStore.Header, metrics: [MetricDefinition]
  ) throws(StorageError) -> [CellSummaryBuilder] {
    guard header.metricNames == metrics.map(\.name) else {
      throw .damaged(
        "results.sqlite",
        "its metrics differ from those of the game; it was written by another build of playtest")
    }
    let stars = stars(header.levels)
    var builders: [CellSummaryBuilder] = []
    for (number, cell) in header.cells.enumerated() {
      guard manifest.levels.indices.contains(cell.level) else {
        throw .damaged("results.sqlite", "cell \(number) has a level that run.json does not have")
      }
      let level = manifest.levels[cell.level]
      builders.append(
        CellSummaryBuilder(
          level: level.name, levelHash: level.hash, agent: cell.agent,
          hasPairs: manifest.hasPairs(of: cell.agent), metrics: metrics,
          stars: stars[level.name] ?? []))
    }
    return builders
  }

  /// The scores for one, two and three stars, by level.
  private static func stars(_ levels: [StoredLevel]) -> [String: [Int]] {
    var stars: [String: [Int]] = [:]
    for level in levels {
      stars[level.name] = JSONParser.parse(level.json).value.map { JSONTree($0).starScores }
    }
    return stars
  }
}
