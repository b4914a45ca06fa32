import SimHarness

/// People who play the levels of a set one after another: who gets how far, with how many attempts.
///
/// Each player has a skill, on the scale of the levels' difficulties (`RaschRating`), persistence
/// and boredom. On a level they try until they pass, with the odds e^(skill - difficulty) each
/// time; after a failed attempt they give up for good with a probability of their own, and after a
/// passed level they stop, bored, with another. Players are not simulated individually: the figures
/// are exact expectations, without sampling noise.
///
/// Players are spread evenly over the quantiles of their traits: skill is normal; the chance to
/// give up after a failure is uniform from 0 to twice its mean, that of boredom too.
public struct PopulationModel: Sendable, Equatable {
  /// Who plays.
  public struct Traits: Sendable, Equatable {
    public var players = 10_000
    /// In logits; with 0 a player passes the median level in half of the attempts.
    public var skillMean = 0.0
    public var skillDeviation = 1.0
    /// The mean chance to give up for good after a failed attempt, at most 0.5.
    public var givingUp = 0.05
    /// The mean chance to stop after a passed level, at most 0.5.
    public var boredom = 0.01

    public static let standard = Traits()

    public init() {}
  }

  /// The players' results in one level, as shares of all who began.
  public struct Level: Sendable, Equatable {
    /// Who begin it.
    public var started = 0.0
    /// Who pass it.
    public var passed = 0.0
    /// Who give up on it.
    public var gaveUp = 0.0
    /// Who pass it and then stop.
    public var bored = 0.0
    /// The sum of the attempts of all who begin it, a share like the others.
    var attempted = 0.0

    /// The mean number of attempts of a player who begins it, the last one included.
    public var attempts: Double? { started > 0 ? attempted / started : nil }
    /// The share of those who begin it that are lost on it, either way.
    public var churn: Double? { started > 0 ? (gaveUp + bored) / started : nil }
    /// Counts of players as shares of them.
    func scaled(by players: Double) -> Level {
      Level(
        started: started / players, passed: passed / players, gaveUp: gaveUp / players,
        bored: bored / players, attempted: attempted / players)
    }

    /// Who begin the next level.
    public var survivors: Double { passed - bored }
  }

  public let levels: [Level]

  /// Sends the players through levels of these difficulties.
  ///
  /// - Complexity: O(players * levels), some 30 ns each.
  public init(difficulties: [Double], traits: Traits = .standard) {
    precondition(traits.players > 0, "somebody must play")
    var levels = [Level](repeating: Level(), count: difficulties.count)
    // e^-skill times e^difficulty is the odds of a failure: one exponential per player and per
    // level.
    let odds = difficulties.map { DeterministicMath.exp($0) }
    let share = 1 / Double(traits.players)
    for player in 0..<traits.players {
      let place = (Double(player) + 0.5) * share
      let skill = traits.skillMean + traits.skillDeviation * Statistics.normalQuantile(place)
      let givingUp = 2 * traits.givingUp * Self.spread(player, by: Self.firstStep)
      let boredom = 2 * traits.boredom * Self.spread(player, by: Self.secondStep)
      let ease = DeterministicMath.exp(-skill)
      var there = 1.0
      for index in levels.indices {
        let failing = Swift.min(odds[index] * ease, 1e300)
        // The share of passes among attempts that end the level by a pass or by giving up; both
        // over the chance of a pass.
        let passing = 1 / (1 + failing * givingUp)
        let passed = there * passing
        levels[index].started += there
        levels[index].passed += passed
        levels[index].gaveUp += there - passed
        levels[index].bored += passed * boredom
        // 1 over the chance that an attempt ends the level.
        levels[index].attempted += there * (1 + failing) * passing
        there = passed * (1 - boredom)
      }
    }
    self.levels = levels.map { $0.scaled(by: Double(traits.players)) }
  }

  /// A trait's quantile: evenly spread over 0...1, and over every range of skills.
  ///
  /// Source: multiples of an irrational step (Weyl), here those of M. Roberts' R2 sequence.
  private static func spread(_ player: Int, by step: Double) -> Double {
    let place = 0.5 + Double(player) * step
    return place - place.rounded(.down)
  }

  private static let firstStep = 0.7548776662466927
  private static let secondStep = 0.5698402909980532
}
