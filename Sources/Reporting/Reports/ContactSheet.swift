import Charts
import SimHarness

/// A page of small pictures of levels, in their order, with their goals and, after a run, their
/// pass rates: one file, which needs no network.
public struct ContactSheet: Sendable {
  /// What the page is called.
  public var title: String
  var cards: [Card] = []
  /// Levels that were changed since the run.
  public private(set) var changed: [String] = []
  private let results: RunSummary?
  private let games: [String]

  /// One level.
  struct Card: Sendable {
    var number: String
    var name: String
    var goal: String
    /// Markup.
    var picture: String
    /// Why the level cannot be played; empty if it can.
    var problem: String
    var note: String
    var rates: [Rate]
  }

  /// A player's pass rate.
  struct Rate: Sendable {
    var agent: String
    /// Markup.
    var bar: String
    var value: String
    var interval: String
  }

  /// - Parameters:
  ///   - title: What the page is called.
  ///   - levels: The levels in their order.
  ///   - results: A run whose figures stand beside the pictures; nil: none do.
  ///   - library: Where the levels' scripts come from.
  ///   - entries: The games, which make levels ready to play.
  public init(
    title: String, levels: [LevelFile], results: RunSummary? = nil, library: ScriptLibrary,
    entries: [GameEntry]
  ) {
    self.title = title
    self.results = results
    games = levels.map(\.header.game).uniqued(on: \.self)
    let table = CellTable(results?.cells ?? [])
    for (place, file) in levels.enumerated() {
      add(file, number: place + 1, table, library, entries)
    }
  }

  private mutating func add(
    _ file: LevelFile, number: Int, _ table: CellTable, _ library: ScriptLibrary,
    _ entries: [GameEntry]
  ) {
    var card = Card(
      number: "\(number)", name: file.header.name, goal: "", picture: "", problem: "", note: "",
      rates: [])
    let entry = entries.first { $0.name == file.header.game }
    do throws(LevelError) {
      guard let entry else { return }
      let level = try entry.ready(file, library, .none)
      card.goal = level.goal
      card.picture = Self.picture(of: level, entry, library)
      addResults(of: level, table, to: &card)
    } catch {
      card.problem = error.description
      card.picture = Self.picture(of: file, library)
    }
    cards.append(card)
  }

  private mutating func addResults(
    of level: PlayableLevel, _ table: CellTable, to card: inout Card
  ) {
    guard let results else { return }
    guard let played = results.levels.first(where: { $0.name == level.name }) else {
      card.note = "not in the run"
      return
    }
    if played.hash != level.hash {
      changed.append(level.name)
      card.note = "changed since the run"
    }
    for (series, agent) in results.agents.enumerated() {
      guard let cell = table[played, agent] else { continue }
      let rate = HTMLReport.Rate(cell, series: series)
      card.rates.append(
        Rate(agent: agent.name, bar: rate.bar, value: rate.value, interval: rate.interval))
    }
  }

  // MARK: Pictures

  /// The height of a picture on the page in px, as `sheet.css` sets it: 15 rem.
  private static let pictureHeight = 240.0

  private static func picture(
    of level: PlayableLevel, _ entry: GameEntry, _ library: ScriptLibrary
  ) -> String {
    guard case .text = level.picture, let film = start(of: level, entry, library) else {
      return LevelPicture.render(level.picture, name: level.name)
    }
    return FilmPicture.render(
      film, title: "The start of a game on \(level.name)", shownHeight: Self.pictureHeight)
  }

  /// How the first game begins; nil if the game has no pictures of it.
  private static func start(
    of level: PlayableLevel, _ entry: GameEntry, _ library: ScriptLibrary
  ) -> GameFilm? {
    guard var cutter = entry.film(level) else { return nil }
    var lines: [JSONTree] = []
    let host = ScriptHost(interfaces: entry.interfaces, libraries: (try? library.modules()) ?? [])
    let request = ReplayRequest(
      level: level, seed: 1, index: 0, moves: [], scripts: host
    ) { step in
      lines.append(step.trace())
    }
    _ = try? entry.replay(request)
    for line in lines { cutter.add(line, words: "") }
    return cutter.film
  }

  /// A level that cannot be played, as written in its file.
  private static func picture(of file: LevelFile, _ library: ScriptLibrary) -> String {
    LevelPicture.render(file.drawing(catalog: library), name: file.header.name)
  }

  // MARK: The page

  /// What the template prints.
  struct Page {
    var title: String
    var words: String
    var cards: [Card]
    var style: String
  }

  /// The page's text.
  public func render() -> String {
    var words = ReportNumber.plural(cards.count, "level")
    if !games.isEmpty { words += " of " + games.joined(separator: ", ") }
    if let results {
      words += "; pass rates in % with their 95% intervals, from the run \(results.title)"
    }
    return ReportTemplates.render(
      Page(
        title: title, words: words, cards: cards,
        style: ReportTemplates.style + ReportTemplates.sheetStyle))
  }
}
