/// A script that draws the colours of new bubbles: those of Bubble Blast's cannon, or those that
/// come up in bubble pop.
public struct ColourSpawner: Sendable {
  public let name: String
  public let summary: String
  /// The games it draws for.
  public let games: [String]
  public let parameters: [ScriptParameter]
  public let source: ScriptSource

  /// The games that may ask a spawner.
  static let allGames = [LevelGame.bubbleBlast, .bubblePop].map(\.rawValue)

  /// Why a level of a game cannot have it; nil if it can.
  func refusal(by game: String) -> String? {
    games.contains(game)
      ? nil
      : "the spawner \(SafeText.named(name)) is for \(NearestName.list(games)); choose another"
  }
}
