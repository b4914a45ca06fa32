import SimHarness

/// Which games a page can play, and how much space they use.
public struct FilmBudget: Sendable, Equatable {
  /// The maximum number of bytes of all films together.
  public var bytes: Int
  /// The maximum number of bytes of one film; a longer game is cut at some turn.
  public var bytesPerGame: Int
  /// The maximum number of films of a level.
  public var gamesPerLevel: Int

  /// What a page with its films should stay below.
  static let bytesOfPage = 4_900_000
  /// Up to this many cells the rest of a page has at most a million bytes: a cell takes 9,000.
  static let cellsOfSmallPage = 100

  public static let standard = FilmBudget(
    bytes: 1_000_000, bytesPerGame: 30_000, gamesPerLevel: 6)
}

/// A game of the run with its film.
public struct FilmedGame: Sendable {
  public let game: GameReference
  public let film: GameFilm
  /// The film's JSON.
  let text: String

  init(_ game: GameReference, _ film: GameFilm) {
    self.game = game
    self.film = film
    text = film.text
  }
}

/// The games that a page should show, the most informative first.
struct FilmSelection {
  /// Each level's games by priority.
  let candidates: [[GameReference]]

  /// First the flags' examples, then best, median and worst of the reference player, then the rest
  /// of what the report names.
  init(_ summary: RunSummary, gamesPerLevel: Int) {
    let table = CellTable(summary.cells)
    let reference = LevelFlags.reference(of: summary)?.agent.name
    candidates = summary.levels.map { level in
      let cells = table.cells(of: level, agents: summary.agents)
      func named(_ cells: [CellSummary]) -> [GameReference] {
        cells.flatMap { cell in
          cell.examples.filter { $0.end != .inconclusive }.map {
            GameReference(level: cell.level, agent: cell.agent, index: $0.index)
          }
        }
      }
      let games =
        level.flags.compactMap(\.example) + named(cells.filter { $0.agent == reference })
        + named(cells.reversed())
      var chosen: [GameReference] = []
      for game in games where !chosen.contains(game) && chosen.count < gamesPerLevel {
        chosen.append(game)
      }
      return chosen
    }
  }

  /// The games round by round: each level's first, then each level's second, and so on.
  var rounds: [GameReference] {
    let rounds = candidates.map(\.count).max() ?? 0
    return (0..<rounds).flatMap { round in
      candidates.compactMap { round < $0.count ? $0[round] : nil }
    }
  }
}

extension RecordedRun {
  /// Films of the games that the summary names, until the budget is spent.
  ///
  /// A game that cannot be played again, such as one of a level that this version cannot read, has
  /// none.
  /// - Throws: Why the run's files cannot be read.
  public func films(
    of summary: RunSummary, budget: FilmBudget = .standard
  ) throws -> [FilmedGame] {
    let studio = try GameFilmer(self)
    var films: [FilmedGame] = []
    var left = budget.bytes
    for game in FilmSelection(summary, gamesPerLevel: budget.gamesPerLevel).rounds {
      guard let film = try studio.film(of: game, maxBytes: budget.bytesPerGame) else { continue }
      let filmed = FilmedGame(game, film)
      if filmed.text.utf8.count > left { break }
      left -= filmed.text.utf8.count
      films.append(filmed)
    }
    return films
  }
}

/// Plays the games of a run again to film them.
private final class GameFilmer {
  private let run: RecordedRun
  private let host: ScriptHost
  private var levels: [Int: PlayableLevel] = [:]

  init(_ run: RecordedRun) throws {
    self.run = run
    host = ScriptHost(interfaces: run.game.interfaces, libraries: try run.library.modules())
  }

  func film(of game: GameReference, maxBytes: Int) throws -> GameFilm? {
    guard let place = run.manifest.levels.firstIndex(where: { $0.name == game.level }),
      let cell = run.cell(level: place, agent: game.agent),
      let row = try run.store.game(game.index, ofCell: cell), let level = level(place)
    else { return nil }
    return FilmRecorder(run.game, level, host: host)
      .film(
        seed: run.manifest.seed, index: game.index, moves: row.record, maxBytes: maxBytes)
  }

  private func level(_ place: Int) -> PlayableLevel? {
    if let level = levels[place] { return level }
    guard run.storedLevels.indices.contains(place), let level = try? run.level(place) else {
      return nil
    }
    levels[place] = level
    return level
  }
}
