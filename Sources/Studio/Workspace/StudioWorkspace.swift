import SimHarness

/// What a studio works on: folders, games and players.
public struct StudioWorkspace: Sendable {
  /// The seed of all figures but those of a confirmation.
  static let seed: UInt64 = 1

  /// Shown in the page's bar.
  public let name: String
  /// The folder of the levels that can be changed; it need not be there yet.
  public let levels: String
  /// The folder of the levels that come with the program, in a folder for each game; read only.
  public let bundled: String?
  /// Where they were looked for.
  public let bundledPlaces: [String]
  /// The studio's own folder: drafts, versions and trash.
  public let own: String
  /// The workspace's folder, outside of which nothing is written.
  var root: String {
    let name = own.split(separator: "/").last ?? ""
    return String(own.dropLast(name.count + 1))
  }
  public let games: GameRegistry
  /// Where the scripts that levels and players name come from.
  public let library: ScriptLibrary
  /// The simulated players that a page shows at first.
  public let players: [String]
  /// The maximum number of workers that play games.
  public let jobs: Int
  /// Whether every change is refused.
  public let isReadOnly: Bool
  /// Where the games that people play are kept; nil if they are not.
  public let people: (any PeopleGames)?
  /// Who a person can play against; nil if nobody can.
  public let opponents: (any TableOpponents)?
  /// Finds a player of a game by its name.
  public let player: @Sendable (String, GameEntry) throws -> RunPlayer

  public init(
    name: String, levels: String, bundled: String?, bundledPlaces: [String] = [], own: String,
    games: GameRegistry, library: ScriptLibrary, players: [String], jobs: Int, isReadOnly: Bool,
    people: (any PeopleGames)? = nil, opponents: (any TableOpponents)? = nil,
    player: @escaping @Sendable (String, GameEntry) throws -> RunPlayer
  ) {
    self.name = name
    self.levels = levels
    self.bundled = bundled
    self.bundledPlaces = bundledPlaces
    self.own = own
    self.games = games
    self.library = library
    self.players = players
    self.jobs = jobs
    self.isReadOnly = isReadOnly
    self.people = isReadOnly ? nil : people
    self.opponents = opponents
    self.player = player
  }

  /// The level of a file, ready to play.
  func ready(_ file: LevelFile) throws(LevelError) -> PlayableLevel {
    guard let game = games.game(named: file.header.game) else {
      throw .invalid("the game is not registered")
    }
    return try game.ready(file, library, .none)
  }

  /// A plan of one level: the one of `playtest run` with the same players, games and seed.
  func plan(
    _ level: PlayableLevel, players names: [String], games count: Int, seed: UInt64
  ) throws(StudioFailure) -> RunPlan {
    guard let game = games.game(named: level.game) else {
      throw StudioFailure(
        status: 422, code: "game.unknown", message: "the game is not registered; choose another")
    }
    for name in names where name.contains("/") || ScriptName.isPath(name) {
      throw StudioFailure(
        status: 422, code: "player.path",
        message: "\(SafeText.named(name)) is a file; put it into the workspace's scripts or"
          + " players and take its name")
    }
    do {
      var plan = RunPlan(
        title: level.name, game: game, levels: [level],
        players: try names.map { try player($0, game) }, games: count, seed: seed,
        maxMoves: game.defaultMaxMoves)
      let scripts = level.scripts + plan.players.flatMap(\.scripts)
      if scripts.contains(where: \.mentionsRequire) { plan.modules = try library.modules() }
      return plan
    } catch let failure as StudioFailure {
      throw failure
    } catch {
      throw StudioFailure(
        status: 422, code: "player.unknown", message: SafeText.escaped("\(error)", limit: 1_000))
    }
  }
}
