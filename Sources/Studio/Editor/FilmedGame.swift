import SimHarness
import Synchronization
import TextFormats

/// A game of a plan's first player, played where it is not known, and filmed.
struct FilmedGame {
  let film: GameFilm
  private let row: GameRow

  /// Bytes of a film; a longer game is cut at some turn.
  private static let maxBytes = 2 << 20

  /// Plays and films on other threads than the caller's.
  @concurrent
  init(_ plan: RunPlan, index: Int, row known: GameRow?) async throws {
    guard let level = plan.levels.first else { throw Self.none }
    var row = known
    if row == nil { row = try await Self.play(plan, index: index) }
    let recorder = FilmRecorder(plan.game, level, modules: plan.modules)
    guard let row,
      let film = recorder.film(
        seed: plan.seed, index: index, moves: row.record, maxBytes: Self.maxBytes)
    else { throw Self.none }
    self.film = film
    self.row = row
  }

  private static let none = StudioFailure(
    status: 422, code: "film.none", message: "this game cannot be shown; watch another one")

  private static func play(_ plan: RunPlan, index: Int) async throws -> GameRow? {
    let played = Mutex<GameRow?>(nil)
    try await RunEngine(plan: plan, jobs: 1).run(
      [GameSpan(cell: 0, games: index..<index + 1)], isCancelled: { false }, log: { _ in },
      rows: { _, rows in played.withLock { $0 = rows.first ?? $0 } })
    return played.withLock { $0 }
  }

  /// The film with how the game ended.
  var members: [(key: String, value: JSONTree)] {
    let result = row.result
    let why = row.lossReason.map { " (\($0))" } ?? ""
    let fault = result.fault.map { ": \(SafeText.escaped($0, limit: 200))" } ?? ""
    let moves = ReportNumber.plural(result.moves, "move")
    let points = HandText.points(result.score)
    let outcome = "\(result.end.rawValue)\(why), \(moves), \(points)\(fault)"
    return [
      (key: "film", value: film.tree), (key: "end", value: .string(result.end.rawValue)),
      (key: "score", value: .int(result.score)), (key: "outcome", value: .string(outcome)),
    ]
  }
}
