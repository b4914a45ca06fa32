/// How hard levels and how able players are, on one scale of logits.
///
/// Rasch's model: a player of ability a passes a level of difficulty d with the odds e^(a - d).
/// The estimate is the mode of the posterior with a normal prior of sd 3 logits on every difficulty
/// and ability around the anchor player, so that a level that nobody passed has a finite one; its
/// errors are those of the posterior's curvature there. The posterior is log-concave, so there is
/// one mode.
///
/// No level follows the model exactly, the players meet the same deals, and the scale's zero is a
/// level too: `distanceErrors` is what that makes of a difficulty's error.
///
/// Sources: G. Rasch, "Probabilistic Models for Some Intelligence and Attainment Tests", 1960;
/// H. White, "Maximum Likelihood Estimation of Misspecified Models", Econometrica 50, 1982.
public struct RaschRating: Sendable, Equatable {
  static let definition = MetricDefinition.acrossPlayers(
    "difficulty", unit: "logits", interval: "normal", "Rasch rating; 0 is the median level"
  )

  /// A figure in logits with its standard error.
  public struct Estimate: Sendable, Equatable {
    public var value: Double
    public var error: Double
  }

  /// Passed games, and games, of each level and player.
  public struct Outcomes: Sendable {
    public let levels: Int
    public let players: Int
    /// Level by level, the players within each.
    public var wins: [Int]
    public var games: [Int]
    /// Of each level, how the passes of two players vary together: a matrix of players by players,
    /// the covariance of a game's passes times the games that both played.
    private(set) var shared: [Double]

    public init(levels: Int, players: Int) {
      self.levels = levels
      self.players = players
      wins = [Int](repeating: 0, count: levels * players)
      games = wins
      shared = [Double](repeating: 0, count: levels * players * players)
    }

    /// Records the games of a level that two players both played.
    mutating func set(level: Int, _ first: Int, _ second: Int, _ games: PairedOutcomes) {
      guard games.games > 0 else { return }
      let before = Double(games.both + games.lost)
      let expected = before * Double(games.both + games.gained) / Double(games.games)
      let row = level * players
      shared[(row + first) * players + second] = Double(games.both) - expected
      shared[(row + second) * players + first] = Double(games.both) - expected
    }

    public mutating func set(level: Int, player: Int, wins: Int, games: Int) {
      precondition((0...games).contains(wins), "not a count of wins")
      self.wins[level * players + player] = wins
      self.games[level * players + player] = games
    }
  }

  public static let priorDeviation = 3.0

  /// Of each level, the anchor's ability being 0 and the scale not yet moved.
  public private(set) var difficulties: [Estimate]
  /// Of each player; the anchor's is 0 without error.
  public private(set) var abilities: [Estimate]
  /// The covariance of each player's ability with each level's difficulty; the players within each
  /// level.
  public private(set) var covariances: [Double] = []
  public private(set) var anchor: Int

  /// Fits the ratings of all levels and players.
  ///
  /// - Complexity: O(levels * players^2) a step, of which some ten are taken.
  public init(_ outcomes: Outcomes, anchor: Int) {
    precondition((0..<outcomes.players).contains(anchor), "the anchor is one of the players")
    self.anchor = anchor
    let zero = Estimate(value: 0, error: 0)
    difficulties = [Estimate](repeating: zero, count: outcomes.levels)
    abilities = [Estimate](repeating: zero, count: outcomes.players)
    var height = logPosterior(outcomes)
    for _ in 0..<100 {
      let step = newtonStep(outcomes)
      var share = 1.0
      var moved = self
      var next = height
      repeat {
        moved = self.moved(by: step, share: share)
        next = moved.logPosterior(outcomes)
        share /= 2
      } while next < height && share > 1e-10
      let largest = (step.levels + step.players).reduce(0) { Swift.max($0, $1.magnitude) }
      guard next >= height else { break }
      self = moved
      height = next
      if largest < 1e-10 { break }
    }
    setErrors(outcomes)
  }

  /// The log posterior of the ratings, up to a constant.
  func logPosterior(_ outcomes: Outcomes) -> Double {
    var sum = 0.0
    for level in difficulties.indices {
      for player in abilities.indices {
        let place = level * outcomes.players + player
        guard outcomes.games[place] > 0 else { continue }
        let logit = abilities[player].value - difficulties[level].value
        let wins = Double(outcomes.wins[place])
        let losses = Double(outcomes.games[place] - outcomes.wins[place])
        sum -= wins * Self.softplus(-logit) + losses * Self.softplus(logit)
      }
    }
    let variance = Self.priorDeviation * Self.priorDeviation
    let squares =
      difficulties.reduce(0) { $0 + $1.value * $1.value }
      + abilities.reduce(0) { $0 + $1.value * $1.value }
    return sum - squares / (2 * variance)
  }

