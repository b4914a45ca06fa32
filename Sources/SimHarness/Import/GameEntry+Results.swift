extension GameEntry {
  /// The entry of a game of which there are only results: what reports need of it.
  ///
  /// - Parameters:
  ///   - name: The game's name.
  ///   - metrics: The metrics of the results.
  ///   - known: The game of this name, if the program has it.
  init(ofResults name: String, metrics: [MetricDefinition], like known: GameEntry?) {
    self = known ?? GameEntry(of: OpenGames.self)
    self.name = name
    self.metrics = metrics
    if known == nil { summary = "a game of which there are only results" }
  }
}
