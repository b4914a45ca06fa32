import Charts
import SimHarness

extension HTMLReport {
  /// A film in the page: its element's id and its JSON, which may stand in a script tag.
  struct Film {
    var id: String
    /// Markup.
    var text: String
  }
}

extension HTMLReport {
  /// A button that shows a film; a list of one, or of none where the game has no film.
  struct Watch {
    var film: String
    /// What the button shows, in words.
    var words: String
  }
}

/// The films of a run by the game that they show.
struct FilmTable {
  private var games: [String: [(game: GameReference, id: String, filmed: FilmedGame)]] = [:]

  init(_ films: [FilmedGame]) {
    for (number, filmed) in films.enumerated() {
      games[filmed.game.level, default: []].append((filmed.game, "film-\(number + 1)", filmed))
    }
  }

  /// The id of a game's film; nil if it has none.
  func id(of game: GameReference) -> String? {
    games[game.level]?.first { $0.game == game }?.id
  }

  /// The button for a game.
  func watch(_ game: GameReference?, _ words: String) -> [HTMLReport.Watch] {
    guard let game, let id = id(of: game) else { return [] }
    return [
      HTMLReport.Watch(
        film: id, words: "\(words): game \(game.index) of \(SafeText.escaped(game.agent))")
    ]
  }

  /// The films of a level.
  func films(of level: LevelSummary) -> [HTMLReport.Film] {
    (games[level.name] ?? []).map { HTMLReport.Film(id: $0.id, text: $0.filmed.text) }
  }

  /// The level's picture: its own, or where that is text the beginning of a filmed game.
  func picture(of level: LevelSummary) -> String {
    guard case .text = level.picture, let first = games[level.name]?.first else {
      return LevelPicture.render(level.picture, name: level.name)
    }
    let caption =
      "The board when game \(first.game.index) of \(SafeText.escaped(first.game.agent)) began"
    return FilmPicture.render(first.filmed.film, title: caption)
      + "<p class=\"note\">\(HTMLText.escaped(caption)).</p>"
  }
}

extension RunSummary {
  /// The summary with films of the games that it names, from the run itself.
  /// - Throws: Why the run's files cannot be read.
  public func withFilms(of run: RecordedRun) throws -> RunSummary {
    guard imported == nil else { return self }
    var copy = self
    var budget = FilmBudget.standard
    // A page of few cells has room for all films, and need not be made to be measured.
    if cells.count > FilmBudget.cellsOfSmallPage {
      let page = ReportFormat.html.render(self, runPath: run.path).utf8.count
      budget.bytes = min(budget.bytes, max(0, FilmBudget.bytesOfPage - page))
    }
    copy.additions.films = try run.films(of: self, budget: budget)
    return copy
  }
}
