import Lab
import SimHarness
import TextFormats

extension StudioEditor {
  /// A game of a version of a level as a film; with `against`, also the first turn that differs
  /// from the same game of another version.
  func film(_ wanted: LiveFilm) async throws -> JSONTree {
    let game = try await filmed(wanted, of: wanted.version)
    guard let other = wanted.against else { return .object(game.members) }
    let turn = try await filmed(wanted, of: other).film.firstDifference(from: game.film)
    return .object(
      game.members + [(key: "firstDifference", value: turn.map { .int($0) } ?? .null)])
  }

  private func filmed(_ wanted: LiveFilm, of version: LiveVersion) async throws -> FilmedGame {
    let level = try level(wanted.document)
    let file =
      switch version {
      case .now: level.session.file
      case .saved: level.session.savedFile
      case .before: level.before
      }
    let plan = try workspace.plan(
      try workspace.ready(file), players: [wanted.player], games: wanted.index + 1,
      seed: StudioWorkspace.seed)
    let rows = cache.games(of: plan).rows.first ?? []
    let known = wanted.index < rows.count ? rows[wanted.index] : nil
    return try await FilmedGame(plan, index: wanted.index, row: known)
  }

  /// What the lost games of a player leave on the board, of those that are known.
  func left(_ document: Int, _ player: String) async throws -> JSONTree {
    let level = try level(document)
    let plan = try workspace.plan(
      try workspace.ready(level.session.file), players: [player],
      games: max(1, level.figures.games), seed: StudioWorkspace.seed)
    let left = await StuckPlaces(plan, rows: cache.games(of: plan).rows.first ?? [])
    return [
      "rev": .int(level.session.revision), "games": .int(left.games),
      "lost": .int(left.lost), "whole": .bool(left.isWhole),
      "places": .array(
        left.places.map { place in
          .array([
            .int(place.id), .int(place.x), .int(place.y), place.radius.map { .int($0) } ?? .null,
            .int(place.games),
          ])
        }),
    ]
  }
}
