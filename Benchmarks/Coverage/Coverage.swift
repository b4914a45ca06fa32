import Catalogue
import Foundation
import Lab
import SimHarness

/// Prints how often the 95% intervals of every figure hold the truth, as a Markdown table.
///
/// `coverage SAMPLES RUN...`: each RUN is the folder of a large run; see run.sh beside this file.
@main struct Coverage {
  static let games = [40, 100, 200]
  /// The share of the samples that have to give a cell's interval for it to count.
  ///
  /// Where few do, as of the attempts a pass takes on a level that hardly anybody passes, those
  /// samples are the ones unlike the level, whatever interval they give.
  static let minGivenShare = 0.5
  /// What every figure's intervals are to reach.
  static let goal = 0.93

  static func main() async {
    do {
      try await printTable()
    } catch {
      FileHandle.standardError.write(Data("coverage: \(error)\n".utf8))
      exit(65)
    }
  }

  private static func printTable() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let samples = arguments.first.flatMap({ Int($0) }), arguments.count >= 2 else {
      print("usage: coverage SAMPLES RUN...")
      return
    }
    print(
      "| run | figure | cells | " + games.map { "n = \($0) | lowest" }.joined(separator: " | ")
        + " |")
    print("| :--- | :--- | ---: |" + games.map { _ in " ---: | ---: |" }.joined())
    for path in arguments.dropFirst() {
      let run = try RecordedRun(folder: RunFolder(path: path), games: .bundled)
      let coverage = try IntervalCoverage(run)
      var columns: [[IntervalCoverage.Figure: IntervalCoverage.Tally]] = []
      for count in games {
        columns.append(try await tallies(coverage, games: count, samples: samples))
      }
      var metrics: [String] = []
      for figure in columns[0].keys.sorted(by: { ($0.metric, $0.place) < ($1.metric, $1.place) })
      where metrics.last != figure.metric { metrics.append(figure.metric) }
      let name = URL(filePath: path).lastPathComponent
      for metric in metrics { printRow(name, metric, columns, samples) }
    }
  }

  /// The samples' tallies, drawn by two workers.
  static func tallies(
    _ coverage: IntervalCoverage, games: Int, samples: Int
  ) async throws -> [IntervalCoverage.Figure: IntervalCoverage.Tally] {
    async let first = coverage.tallies(games: games, samples: 0..<samples / 2)
    async let second = coverage.tallies(games: games, samples: samples / 2..<samples)
    return try await first.merging(second) { one, two in
      var sum = one
      sum.given += two.given
      sum.holding += two.holding
      return sum
    }
  }

  static func printRow(
    _ run: String, _ metric: String,
    _ columns: [[IntervalCoverage.Figure: IntervalCoverage.Tally]], _ samples: Int
  ) {
    var cells = 0
    var text = ""
    for (column, count) in zip(columns, games) {
      let all = column.filter { $0.key.metric == metric }
      let counted = all.filter {
        Double($0.value.given) >= minGivenShare * Double(samples)
      }
      cells = max(cells, all.count)
      let given = counted.reduce(0) { $0 + $1.value.given }
      let holding = counted.reduce(0) { $0 + $1.value.holding }
      guard given > 0 else {
        text += " not given | |"
        continue
      }
      let low = counted.compactMap(\.value.coverage).min() ?? 1
      text += " \(percent(Double(holding) / Double(given))) | \(percent(low)) |"
      for (figure, tally) in counted.sorted(by: { $0.key.place < $1.key.place }) {
        guard let coverage = tally.coverage, coverage < goal else { continue }
        log("n = \(count), \(metric), \(figure.place): \(percent(coverage)) of \(tally.given)")
      }
    }
    print("| \(run) | `\(metric)` | \(cells) |" + text)
  }

  static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Cells below the goal are told on stderr.
  static func log(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
