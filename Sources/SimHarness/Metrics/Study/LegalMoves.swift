/// The moves that a turn offers.
enum LegalMoves: StudiedMetric {
  static let definition = MetricDefinition.studied(
    "legal_moves", unit: "moves",
    "moves offered, the mean over the turns looked at")

  static func value(of game: StudiedGame) -> Int64? {
    game.mean { Double($0.moves) }
  }
}