  // MARK: Newton's method

  /// How far each rating is to be moved.
  private struct Step {
    var levels: [Double]
    var players: [Double]
  }

  /// Curvature and slope, the levels' part of which is diagonal.
  private struct Curvature {
    var levelSlopes: [Double]
    var playerSlopes: [Double]
    /// Of each level.
    var levels: [Double]
    /// Of each player.
    var players: [Double]
    /// Of each pair, as its information.
    var pairs: [Double]
  }

  private func curvature(_ outcomes: Outcomes) -> Curvature {
    let precision = 1 / (Self.priorDeviation * Self.priorDeviation)
    var result = Curvature(
      levelSlopes: difficulties.map { -$0.value * precision },
      playerSlopes: abilities.map { -$0.value * precision },
      levels: [Double](repeating: precision, count: difficulties.count),
      players: [Double](repeating: precision, count: abilities.count),
      pairs: [Double](repeating: 0, count: outcomes.games.count))
    for level in difficulties.indices {
      for player in abilities.indices {
        let place = level * outcomes.players + player
        let games = Double(outcomes.games[place])
        guard games > 0 else { continue }
        let rate = Self.logistic(abilities[player].value - difficulties[level].value)
        let excess = Double(outcomes.wins[place]) - games * rate
        let information = games * rate * (1 - rate)
        result.levelSlopes[level] -= excess
        result.playerSlopes[player] += excess
        result.levels[level] += information
        result.players[player] += information
        result.pairs[place] = information
      }
    }
    return result
  }

  /// The players' part of the curvature with the levels eliminated; the anchor does not move.
  private func reduced(_ curvature: Curvature) -> SymmetricMatrix {
    let players = abilities.count
    var matrix = SymmetricMatrix(size: players)
    for player in 0..<players { matrix[player, player] = curvature.players[player] }
    for level in difficulties.indices {
      let row = level * players
      for first in 0..<players {
        let weight = curvature.pairs[row + first] / curvature.levels[level]
        guard weight > 0 else { continue }
        for second in 0...first {
          matrix[first, second] -= weight * curvature.pairs[row + second]
        }
      }
    }
    for player in 0..<players { matrix[max(player, anchor), min(player, anchor)] = 0 }
    matrix[anchor, anchor] = 1
    return matrix
  }

  private func newtonStep(_ outcomes: Outcomes) -> Step {
    let curvature = curvature(outcomes)
    let players = abilities.count
    var right = curvature.playerSlopes
    for level in difficulties.indices {
      let share = curvature.levelSlopes[level] / curvature.levels[level]
      for player in 0..<players {
        right[player] += curvature.pairs[level * players + player] * share
      }
    }
    right[anchor] = 0
    let moves = reduced(curvature).factored().solve(right)
    let levels = difficulties.indices.map { level -> Double in
      var slope = curvature.levelSlopes[level]
      for player in 0..<players {
        slope += curvature.pairs[level * players + player] * moves[player]
      }
      return slope / curvature.levels[level]
    }
    return Step(levels: levels, players: moves)
  }

  private func moved(by step: Step, share: Double) -> RaschRating {
    var moved = self
    for level in difficulties.indices {
      moved.difficulties[level].value += share * step.levels[level]
    }
    for player in abilities.indices {
      moved.abilities[player].value += share * step.players[player]
    }
    return moved
  }

  private mutating func setErrors(_ outcomes: Outcomes) {
    let curvature = curvature(outcomes)
    let players = abilities.count
    let factor = reduced(curvature).factored()
    for player in 0..<players where player != anchor {
      var unit = [Double](repeating: 0, count: players)
      unit[player] = 1
      abilities[player].error = factor.solve(unit)[player].squareRoot()
    }
    for level in difficulties.indices {
      var pull = (0..<players).map {
        curvature.pairs[level * players + $0] / curvature.levels[level]
      }
      pull[anchor] = 0
      let shared = factor.solve(pull)
      covariances += shared
      let spread = zip(pull, shared).reduce(0) { $0 + $1.0 * $1.1 }
      difficulties[level].error = (1 / curvature.levels[level] + spread).squareRoot()
    }
  }

  /// The levels whose mean difficulty is the scale's zero: the one in the middle, or two.
  var middle: [Int] {
    let order = difficulties.indices.sorted {
      (difficulties[$0].value, $0) < (difficulties[$1].value, $1)
    }
    guard !order.isEmpty else { return [] }
    return Set([order[(order.count - 1) / 2], order[order.count / 2]]).sorted()
  }

