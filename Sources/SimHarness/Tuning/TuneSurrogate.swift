/// A straight-line model of one figure around a centre, on the scale of its link.
///
/// Weighted least squares over all points played: a point counts by its games and less the farther
/// it lies from the centre, because what bends grows with the square of the distance. A weak prior
/// keeps slopes that no point tells at 0.
struct TuneSurrogate: Sendable {
  /// A point played.
  struct Observation {
    var coordinates: [Double]
    var link: Double
    var variance: Double
  }

  private let centre: [Double]
  private let places: [Int]
  /// The link at the centre, then the slopes of the coordinates that bear on the figure.
  private(set) var coefficients: [Double]
  /// The lower triangle of the root of the coefficients' precision, row by row.
  private let root: [[Double]]

  /// Link units that a figure may stray from a straight line one unit of distance away.
  private static let bend = 3.0
  /// The prior's spread of a slope, in link units a range.
  private static let slopeSpread = 8.0

  init(_ observations: [Observation], centre: [Double], bears: [Bool], slopeUnit: Double) {
    self.centre = centre
    places = bears.indices.filter { bears[$0] }
    let size = places.count + 1
    var precision = Array(repeating: Array(repeating: 0.0, count: size), count: size)
    var right = Array(repeating: 0.0, count: size)
    precision[0][0] = 1e-9
    let spread = Self.slopeSpread * slopeUnit
    for index in 1..<size { precision[index][index] = 1 / (spread * spread) }
    for observation in observations {
      var row = [1.0]
      var square = 0.0
      for place in places {
        let difference = observation.coordinates[place] - centre[place]
        row.append(difference)
        square += difference * difference
      }
      let bend = Self.bend * slopeUnit * square
      let weight = 1 / (observation.variance + bend * bend + 1e-12)
      for first in 0..<size {
        right[first] += weight * row[first] * observation.link
        for second in 0...first { precision[first][second] += weight * row[first] * row[second] }
      }
    }
    root = Self.cholesky(precision)
    coefficients = Self.solve(root, right)
  }

  /// The link that the model expects at a place.
  func link(at coordinates: [Double]) -> Double {
    var link = coefficients[0]
    for (index, place) in places.enumerated() {
      link += coefficients[index + 1] * (coordinates[place] - centre[place])
    }
    return link
  }

  /// Another model that the observations allow, drawn from what they leave open.
  func drawn(using random: inout SeededRandom) -> TuneSurrogate {
    let noise = coefficients.indices.map { _ in random.gaussian() }
    let shift = Self.solveTransposed(root, noise)
    var copy = self
    copy.coefficients = zip(coefficients, shift).map { $0 + $1 }
    return copy
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
