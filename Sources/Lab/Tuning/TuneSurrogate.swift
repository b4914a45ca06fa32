/// A straight-line model of one figure around a centre, on the scale of its link.
///
/// Least squares over all points played: a point is weighted by its games and less with its
/// distance from the centre, because the error of a linear model grows with the square of the
/// distance. Where the figure is a pass rate it is a logistic regression on all games (iteratively
/// reweighted least squares), so that points at which all games or none are passed are weighted
/// correctly. A weak prior keeps slopes without data at 0. Source of the iteration: P. McCullagh
/// and J. A. Nelder, "Generalized Linear Models", 2nd edition, section 2.5.
struct TuneSurrogate: Sendable {
  /// A point played.
  struct Observation {
    var coordinates: [Double]
    var link: Double
    var variance: Double
    /// The games, where each was passed or not.
    var marks: PassMarks?
  }

  private let centre: [Double]
  private let places: [Int]
  /// The link at the centre, then the slopes of the coordinates that bear on the figure.
  private(set) var coefficients: [Double]
  /// The lower triangle of the root of the coefficients' precision, row by row.
  private let root: [[Double]]

  /// The deviation of a figure from a straight line, in link units at one unit of distance.
  private static let bend = 3.0
  /// The prior's spread of a slope, in link units per range.
  private static let slopeSpread = 8.0
  private static let rounds = 8

  init(_ observations: [Observation], centre: [Double], bears: [Bool], slopeUnit: Double) {
    self.centre = centre
    places = bears.indices.filter { bears[$0] }
    let places = places
    let rows = observations.map { observation in
      [1.0] + places.map { observation.coordinates[$0] - centre[$0] }
    }
    let bends = rows.map { row in
      let square = row.dropFirst().reduce(0) { $0 + $1 * $1 }
      let bend = Self.bend * slopeUnit * square
      return bend * bend
    }
    var links = observations.map(\.link)
    var variances = observations.map(\.variance)
    var fit = Self.fit(rows, links, zip(variances, bends).map(+), slopeUnit)
    let isLogistic = observations.contains { $0.marks != nil }
    for _ in 0..<(isLogistic ? Self.rounds : 0) {
      for (index, observation) in observations.enumerated() {
        guard let marks = observation.marks else { continue }
        let link = zip(rows[index], fit.coefficients).reduce(0) { $0 + $1.0 * $1.1 }
        let work = marks.working(at: link)
        links[index] = work.link
        variances[index] = work.variance
      }
      fit = Self.fit(rows, links, zip(variances, bends).map(+), slopeUnit)
    }
    root = fit.root
    coefficients = fit.coefficients
  }

  private static func fit(
    _ rows: [[Double]], _ links: [Double], _ variances: [Double], _ slopeUnit: Double
  ) -> (root: [[Double]], coefficients: [Double]) {
    let size = max(1, rows.first?.count ?? 1)
    var precision = Array(repeating: Array(repeating: 0.0, count: size), count: size)
    var right = Array(repeating: 0.0, count: size)
    precision[0][0] = 1e-9
    let spread = slopeSpread * slopeUnit
    for index in 1..<max(1, size) { precision[index][index] = 1 / (spread * spread) }
    for (index, row) in rows.enumerated() {
      let weight = 1 / (variances[index] + 1e-12)
      for first in 0..<size {
        right[first] += weight * row[first] * links[index]
        for second in 0...first { precision[first][second] += weight * row[first] * row[second] }
      }
    }
    let root = cholesky(precision)
    return (root, solve(root, right))
  }

  /// The link that the model expects at a place.
  func link(at coordinates: [Double]) -> Double {
    var link = coefficients[0]
    for (index, place) in places.enumerated() where index + 1 < coefficients.count {
      link += coefficients[index + 1] * (coordinates[place] - centre[place])
    }
    return link
  }

  /// The variance of the link at the centre.
  var variance: Double {
    var unit = Array(repeating: 0.0, count: coefficients.count)
    unit[0] = 1
    return Self.solve(root, unit)[0]
  }

  // MARK: Linear algebra

  /// The lower root of a positive definite matrix, of which the lower triangle is read.
  static func cholesky(_ matrix: [[Double]]) -> [[Double]] {
    var root = matrix
    for row in matrix.indices {
      for column in 0...row {
        var sum = matrix[row][column]
        for index in 0..<column { sum -= root[row][index] * root[column][index] }
        root[row][column] =
          row == column ? max(sum, 1e-300).squareRoot() : sum / root[column][column]
      }
    }
    return root
  }

  static func solve(_ root: [[Double]], _ right: [Double]) -> [Double] {
    var solution = right
    for row in right.indices {
      for column in 0..<row { solution[row] -= root[row][column] * solution[column] }
      solution[row] /= root[row][row]
    }
    return solveTransposed(root, solution)
  }

  static func solveTransposed(_ root: [[Double]], _ right: [Double]) -> [Double] {
    var solution = right
    for row in right.indices.reversed() {
      for below in (row + 1)..<max(row + 1, right.count) {
        solution[row] -= root[below][row] * solution[below]
      }
      solution[row] /= root[row][row]
    }
    return solution
  }
}
