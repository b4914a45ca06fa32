/// How strong players of a two-player game are, on one scale, and what the first seat is worth.
///
/// The model of Bradley and Terry with a term for the seat: a player of strength a in the first seat
/// beats one of strength b with the odds e^(a - b + g). A draw counts as half a win and half a loss.
/// The estimate is the mode of the posterior with a normal prior of sd 3 logits on every strength and
/// on g, so that a player who always wins has a finite one.
///
/// Errors are the greater of two: those of the posterior's curvature, and those of how pairs of games
/// on one deal vary (White's estimator), whose two games are not independent.
///
/// Sources: R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs: I",
/// Biometrika 39, 1952; R. R. Davidson and R. J. Beaver, "On Extending the Bradley-Terry Model to
/// Incorporate Within-Pair Order Effects", Biometrics 33, 1977; A. E. Elo, "The Rating of
/// Chessplayers", 1978; H. White, Econometrica 50, 1982.
struct SeatRating {
  /// The pairs of games of two players, by their places.
  struct Contest {
    let first: Int
    let second: Int
    let pairs: MirroredPairs
  }

  static let priorDeviation = 3.0
  /// Elo points in a logit: ten times the odds are 400 points.
  static let pointsPerLogit = 400 / DeterministicMath.log(10)

  /// Of each player, in logits; their mean is 0.
  let strengths: [RaschRating.Estimate]
  let firstSeat: RaschRating.Estimate

  init(_ contests: [Contest], players: Int) {
    var values = [Double](repeating: 0, count: players + 1)
    var height = Self.logPosterior(values, contests)
    for _ in 0..<100 {
      let (slope, curvature) = Self.curvature(values, contests)
      let step = curvature.factored().solve(slope)
      var share = 1.0
      var moved = values
      var next = height
      repeat {
        moved = zip(values, step).map { $0 + share * $1 }
        next = Self.logPosterior(moved, contests)
        share /= 2
      } while next < height && share > 1e-10
      guard next >= height else { break }
      values = moved
      height = next
      if step.allSatisfy({ $0.magnitude < 1e-10 }) { break }
    }
    let factor = Self.curvature(values, contests).matrix.factored()
    let fitted = values
    func estimate(_ value: Double, _ contrast: [Double]) -> RaschRating.Estimate {
      // How far a unit of each slope moves the figure.
      let pull = factor.solve(contrast)
      let posterior = zip(contrast, pull).reduce(0) { $0 + $1.0 * $1.1 }
      let seen = Self.spread(pull, fitted, contests)
      return RaschRating.Estimate(value: value, error: max(posterior, seen, 0).squareRoot())
    }
    let mean = values.dropLast().reduce(0, +) / Double(max(1, players))
    strengths = (0..<players).map { player in
      var contrast = [Double](repeating: -1 / Double(players), count: players) + [0]
      contrast[player] += 1
      return estimate(fitted[player] - mean, contrast)
    }
    var seat = [Double](repeating: 0, count: players + 1)
    seat[players] = 1
    firstSeat = estimate(fitted[players], seat)
  }

  /// The logits of the player named first in either seat.
  private static func logits(_ values: [Double], _ contest: Contest) -> (Double, Double) {
    let lead = values[contest.first] - values[contest.second]
    let seat = values[values.count - 1]
    return (lead + seat, lead - seat)
  }

  private static func logPosterior(_ values: [Double], _ contests: [Contest]) -> Double {
    var sum = 0.0
    for contest in contests {
      let (one, two) = logits(values, contest)
      for (first, second, count) in contest.pairs.outcomes {
        sum -=
          Double(count)
          * (first * RaschRating.softplus(-one) + (1 - first) * RaschRating.softplus(one)
            + second * RaschRating.softplus(-two) + (1 - second) * RaschRating.softplus(two))
      }
    }
    return sum - values.reduce(0) { $0 + $1 * $1 } / (2 * priorDeviation * priorDeviation)
  }

  private static func curvature(
    _ values: [Double], _ contests: [Contest]
  ) -> (slope: [Double], matrix: SymmetricMatrix) {
    let precision = 1 / (priorDeviation * priorDeviation)
    var slope = values.map { -$0 * precision }
    var matrix = SymmetricMatrix(size: values.count)
    for place in values.indices { matrix[place, place] = precision }
    for contest in contests {
      let (one, two) = logits(values, contest)
      let (p, q) = (RaschRating.logistic(one), RaschRating.logistic(two))
      var excess = (0.0, 0.0)
      for (first, second, count) in contest.pairs.outcomes {
        excess.0 += Double(count) * (first - p)
        excess.1 += Double(count) * (second - q)
      }
      let games = Double(contest.pairs.count)
      for (sign, excess, weight) in [
        (1.0, excess.0, games * p * (1 - p)), (-1, excess.1, games * q * (1 - q)),
      ] {
        let terms = terms(of: contest, seat: sign, count: values.count)
        for (row, a) in terms {
          slope[row] += a * excess
          for (column, b) in terms where column <= row { matrix[row, column] += weight * a * b }
        }
      }
    }
    return (slope, matrix)
  }

  /// What the logit of a game is made of: places with their signs, each place once.
  private static func terms(
    of contest: Contest, seat: Double, count: Int
  ) -> [(place: Int, sign: Double)] {
    let seat = [(place: count - 1, sign: seat)]
    // A player against itself says what the seat is worth, and nothing else.
    return contest.first == contest.second
      ? seat : [(contest.first, 1), (contest.second, -1)] + seat
  }

  /// The variance of a figure that moves by `pull`, from how pairs differ from what is expected.
  private static func spread(
    _ pull: [Double], _ values: [Double], _ contests: [Contest]
  ) -> Double {
    var sum = 0.0
    for contest in contests {
      let (one, two) = logits(values, contest)
      let (p, q) = (RaschRating.logistic(one), RaschRating.logistic(two))
      func move(_ sign: Double) -> Double {
        terms(of: contest, seat: sign, count: values.count)
          .reduce(0) { $0 + $1.sign * pull[$1.place] }
      }
      let (a, b) = (move(1), move(-1))
      for (first, second, count) in contest.pairs.outcomes {
        let total = (first - p) * a + (second - q) * b
        sum += Double(count) * total * total
      }
    }
    return sum
  }
}
