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
  /// The figures of the last confirmation, which hold as long as the level has that revision.
  var confirmation: (revision: Int, event: LiveEvent)?

  /// The versions that the level is compared with, and how they are played.
  ///
  /// A plan is nil for a version that cannot be played. Figures come 15 times a second, and making a
  /// level ready reads its scripts.
  private var compared: [(file: LevelFile, plan: RunPlan?)] = []

  /// What is played of the level's versions.
  var queue = EstimateQueue()
  /// Whether the level is to be played again, as it has changed.
  var isStale = false

  /// Fresh games of each player that confirm a level.
  static let freshGames = 1_000

  /// How a version is played that the level is compared with; `make` says so where it is not known.
  mutating func plan(of file: LevelFile, _ make: () -> RunPlan?) -> RunPlan? {
    if let known = compared.first(where: { $0.file == file }) { return known.plan }
    let plan = make()
    // The saved one and the one before the last stroke.
    compared = compared.suffix(1) + [(file, plan)]
    return plan
  }

  /// Stops whatever is played.
  mutating func cancel() {
    for work in [estimate, saved, fresh] { work?.cancel() }
    (estimate, saved, fresh) = (nil, nil, nil)
    (snapshot, last) = (nil, nil)
    // The next figures are of the scripts as they are then.
    compared = []
  }
}
