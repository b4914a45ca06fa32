import SimHarness

/// Where a level gets stuck: the bodies that are still on the board when games are lost.
public struct StuckPlaces: Sendable, Equatable {
  /// A place of the board.
  public struct Place: Sendable, Equatable {
    /// The body's id in films.
    public var id: Int
    /// In the film's unit.
    public var x: Int
    public var y: Int
    /// Of a round body; nil for others.
    public var radius: Int?
    /// The games that left a body there.
    public var games: Int
  }

  /// The maximum number of games that are filmed.
  public static let maxGames = 40

  /// The games that were looked at: lost ones, the first of them.
  public private(set) var games = 0
  /// All lost games.
  public private(set) var lost = 0
  /// By id; those below 0 are not bodies of the level, such as a cannon.
  public private(set) var places: [Place] = []
  /// Whether each cell of a board of tokens was taken at the end of each game, as where there is a
  /// floor below crates: then the places tell nothing.
  public private(set) var isWhole = false

  /// Films games on another thread than the caller's, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - plan: What was played: one level.
  ///   - rows: The games of one player.
  @concurrent
  public init(_ plan: RunPlan, rows: [GameRow]) async {
    guard let level = plan.levels.first else { return }
    let recorder = FilmRecorder(plan.game, level, modules: plan.modules)
    var counts: [Int: Place] = [:]
    var start: [Int: GameFilm.Body] = [:]
    var isFull = true
    let lost = rows.filter { $0.result.end == .lost || $0.result.end == .capped }
    self.lost = lost.count
    for row in lost.prefix(Self.maxGames) {
      guard !Task.isCancelled,
        let film = recorder.film(
          seed: plan.seed, index: row.result.index, moves: row.record, isMoving: false)
      else { break }
      if games == 0 { start = Dictionary(film.start.map { ($0.id, $0) }) { $1 } }
      games += 1
      isFull = isFull && film.isBoardOfTokens && film.end.count >= film.start.count
      for body in film.end where body.id >= 0 {
        // A body that has moved counts where it was drawn.
        let place = start[body.id] ?? body
        counts[body.id, default: Place(place, in: film)].games += 1
      }
    }
    places = counts.values.sorted { $0.id < $1.id }
    isWhole = games > 0 && isFull
  }
}

extension StuckPlaces.Place {
  fileprivate init(_ body: GameFilm.Body, in film: GameFilm) {
    (id, x, y, games) = (body.id, body.x, body.y, 0)
    guard film.kinds.indices.contains(body.kind),
      case .circle(let radius) = film.kinds[body.kind].outline
    else { return }
    self.radius = radius
  }
}

extension GameFilm {
  /// Whether all that it shows at its start are tokens of a game in Lua or of an engine.
  fileprivate var isBoardOfTokens: Bool {
    start.allSatisfy { body in
      body.id < 0
        || (kinds.indices.contains(body.kind) && kinds[body.kind].style.hasPrefix("token"))
    }
  }
}
