/// What a player's games did to the bodies of a level's scene.
///
/// Counted over games of the store that were played again: the first of their level and player, as
/// many as `SceneStudies` allows.
public struct SceneStudy: Sendable {
  /// Games played again.
  public var games = 0
  /// Those of them that were not won.
  public var losses = 0
  /// In how many games each body was hit, in the order of the scene's shapes.
  public var hits: [Int]
  /// In how many games that were not won each body was left.
  public var left: [Int]
  /// Which bodies can be hit at all: pegs, not walls.
  public var isTarget: [Bool]
  /// Which bodies the game is about, such as orange pegs.
  public var isGoal: [Bool]
  /// Bodies hit in a shot, over all shots.
  public var hitsInShot: Distribution?
  /// Bodies the game is about that were left, over the games that were not won.
  public var goalsLeft: Distribution?
  /// Where the balls flew in some games.
  public var flights: [Flight] = []

  /// The balls' paths in an example game.
  public struct Flight: Sendable, Equatable {
    public var game: ExampleGame
    public var paths: [SceneReplay.Path]
  }

  /// The share of the games in which a body was hit; nil without games.
  package func share(hit body: Int) -> Double? {
    games > 0 ? Double(hits[body]) / Double(games) : nil
  }

  /// The share of the games not won in which a body was left; nil without such games.
  package func share(left body: Int) -> Double? {
    losses > 0 ? Double(left[body]) / Double(losses) : nil
  }
}

/// Adds games up to a study.
struct SceneStudyBuilder {
  private var study: SceneStudy?
  private var hitsInShot = FigureHistogram()
  private var goalsLeft = FigureHistogram()

  mutating func add(_ replay: SceneReplay) {
    let none = [Int](repeating: 0, count: replay.isHit.count)
    var study =
      self.study
      ?? SceneStudy(hits: none, left: none, isTarget: replay.isTarget, isGoal: replay.isGoal)
    let isLoss = replay.end.outcome != .won
    for (body, isHit) in replay.isHit.enumerated() {
      if isHit { study.hits[body] += 1 }
      if isLoss && !isHit { study.left[body] += 1 }
    }
    for hits in replay.hitsByShot { hitsInShot.add(hits) }
    if isLoss {
      study.losses += 1
      if replay.isGoal.contains(true) { goalsLeft.add(replay.goalsLeft) }
    }
    study.games += 1
    self.study = study
  }

  /// The study; nil without a game.
  func build(flights: [SceneStudy.Flight]) -> SceneStudy? {
    guard var study else { return nil }
    study.hitsInShot = hitsInShot.distribution
    study.goalsLeft = goalsLeft.distribution
    study.flights = flights
    return study
  }
}
