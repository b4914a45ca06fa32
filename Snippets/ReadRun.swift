// Reads the figures of a finished run and of its games.
//
// Run it with the run's folder: swift run ReadRun Reports/runs/bubble-blast

// snippet.hide
import Catalogue
import SimHarness

let path = CommandLine.arguments.dropFirst().first ?? "Reports/runs/bubble-blast"
// snippet.show
let run = try RecordedRun(whole: RunFolder(path: path), games: .bundled)

// The figures of report.html and summary.json, calculated from the games' rows.
let summary = try run.summary()
for cell in summary.cells {
  guard let rate = cell.passRate else { continue }
  print("\(cell.level), \(cell.agent): \(rate.value) [\(rate.low), \(rate.high)]")
}
for level in summary.levels {
  for flag in level.flags { print("\(level.name) is \(flag.kind.rawValue): \(flag.reason)") }
}

// The games themselves: here the best score of the first level and player.
var best: GameResult?
try run.store.forEachGame(ofCell: 0) { row in
  if row.result.score > best?.score ?? .min { best = row.result }
}
if let best { print("best game: \(best.index), score \(best.score) in \(best.moves) moves") }
