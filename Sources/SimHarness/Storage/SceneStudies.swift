/// Replays some of a run's games to find out what they did to the bodies of their levels.
///
/// The store keeps moves, not what each of them hit. The games are those with the smallest indices,
/// so the same run gives the same study. A game whose replay ends otherwise than its record, such
/// as one of another version, is left out.
struct SceneStudies {
  /// The maximum number of games of a level and player.
  static let maxGamesOfCell = 100
  /// The maximum number of games of a run, unless the minimum per level and player requires more.
  static let maxGames = 2_000
  /// The minimum number of games of a level and player.
  static let minGamesOfCell = 10
  /// The examples whose flights are drawn.
  static let flightLabels = ["best", "median", "worst"]

  private let run: RecordedRun
  private let modules: [ScriptSource]

  init(of run: RecordedRun) throws {
    self.run = run
    modules = try run.library.modules()
  }

  /// Games that are played again of each level and player.
  var gamesOfCell: Int {
    let share = Self.maxGames / max(1, run.cells.count)
    return min(Self.maxGamesOfCell, max(Self.minGamesOfCell, share))
  }

  /// The study of a cell; nil if the game has no scene or no game can be played again.
  func study(
    of number: Int, examples: [ExampleGame], isCancelled: () -> Bool = { false }
  ) throws(StorageError) -> SceneStudy? {
    guard run.cells.indices.contains(number),
      run.storedLevels.indices.contains(run.cells[number].level),
      let level = try? run.level(run.cells[number].level)
    else { return nil }
    let host = ScriptHost(interfaces: run.game.interfaces, libraries: modules)
    var builder = SceneStudyBuilder()
    for index in 0..<gamesOfCell {
      if isCancelled() { throw .outOfTime("results.sqlite") }
      guard let replay = try replay(index, of: number, level, host, paths: false) else { continue }
      builder.add(replay)
    }
    var flights: [SceneStudy.Flight] = []
    for label in Self.flightLabels {
      // A game that is several of them is drawn once.
      guard let example = examples.first(where: { $0.label == label }),
        !flights.contains(where: { $0.game.index == example.index }),
        let replay = try replay(example.index, of: number, level, host, paths: true)
      else { continue }
      flights.append(SceneStudy.Flight(game: example, paths: replay.paths))
    }
    return builder.build(flights: flights)
  }

  /// A recorded game played again; nil when it is not there or does not end as recorded.
  private func replay(
    _ index: Int, of cell: Int, _ level: PlayableLevel, _ host: ScriptHost, paths: Bool
  ) throws(StorageError) -> SceneReplay? {
    guard let row = try run.store.game(index, ofCell: cell), let replayed = run.game.sceneReplay,
      row.result.end != .faulted, row.result.end != .inconclusive
    else { return nil }
    let request = ReplayRequest(
      level: level, seed: run.manifest.seed, index: index, moves: row.record, scripts: host
    ) { _ in }
    guard let replay = try? replayed(request, paths), replay.end.hash == row.result.hash else {
      return nil
    }
    return replay
  }
}

extension RunSummary {
  /// Adds what happened to the levels' bodies, in games that have a scene.
  mutating func addSceneStudies(of run: RecordedRun, isCancelled: () -> Bool) throws {
    guard run.game.sceneReplay != nil, run.manifest.imported == nil else { return }
    let studies = try SceneStudies(of: run)
    for number in cells.indices {
      cells[number].scene = try studies.study(
        of: number, examples: cells[number].examples, isCancelled: isCancelled)
    }
  }
}
