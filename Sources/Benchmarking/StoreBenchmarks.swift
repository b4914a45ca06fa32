import BubbleBlastGame
import Catalogue
import FoundationEssentials
import SimHarness

/// How fast rows go into a run's store.
///
/// They are played games of Bubble Blast with all their metrics and moves, in a new file that is
/// closed at the end. A move is a row.
enum StoreBenchmarks {
  private static let rows = 50_000
  private static let chunk = 500

  static func all(library: ScriptLibrary) -> [Benchmark] {
    let played = PlayedOnce(library)
    return [
      Benchmark(name: "store/rows", games: rows) {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "playtest-bench-\(UUID().uuidString).sqlite").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return (rows, try write(played, to: path))
      }
    ]
  }

  /// Writes the games repeatedly as games of one cell; returns how often.
  private static func write(_ played: PlayedOnce, to path: String) throws -> UInt64 {
    let store = try RunStore.create(
      at: path,
      header: RunStore.Header(
        identity: RunIdentity(
          program: ProgramVersion.current, game: BubbleBlast.entry.name, seed: 1, maxMoves: 100,
          levels: [], agents: ["random"], scripts: []),
        cells: [RunCell(level: 0, agent: "random")], levels: [], scripts: [],
        metrics: BubbleBlast.entry.metrics))
    let games = try played.games()
    var written = 0
    while written < rows {
      var part: [GameRow] = []
      for index in written..<min(written + chunk, rows) {
        var row = games[index % games.count]
        let played = row.result
        row.result = GameResult(
          index: index, end: played.end, score: played.score, moves: played.moves,
          hash: played.hash, fault: played.fault)
        part.append(row)
      }
      try store.add(part, cell: 0)
      written += part.count
    }
    try store.close()
    return UInt64(written)
  }

  /// Games that are played once, when the benchmark is run at all.
  private final class PlayedOnce {
    private let library: ScriptLibrary
    private var kept: [GameRow] = []

    init(_ library: ScriptLibrary) { self.library = library }

    func games() throws -> [GameRow] {
      if kept.isEmpty { kept = try Self.play(library) }
      return kept
    }

    private static let level = """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Rows","shots":30,\
      "grid":["RRGGBBOORRGG","RRGGBBOORRG","BBOORRGGBBOO"]}
      """

    private static func play(_ library: ScriptLibrary) throws -> [GameRow] {
      let game = BubbleBlast.entry
      let file = try LevelFile.read(Array(level.utf8), file: "rows.json", catalog: library)
      let player = try Roster.player("random", game: game, library: library)
      var games: [GameRow] = []
      let request = BatchRequest(seed: 1, levelID: "rows", games: 0..<1000, maxMoves: 100)
      let never = { false }
      player.play(
        request, try game.ready(file, library, .none), ScriptHost(interfaces: game.interfaces),
        never
      ) { games.append($0) }
      return games
    }
  }
}
