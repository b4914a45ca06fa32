/// Plays some of a run's games again, to tell what they did to the bodies of their levels.
///
/// The store keeps moves, not what each of them hit. The games are those with the smallest indices,
/// so the same run gives the same study. A game whose replay ends otherwise than its record, such as
/// one of another version, is left out.
struct SceneStudies {
  /// The most games of a level and player.
  static let mostGamesOfCell = 100
  /// The most games of a run, but for the least of each level and player.
  static let mostGames = 2_000
  /// The least games of a level and player.
  static let leastGamesOfCell = 10
  /// The examples whose flights are drawn.
  static let flightLabels = ["best", "median", "worst"]

  private let game: GameEntry
  private let seed: UInt64
  private let store: RunStore
  private let levels: [StoredLevel]
  private let cells: [RunCell]
  private let library: ScriptLibrary
  private let modules: [ScriptSource]

  init(of game: GameEntry, seed: UInt64, store: RunStore) throws {
    self.game = game
    self.seed = seed
    self.store = store
    levels = try store.levels()
    cells = try store.cells()
    library = ScriptLibrary(kept: try store.scripts(), games: GameRegistry([game]))
    modules = try library.modules()
  }

  /// Games that are played again of each level and player.
  var gamesOfCell: Int {
    let share = Self.mostGames / max(1, cells.count)
    return min(Self.mostGamesOfCell, max(Self.leastGamesOfCell, share))
  }

  /// The study of a cell; nil where the game has no scene or no game can be played again.
  func study(
    of number: Int, examples: [ExampleGame]
  ) throws(StorageError) -> SceneStudy? {
    guard cells.indices.contains(number), levels.indices.contains(cells[number].level),
      let level = playable(levels[cells[number].level])
    else { return nil }
    let host = ScriptHost(interfaces: game.interfaces, libraries: modules)
    var builder = SceneStudyBuilder()
    for index in 0..<gamesOfCell {
      guard let replay = try replay(index, of: number, level, host, ways: false) else { continue }
      builder.add(replay)
    }
    var flights: [SceneStudy.Flight] = []
    for label in Self.flightLabels {
      guard let example = examples.first(where: { $0.label == label }),
        let replay = try replay(example.index, of: number, level, host, ways: true)
      else { continue }
      flights.append(SceneStudy.Flight(game: example, ways: replay.ways))
    }
    return builder.build(flights: flights)
  }

  /// A recorded game played again; nil when it is not there or does not end as recorded.
  private func replay(
    _ index: Int, of cell: Int, _ level: PlayableLevel, _ host: ScriptHost, ways: Bool
  ) throws(StorageError) -> SceneReplay? {
    guard let row = try store.game(index, ofCell: cell), let replayed = game.sceneReplay,
      row.result.end != .faulted, row.result.end != .inconclusive
    else { return nil }
    let request = ReplayRequest(
      level: level, seed: seed, index: index, moves: row.record, scripts: host
    ) { _ in }
    guard let replay = try? replayed(request, ways), replay.end.hash == row.result.hash else {
      return nil
    }
    return replay
  }

  /// A level of the store; nil when this version cannot play it.
  private func playable(_ stored: StoredLevel) -> PlayableLevel? {
    guard
      let file = try? LevelFile.read(
        Array(stored.json.utf8), file: stored.name, catalog: library)
    else { return nil }
    return try? game.ready(file, library, .none)
  }
}

extension RunSummary {
  /// Adds what became of the levels' bodies, in games that have such.
  mutating func addSceneStudies(of game: GameEntry, store: RunStore) throws {
    guard game.sceneReplay != nil else { return }
    let studies = try SceneStudies(of: game, seed: seed, store: store)
    for number in cells.indices {
      cells[number].scene = try studies.study(of: number, examples: cells[number].examples)
    }
  }
}
