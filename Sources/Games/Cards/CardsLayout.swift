import SimHarness

/// How the places of a table lie on a board, in films and under a pointer.
struct CardsLayout {
  static let card = (width: 60, height: 84, gap: 10)

  let columns: Int
  /// Places that there is room for at first; more make more rows.
  let places: Int

  init(_ level: CardsLevel) {
    // Room for the cards dealt on request.
    places = max(1, min(level.game.cards.count, level.rules.deal + 2 * level.rules.draw))
    columns = places <= 20 ? 6 : places <= 32 ? 8 : 10
  }

  /// The middle of a place.
  func middle(of place: Int) -> BoardPoint {
    let (row, column) = (place / columns, place % columns)
    return BoardPoint(
      Double(Self.card.gap + Self.card.width / 2 + column * (Self.card.width + Self.card.gap)),
      Double(Self.card.gap + Self.card.height / 2 + row * (Self.card.height + Self.card.gap)))
  }

  /// The place whose card is under a point, or would be; nil between the cards and beside them.
  func place(at point: BoardPoint) -> Int? {
    guard point.x >= 0, point.y >= 0, point.x < 1e6, point.y < 1e6 else { return nil }
    let (x, y) = (point.x - Double(Self.card.gap), point.y - Double(Self.card.gap))
    let (width, height) = (
      Double(Self.card.width + Self.card.gap), Double(Self.card.height + Self.card.gap)
    )
    guard x >= 0, y >= 0 else { return nil }
    let (column, row) = (Int(x / width), Int(y / height))
    guard column < columns, x - Double(column) * width < Double(Self.card.width),
      y - Double(row) * height < Double(Self.card.height)
    else { return nil }
    return row * columns + column
  }
}
