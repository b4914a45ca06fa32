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

  private let run: RecordedRun
  private let modules: [ScriptSource]

  init(of run: RecordedRun) throws {
    self.run = run
    modules = try run.library.modules()
  }

  /// Games that are played again of each level and player.
  var gamesOfCell: Int {
    let share = Self.mostGames / max(1, run.cells.count)
    return min(Self.mostGamesOfCell, max(Self.leastGamesOfCell, share))
  }

  /// The study of a cell; nil where the game has no scene or no game can be played again.
  func study(
    of number: Int, examples: [ExampleGame]
  ) throws(StorageError) -> SceneStudy? {
    guard run.cells.indices.contains(number),
      run.storedLevels.indices.contains(run.cells[number].level),
      let level = try? run.level(run.cells[number].level)
    else { return nil }
    let host = ScriptHost(interfaces: run.game.interfaces, libraries: modules)
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
    guard let row = try run.store.game(index, ofCell: cell), let replayed = run.game.sceneReplay,
      row.result.end != .faulted, row.result.end != .inconclusive
    else { return nil }
    let request = ReplayRequest(
      level: level, seed: run.manifest.seed, index: index, moves: row.record, scripts: host
    ) { _ in }
    guard let replay = try? replayed(request, ways), replay.end.hash == row.result.hash else {
      return nil
    }
    return replay
  }
}

extension RunSummary {
  /// Adds what became of the levels' bodies, in games that have such.
  mutating func addSceneStudies(of run: RecordedRun) throws {
    guard run.game.sceneReplay != nil else { return }
    let studies = try SceneStudies(of: run)
    for number in cells.indices {
      cells[number].scene = try studies.study(of: number, examples: cells[number].examples)
    }
  }
}
