/// A script that draws the colours of new bubbles: those of Bubble Blast's cannon, or those that
/// come up in bubble pop.
public struct ColourSpawner: Sendable {
  public let name: String
  public let summary: String
  /// The games it draws for; empty for all that ask a spawner.
  public let games: [String]
  public let parameters: [ScriptParameter]
  public let source: ScriptSource

  package func isFor(_ game: String) -> Bool { games.isEmpty || games.contains(game) }

  /// Why a level of a game cannot have it; nil if it can.
  func refusal(by game: String) -> String? {
    isFor(game)
      ? nil
      : "the spawner \(SafeText.named(name)) is for \(NearestName.list(games)); choose another"
  }
}
