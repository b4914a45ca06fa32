import Lab
import SimHarness

/// The games that are played of an open level.
struct FigureWork {
  /// Whose figures are wanted; none for no figures.
  var players: [String] = []
  /// Games of each player.
  var games = 0
  /// Games of the level as it is now.
  var estimate: LiveEstimate?
  /// Games of the level as it was saved, where they are not known.
  var saved: LiveEstimate?
  /// Games of a confirmation.
  var fresh: LiveEstimate?
  /// The contents of the versions whose figures were seen since the last confirmation.
  var seen: Set<String> = []
  /// What was known last.
  var snapshot: LiveEstimate.Snapshot?
  /// The last message, for a tab that comes later.
  var last: LiveEvent?

  /// What is played of the level's versions.
  var queue = EstimateQueue()
  /// Whether the level is to be played again, as it has changed.
  var isStale = false

  /// Fresh games of each player that confirm a level.
  static let freshGames = 1_000

  /// Stops whatever is played.
  mutating func cancel() {
    for work in [estimate, saved, fresh] { work?.cancel() }
    (estimate, saved, fresh) = (nil, nil, nil)
    (snapshot, last) = (nil, nil)
  }
}
