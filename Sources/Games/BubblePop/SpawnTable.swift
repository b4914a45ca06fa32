import SimHarness

/// Colours by their probabilities, drawn from one uniform number.
public struct SpawnTable: Hashable, Sendable {
  /// How far the sum of the probabilities may be from 1.
  public static let tolerance = 1e-9

  /// The upper end of each colour's share of [0, 1), never falling.
  ///
  /// That of the last colour with a share, and of those behind it, is infinite, so that no rounding
  /// falls off the end.
  private let ends: [Double]

  /// What is wrong with a list of probabilities, or nil.
  public static func problem(with probabilities: [Double]) -> String? {
    if probabilities.contains(where: { !($0 >= 0) }) {
      return "a probability is not negative"
    }
    let sum = probabilities.reduce(0, +)
    guard (sum - 1).magnitude <= tolerance else {
      // As precise as the check, and without the rounding of the last digits.
      let scale = (1 / tolerance).rounded()
      let shown = JSONWriter.number((sum * scale).rounded() / scale)
      return "the probabilities sum to \(shown), not 1; change them together, as in "
        + "bubbles[*].probability=[0.4,0.6]"
    }
    return nil
  }

  /// A table of probabilities without a problem; others are a programming error.
  public init(_ probabilities: [Double]) {
    precondition(Self.problem(with: probabilities) == nil, "probabilities that sum to 1")
    var sum = 0.0
    var ends = probabilities.map { probability in
      sum += probability
      return sum
    }
    let last = probabilities.lastIndex { $0 > 0 } ?? 0
    for index in last..<ends.count { ends[index] = .infinity }
    self.ends = ends
  }

  /// The colour at a uniform number in [0, 1).
  public func colour(at uniform: Double) -> Int {
    var index = 0
    while uniform >= ends[index] { index &+= 1 }
    return index
  }
}
