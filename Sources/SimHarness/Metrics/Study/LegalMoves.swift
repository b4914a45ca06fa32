/// The moves that a turn offers.
enum LegalMoves: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "legal_moves", unit: "moves",
    "mean number of moves offered, over the turns studied")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { Double($0.moves) }
  }
}