  /// The error of each level's distance to the middle as the passes themselves vary (White's
  /// estimator), players on the same deals together.
  ///
  /// A pass more of a player on a level moves each rating by what the inverse curvature says; the
  /// moves of the distance are squared and added up. A median level is treated like any other.
  func distanceErrors(_ outcomes: Outcomes) -> [Double] {
    let players = abilities.count
    let curvature = curvature(outcomes)
    let pulls = difficulties.indices.map { level in
      (0..<players).map { player in
        player == anchor ? 0 : curvature.pairs[level * players + player] / curvature.levels[level]
      }
    }
    /// How the passes on a level, weighted by player, vary.
    func spread(_ level: Int, _ weights: [Double]) -> Double {
      var sum = 0.0
      for first in 0..<players {
        for second in 0..<players {
          sum += weights[first] * weights[second] * covariance(level, first, second, outcomes)
        }
      }
      return sum
    }
    // The combined effect of all levels on a player's rating.
    var matrix = [Double](repeating: 0, count: players * players)
    for level in difficulties.indices {
      let pull = pulls[level]
      let rows = (0..<players).map { first in
        (0..<players).reduce(0) { $0 + covariance(level, first, $1, outcomes) }
      }
      let all = rows.reduce(0, +)
      for first in 0..<players {
        for second in 0..<players {
          matrix[first * players + second] +=
            covariance(level, first, second, outcomes) - rows[first] * pull[second]
            - pull[first] * rows[second] + all * pull[first] * pull[second]
        }
      }
    }
    let own = difficulties.indices.map { level in
      (0..<players).map { $0 == anchor ? 0 : covariances[level * players + $0] }
    }
    let middle = middle
    let part = 1 / Double(Swift.max(1, middle.count))
    return difficulties.indices.map { level in
      let isMiddle = middle.contains(level)
      var weights = own[level]
      if !isMiddle {
        for other in middle {
          for player in 0..<players { weights[player] -= part * own[other][player] }
        }
      }
      var variance = 0.0
      for first in 0..<players {
        for second in 0..<players {
          variance += weights[first] * weights[second] * matrix[first * players + second]
        }
      }
      for other in isMiddle ? [level] : [level] + middle {
        let direct = (other == level ? 1 : -part) / curvature.levels[other]
        let pull = zip(pulls[other], weights).reduce(0) { $0 + $1.0 * $1.1 }
        let moves = weights.map { $0 - pull }
        variance += spread(other, moves.map { $0 - direct }) - spread(other, moves)
      }
      return Swift.max(0, variance).squareRoot()
    }
  }

  /// How the passed games of two players of a level vary together.
  private func covariance(
    _ level: Int, _ first: Int, _ second: Int, _ outcomes: Outcomes
  ) -> Double {
    let place = level * outcomes.players + first
    if first != second { return outcomes.shared[place * outcomes.players + second] }
    let games = Double(outcomes.games[place])
    guard games > 0 else { return 0 }
    let model = Self.logistic(abilities[first].value - difficulties[level].value)
    let seen = Double(outcomes.wins[place]) / games
    return games * Swift.max(model * (1 - model), seen * (1 - seen))
  }

  /// A player's ability on the median level, in logits: the ability minus the median difficulty,
  /// whose error counts as well.
  func abilityOnMiddle(of player: Int) -> Estimate {
    let middle = middle
    guard !middle.isEmpty else { return abilities[player] }
    let count = Double(middle.count)
    let value = middle.reduce(0) { $0 + difficulties[$1].value } / count
    // Of two levels in the middle the errors are taken for one: they share the anchor's.
    let square = middle.reduce(0) { $0 + difficulties[$1].error * difficulties[$1].error } / count
    let shared = middle.reduce(0) { $0 + covariances[$1 * abilities.count + player] } / count
    let own = abilities[player]
    return Estimate(
      value: own.value - value,
      error: Swift.max(0, own.error * own.error + square - 2 * shared).squareRoot())
  }

  // MARK: Functions

  /// 1 / (1 + e^-x).
  static func logistic(_ x: Double) -> Double {
    if x >= 0 { return 1 / (1 + DeterministicMath.exp(-x)) }
    let power = DeterministicMath.exp(x)
    return power / (1 + power)
  }

  /// log(1 + e^x).
  static func softplus(_ x: Double) -> Double {
    Swift.max(x, 0) + DeterministicMath.log1p(DeterministicMath.exp(-x.magnitude))
  }
}
