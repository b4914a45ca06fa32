/// Imported rows as a run: what a run folder with them holds.
public struct ImportedRun: Sendable {
  /// A level of the rows, in the order of the run.
  public struct Level: Sendable {
    var summary: LevelSummary
    var stored: StoredLevel
    var scripts: [ScriptSource]
    /// Its place among the levels of the rows.
    var place: Int

    /// A level of which there are only results.
    init(named name: ImportedRows.Name, place: Int, of game: String) {
      var digest = StableDigest()
      digest.combine("playtest-imported-level-1")
      digest.combine(game)
      digest.combine(name.name)
      let hash = StableDigest.hex(digest.value)
      summary = LevelSummary(
        name: name.name, id: name.name, hash: hash, picture: .text(""),
        facts: [("rows", ReportNumber.count(name.rows))])
      stored = StoredLevel(name: name.name, id: name.name, hash: hash, json: "{}")
      scripts = []
      self.place = place
    }

    /// A level of the program's, which the rows name at `place`.
    public init(_ level: PlayableLevel, place: Int) {
      summary = level.summary
      stored = StoredLevel(
        name: level.name, id: level.id, hash: level.hash, json: JSONWriter.compact(level.tree))
      scripts = level.scripts
      self.place = place
    }
  }

  private let rows: ImportedRows
  private let manifest: RunManifest
  private let header: RunStore.Header
  private let levels: [Level]

  /// - Parameters:
  ///   - rows: The rows.
  ///   - file: The name of their file, without its folder.
  ///   - title: The run's title.
  ///   - game: The game's name.
  ///   - levels: The game's levels that the rows name; nil for a game that the program does not
  ///     have.
  public init(
    _ rows: ImportedRows, file: String, title: String, game: String, levels: [Level]? = nil
  ) {
    self.rows = rows
    self.levels =
      levels
      ?? rows.levels.enumerated().map { place, name in
        Level(named: name, place: place, of: game)
      }
    let scripts = self.levels.flatMap(\.scripts).uniqued(on: \.self).sorted {
      ($0.name, $0.hash) < ($1.name, $1.hash)
    }
    manifest = RunManifest(
      imported: ImportedResults(file: file, rows: rows.count), title: title, game: game,
      // A number that every reader of JSON keeps exactly.
      seed: rows.digest >> 11, games: (rows.game.max() ?? -1) + 1,
      maxMoves: rows.moves.max() ?? 0,
      agents: rows.players.map {
        AgentSummary(name: $0.name, summary: "imported results", isPerson: true)
      }, levels: self.levels.map(\.summary),
      scripts: scripts.map { RunManifest.Script(name: $0.name, hash: $0.hash) })
    header = RunStore.Header(
      identity: manifest.identity,
      cells: self.levels.indices.flatMap { level in
        rows.players.map { RunCell(level: level, agent: $0.name) }
      }, levels: self.levels.map(\.stored), scripts: scripts, metrics: rows.metrics)
  }

  /// Writes the run to a folder, and calls `finish` with where it is and its figures while the
  /// folder is still locked.
  ///
  /// A run that is replaced stays until the new one is complete, and for good where that fails;
  /// where nothing is replaced, nothing is there until then. `progress` is called with the number
  /// of rows written so far; what it throws ends the work.
  public func write(
    to out: RunFolder, replacing: Bool, progress: (Int) throws -> Void = { _ in },
    finish: (RunFolder, RunFigures) throws -> Void
  ) throws {
    try out.make(replacing: replacing) { folder in
      try write(in: folder, progress: progress, finish: finish)
    }
  }

  private func write(
    in folder: RunFolder, progress: (Int) throws -> Void,
    finish: (RunFolder, RunFigures) throws -> Void
  ) throws {
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    guard try folder.content() == .nothing else { throw RunFolderError.exists(folder.path) }
    try folder.write(manifest.text, to: .manifest)
    let store = try RunStore.create(
      at: folder.path(of: .store), header: header, through: folder.gate)
    let figures = try RunFigures(of: manifest, header: header, metrics: rows.metrics)
    var held = StoredGameRanges(cells: header.cells.count)
    let cells = rows.cells()
    for (number, level) in levels.enumerated() {
      for player in rows.players.indices {
        let cell = number * rows.players.count + player
        try add(
          cells[level.place * rows.players.count + player].rows, cell: cell, to: store, figures,
          &held, progress)
      }
    }
    try store.conclude(holding: held)
    try store.close()
    var whole = manifest
    whole.isPartial = false
    try folder.write(whole.text, to: .manifest)
    try finish(folder, figures)
  }

  /// Rows of a transaction.
  private static let chunk = 4096

  private func add(
    _ places: ArraySlice<Int>, cell: Int, to store: RunStore, _ figures: RunFigures,
    _ held: inout StoredGameRanges, _ progress: (Int) throws -> Void
  ) throws {
    var start = places.startIndex
    while start < places.endIndex {
      let end = min(start + Self.chunk, places.endIndex)
      let games = places[start..<end].map(row)
      try store.add(games, cell: cell)
      figures.add(games, cell: cell)
      for game in games { held.add(game.result.index, cell: cell) }
      start = end
      try progress(held.count)
    }
  }

  private func row(_ place: Int) -> GameRow {
    GameRow(
      result: GameResult(
        index: rows.game[place], end: rows.end[place], score: rows.score[place],
        moves: rows.moves[place], hash: 0),
      metrics: rows.metricValues(place))
  }
}
