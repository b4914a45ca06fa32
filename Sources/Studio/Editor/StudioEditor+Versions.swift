import FoundationEssentials
import Lab
import SimHarness
import TextFormats

extension StudioEditor {
  // MARK: Rates of the gallery

  /// Games behind a pass rate on a card.
  static let cardGames = 50

  /// A player's pass rate of a level's file, for its card.
  func rate(_ parameters: [String]) async -> StudioResponse {
    do {
      guard let entry = workspaceLevels.entry(parameters[1]) else { throw Self.noLevel }
      let plan = try workspace.plan(
        try workspace.ready(try file(of: entry)), players: [parameters[0]],
        games: Self.cardGames, seed: StudioWorkspace.seed)
      // One worker, so that whoever draws meanwhile has the others.
      let games = try await games(of: plan, jobs: 1)
      return .json(.object(figures(games, of: plan).fields(versions: 0).members))
    } catch {
      let failure = StudioFailure(describing: error)
      // What is wrong with the level is known of it, like a rate: a page asks no more.
      return failure.status == 422
        ? .json(["problem": .string(failure.message)]) : .failure(failure)
    }
  }

  /// All games of a plan; those that are not known yet are played.
  private func games(of plan: RunPlan, jobs: Int) async throws -> LiveGames {
    let known = cache.games(of: plan)
    guard known.common < plan.games else { return known }
    let games = try await LiveEstimate(plan, jobs: jobs, known: known) { _ in }.run()
    cache.keep(games, of: plan)
    return games
  }

  private func figures(
    _ games: LiveGames, of plan: RunPlan, before: LiveGames? = nil
  ) -> LiveFigures {
    LiveFigures(
      LiveEstimate.Snapshot(games: games, total: plan.games, isFinal: true), of: plan,
      saved: before)
  }

  // MARK: Targets

  /// Keeps the target pass rate of a level; nil for none.
  func aim(
    _ document: Int, _ tab: Int, _ target: LiveTarget?
  ) throws -> JSONTree {
    guard !workspace.isReadOnly else { throw StudioFailure.readOnly }
    let level = try level(document)
    try workspaceLevels.makeOwnFolder()
    try targets.set(target, of: level.id)
    let fields = level.changes(nil) + [(key: "target", value: target?.tree ?? .null)]
    send(.board(document: document, .init(fields)), about: document, except: tab)
    return ["target": target?.tree ?? .null]
  }

  // MARK: Versions

  /// The versions of an open level, the newest first.
  func versions(_ parameters: [String]) -> StudioResponse {
    do {
      let level = try level(Int(parameters[0]) ?? -1)
      let saved = workspaceLevels.versions(of: level.id)
      var budget = Gallery.Budget()
      let list = (saved?.list() ?? []).reversed().compactMap { version -> JSONTree? in
        guard let file = try? self.file(of: level, version: version.number) else { return nil }
        return [
          "number": .int(version.number), "seconds": .int(version.seconds),
          "name": .string(file.header.name), "film": gallery.picture(of: file, &budget),
        ]
      }
      return .json(["versions": .array(list)])
    } catch {
      return .failure(StudioFailure(describing: error))
    }
  }

  /// A version beside the level as it is now: pictures, what differs, and figures of the same games.
  func compare(_ parameters: [String]) async -> StudioResponse {
    do {
      let level = try level(Int(parameters[0]) ?? -1)
      let (file, now) = (try self.file(of: level, version: parameters[1]), level.session.file)
      let (old, new) = (try comparisonPlan(of: file), try comparisonPlan(of: now))
      let before = try await games(of: old, jobs: workspace.jobs)
      let after = try await games(of: new, jobs: workspace.jobs)
      var budget = Gallery.Budget()
      return .json([
        "film": gallery.picture(of: file, &budget),
        "now": gallery.picture(of: now, &budget),
        "differs": .array(try differences(from: file, to: level.session)),
        "before": .object(figures(before, of: old).fields(versions: 0).members),
        "after": .object(figures(after, of: new, before: before).fields(versions: 0).members),
      ])
    } catch {
      return .failure(StudioFailure(describing: error))
    }
  }

  /// Takes a version over, nil for the level as it was saved, as one step that can be undone.
  func revert(_ document: Int, _ tab: Int, to number: Int?) throws -> JSONTree {
    guard let number else { return try change(document, tab) { try $0.replaceBySaved() } }
    let file = try self.file(of: try level(document), version: number)
    return try change(document, tab) { try $0.replace(by: file) }
  }

  private func file(of level: OpenLevel, version: String) throws -> LevelFile {
    try file(of: level, version: Int(version) ?? -1)
  }

  private func file(of level: OpenLevel, version number: Int) throws -> LevelFile {
    guard let text = workspaceLevels.versions(of: level.id)?.text(of: number) else {
      throw StudioFailure(
        status: 404, code: "version.missing", message: "there is no such version; list them again")
    }
    return try LevelFile.read(
      Array(text.utf8), file: "version \(number)", catalog: workspace.library)
  }

  private func comparisonPlan(of file: LevelFile) throws -> RunPlan {
    try workspace.plan(
      try workspace.ready(file), players: workspace.players, games: 200,
      seed: StudioWorkspace.seed)
  }

  /// The fields whose values differ, as the form calls them: before and now; empty where a level
  /// leaves a field out.
  private func differences(
    from file: LevelFile, to session: any DesignSession
  ) throws -> [JSONTree] {
    guard let game = workspace.games.game(named: file.header.game) else { return [] }
    let old = try game.design(file, store: store, library: workspace.library)
    func values(_ fields: [DesignField]) -> [String: JSONTree] {
      Dictionary(
        fields.compactMap { field in field.value.map { (field.path, $0) } },
        uniquingKeysWith: { first, _ in first })
    }
    let (oldFields, fields) = (old.fields, session.fields)
    let (before, after) = (values(oldFields), values(fields))
    return (fields + oldFields).map(\.path).uniqued(on: \.self).compactMap { path in
      let (was, now) = (before[path], after[path])
      guard was.map(JSONWriter.compact) != now.map(JSONWriter.compact) else { return nil }
      return [
        "field": .string(OpenLevel.spaced(path)), "before": .string(Self.shown(was)),
        "now": .string(Self.shown(now)),
      ]
    }
  }

  /// A field's value in a few words; empty where there is none.
  private static func shown(_ value: JSONTree?) -> String {
    let text =
      switch value {
      case nil: ""
      case .string(let text)?: text
      case .null?: "none"
      case let value?: JSONWriter.compact(value)
      }
    return SafeText.escaped(text, limit: 80)
  }

  private static let noLevel = StudioFailure(
    status: 404, code: "level.missing", message: "there is no such level; choose another")
}
