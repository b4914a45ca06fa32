import SimHarness
import TextFormats

extension StudioEditor {
  typealias Members = [(key: String, value: JSONTree)]

  /// Games that a tab plays at the same time.
  static let maxGames = 4
  /// How often time passes in games whose clocks run.
  private static let interval = Duration.milliseconds(50)

  // MARK: Beginning

  /// Begins a game on a copy of a level as it is in the editor.
  func play(_ wanted: LivePlay, of tab: Int) async throws -> JSONTree {
    let seat = try seat(wanted)
    guard games.values.count(where: { $0.tab == tab }) < Self.maxGames else {
      throw StudioFailure(
        status: 429, code: "games.many",
        message: "\(Self.maxGames) games are open in this tab; leave one of them")
    }
    // Where games cannot be kept, one can be played; at its end, what keeps it from being saved is said.
    let next = (try? workspace.people?.next(of: seat)) ?? (index: 0, highest: nil)
    let taken = games.values.filter { !$0.isKept && $0.hasDeals(of: seat) }.map {
      $0.index + seat.step
    }
    let index =
      wanted.index ?? min(max(next.index, taken.max() ?? 0), JSONFields.indices.upperBound)
    let modules =
      seat.level.scripts.contains(where: \.mentionsRequire)
      ? try workspace.library.modules() : []
    let session = try await PlaySession.begin(
      seat, index: index, highest: next.highest, modules: modules,
      opponents: workspace.opponents)
    // The tab may have gone while the game began.
    guard tabs[tab] != nil else { return [:] }
    sessions += 1
    let number = sessions
    games[number] = OpenGame(session: session, tab: tab, seat: seat, index: index)
    let members = await session.start(at: now())
    if session.isTimed { startClock() }
    return .object(
      [
        (key: "session", value: .int(number)), (key: "index", value: .int(index)),
        (key: "seed", value: .unsigned(seat.seed)), (key: "name", value: .string(seat.name)),
        (key: "against", value: seat.opponent.map { .string($0) } ?? .null),
        (key: "opponents", value: .array(opponents(in: seat.game).map { .string($0) })),
      ] + members + (await keepIfOver(number)))
  }

  private func seat(_ wanted: LivePlay) throws -> PersonSeat {
    let file = try level(wanted.document).session.file
    let level = try workspace.ready(file)
    guard let game = workspace.games.game(named: level.game), game.hasHand else {
      throw StudioFailure(
        status: 422, code: "game.unplayable",
        message: "\(level.game) cannot be played here; play it with `playtest play`")
    }
    let name = wanted.name ?? workspace.people?.usualName ?? "player"
    if wanted.against != nil, opponents(in: game).isEmpty {
      throw StudioFailure(
        status: 422, code: "game.alone",
        message: "\(game.name) is for one player; play it without an opponent")
    }
    return PersonSeat(
      game: game, level: level, seed: wanted.seed, name: try HighScores.name(name),
      opponent: wanted.against)
  }

  /// The players that a page offers for the other seat of a game; none in a single-player game.
  private func opponents(in game: GameEntry) -> [String] {
    workspace.opponents?.isForTwo(game) == true ? workspace.players : []
  }

  // MARK: Input

  private func game(_ number: Int, of tab: Int) throws(StudioFailure) -> OpenGame {
    guard let game = games[number], game.tab == tab else {
      throw StudioFailure(
        status: 404, code: "game.closed", message: "this game is not open any more; begin another")
    }
    return game
  }

  func point(
    at place: BoardPoint?, presses: Bool, in number: Int, of tab: Int
  ) async throws -> JSONTree {
    let session = try game(number, of: tab).session
    guard presses, let place else {
      return .object(await session.point(at: place, at: now()))
    }
    return .object(await session.press(at: place, at: now()) + (await keepIfOver(number)))
  }

  func take(_ key: HandInput, in number: Int, of tab: Int) async throws -> JSONTree {
    let members = try await game(number, of: tab).session.take(key, at: now())
    return .object(members + (await keepIfOver(number)))
  }

  func hint(in number: Int, of tab: Int) async throws -> JSONTree {
    let members = try await game(number, of: tab).session.hint(at: now())
    return .object(members + (await keepIfOver(number)))
  }

  // MARK: Ending

  /// Keeps a game as soon as it is over; says where.
  private func keepIfOver(_ number: Int) async -> Members {
    guard let standing = await games[number]?.session.standing, standing.isOver,
      let game = games[number], !game.isKept
    else { return [] }
    games[number]?.isKept = true
    return keep(standing.played, of: game)
  }

  private func keep(_ played: PlayedGame, of game: OpenGame) -> Members {
    guard let people = workspace.people else {
      return [(key: "kept", value: ["words": "Not saved: the studio cannot write here."])]
    }
    do {
      let kept = try people.keep(played, of: game.seat, index: game.index)
      let standings = kept.standings.map { standing -> JSONTree in
        [
          "player": .string(SafeText.escaped(standing.player, limit: 40)),
          "score": .int(standing.score), "new": .bool(standing.isNew),
        ]
      }
      return [
        (key: "kept", value: ["words": .string(kept.words), "standings": .array(standings)])
      ]
    } catch {
      let failure = StudioFailure(describing: error)
      return [
        (key: "kept", value: ["words": .string("Not saved: \(failure.message)"), "bad": true])
      ]
    }
  }

  /// Ends a game; one that was not over is kept as unfinished.
  func leave(_ number: Int, of tab: Int) async throws -> JSONTree {
    _ = try game(number, of: tab)
    return .object(await end(number))
  }

  private func end(_ number: Int) async -> Members {
    guard let game = games.removeValue(forKey: number), !game.isKept else { return [] }
    let played = await game.session.standing.played
    return played.moveCount > 0 || played.outcome != nil ? keep(played, of: game) : []
  }

  /// Ends the games of tabs that are gone.
  func endGames(where isMeant: (OpenGame) -> Bool) async {
    for number in games.filter({ isMeant($0.value) }).keys.sorted() { _ = await end(number) }
  }

  // MARK: Time

  private func startClock() {
    guard clock == nil else { return }
    clock = Task { [weak self] in
      repeat { try? await Task.sleep(for: Self.interval) } while await self?.passTime() == true
    }
  }

  /// Lets time pass in games whose clocks run, and tells their tabs what happened.
  /// - Returns: Whether such games are left.
  @discardableResult
  func passTime() async -> Bool {
    for (number, game) in games where game.session.isTimed && !game.isKept {
      guard let members = await game.session.pass(to: now()) else { continue }
      let kept = await keepIfOver(number)
      tabs[game.tab]?.send(.turn(session: number, .init(members + kept)))
    }
    if games.values.contains(where: { $0.session.isTimed && !$0.isKept }) { return true }
    clock = nil
    return false
  }
}
