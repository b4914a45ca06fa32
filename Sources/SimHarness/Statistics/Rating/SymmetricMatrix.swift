/// A small symmetric positive definite matrix, of which the lower half is kept.
struct SymmetricMatrix {
  let size: Int
  private var values: [Double]

  init(size: Int) {
    self.size = size
    values = [Double](repeating: 0, count: size * size)
  }

  /// An entry on or below the diagonal.
  subscript(row: Int, column: Int) -> Double {
    get { values[row * size + column] }
    set { values[row * size + column] = newValue }
  }

  /// The lower triangle whose product with its own transpose is this matrix (Cholesky).
  func factored() -> Factor {
    var factor = self
    for column in 0..<size {
      for row in column..<size {
        var value = self[row, column]
        for place in 0..<column { value -= factor[row, place] * factor[column, place] }
        factor[row, column] =
          row == column ? Swift.max(value, 1e-300).squareRoot() : value / factor[column, column]
      }
    }
    return Factor(triangle: factor)
  }

  /// A factored matrix, ready to solve equations.
  struct Factor {
    fileprivate let triangle: SymmetricMatrix

    /// The vector that the matrix takes to `right`.
    func solve(_ right: [Double]) -> [Double] {
      var result = right
      for row in 0..<triangle.size {
        for column in 0..<row { result[row] -= triangle[row, column] * result[column] }
        result[row] /= triangle[row, row]
      }
      for row in (0..<triangle.size).reversed() {
        for below in (row + 1)..<Swift.max(triangle.size, row + 1) {
          result[row] -= triangle[below, row] * result[below]
        }
        result[row] /= triangle[row, row]
      }
      return result
    }
  }
}
