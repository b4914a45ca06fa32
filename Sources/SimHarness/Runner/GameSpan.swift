import Synchronization

/// Games of one cell, one after another.
public struct GameSpan: Sendable, Equatable {
  public let cell: Int
  public let games: Range<Int>

  public init(cell: Int, games: Range<Int>) {
    self.cell = cell
    self.games = games
  }
}

/// Distributes spans to workers in parts, each game once.
final class SpanQueue: Sendable {
  private struct Place {
    var span = 0
    var game = 0
  }

  private let spans: [GameSpan]
  /// Games of a part.
  private let size: Int
  private let place: Mutex<Place>

  init(_ spans: [GameSpan], size: Int) {
    self.spans = spans.filter { !$0.games.isEmpty }
    self.size = size
    place = Mutex(Place(span: 0, game: self.spans.first?.games.lowerBound ?? 0))
  }

  /// The next part; nil when all are given out.
  func next() -> GameSpan? {
    place.withLock { place in
      guard place.span < spans.count else { return nil }
      let span = spans[place.span]
      let left = span.games.upperBound - place.game
      let games = place.game..<(place.game + min(size, left))
      place.game = games.upperBound
      if place.game == span.games.upperBound {
        place.span += 1
        if place.span < spans.count { place.game = spans[place.span].games.lowerBound }
      }
      return GameSpan(cell: span.cell, games: games)
    }
  }
}
