import SimHarness

/// The values that a tune may give to its levels: a lattice, so that every point is whole numbers.
public struct TuneSpace: Sendable {
  /// Parts that the shares of a simplex are counted in.
  public static let simplexParts = 1000
  /// The maximum number of components and numbers of a space.
  public static let maxComponents = 200

  /// A parameter, found in its levels.
  public struct Axis: Sendable {
    public enum Kind: Sendable, Equatable {
      /// A whole number of this range.
      case whole(ClosedRange<Int>)
      /// `low` + a number of `steps`, up to `count` of them.
      case real(low: Double, step: Double, count: Int)
      /// Shares that sum up, each at least so many parts; written times `total`.
      case simplex(minimum: Int, total: Double)
    }

    /// How the parameter is called in tables.
    public var name: String
    /// The level it belongs to; nil: all.
    public var level: Int?
    public var kind: Kind
    /// The fields it sets: one, or one per component of a simplex.
    public var paths: [String]
    /// What a component is called beside the name: a colour.
    public var labels: [String]
    /// Where its numbers begin in a point.
    public var offset: Int
    /// Its numbers in the level as it is.
    public var start: [Int]
    /// What the level itself says, where the start says the same up to rounding.
    public var originals: [JSONTree] = []
    /// What the level says in any case, number by number: a list where several levels that share
    /// the parameter differ, null where it says nothing.
    public var present: [JSONTree] = []

    public var count: Int { paths.count }
    public var numbers: Range<Int> { offset..<offset + count }
  }

  public let axes: [Axis]
  /// The levels as they are.
  public var start: [Int] { axes.flatMap(\.start) }

  public init(_ axes: [Axis]) { self.axes = axes }

  // MARK: Values

  /// The value that is written for a component of an axis.
  public func value(_ component: Int, of axis: Axis, at point: [Int]) -> JSONTree {
    let number = point[axis.offset + component]
    if !axis.originals.isEmpty, point[axis.numbers].elementsEqual(axis.start) {
      return axis.originals[component]
    }
    switch axis.kind {
    case .whole: return .int(number)
    case .real(let low, let step, _): return .double(Self.rounded(low + Double(number) * step))
    case .simplex(_, let total):
      return .double(Self.rounded(Double(number) * total / Double(Self.simplexParts)))
    }
  }

  /// Nine decimals, so that a step's representation does not show.
  public static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

  /// The edits that make a level's variant.
  public func edits(at point: [Int], level: Int) -> [LevelEdit] {
    axes.filter { $0.level == nil || $0.level == level }.flatMap { axis in
      axis.paths.enumerated().map { LevelEdit($1, to: value($0, of: axis, at: point)) }
    }
  }

  // MARK: Coordinates

  /// The point as a model sees it, one coordinate per number: ranges as 0...1, shares as centred
  /// logarithms, in which proportions are differences.
  public func coordinates(of point: [Int]) -> [Double] {
    var coordinates: [Double] = []
    coordinates.reserveCapacity(point.count)
    for axis in axes {
      switch axis.kind {
      case .whole(let range):
        let width = Double(max(1, range.upperBound - range.lowerBound))
        coordinates.append(Double(point[axis.offset] - range.lowerBound) / width)
      case .real(_, _, let count):
        coordinates.append(Double(point[axis.offset]) / Double(max(1, count)))
      case .simplex:
        let logarithms = point[axis.numbers].map {
          DeterministicMath.log(Double($0) / Double(Self.simplexParts))
        }
        let mean = logarithms.reduce(0, +) / Double(logarithms.count)
        coordinates += logarithms.map { ($0 - mean) * Self.simplexScale }
      }
    }
    return coordinates
  }

  /// A share four times another lies half a range from it.
  private static let simplexScale = 0.36

  /// Which coordinates affect a level.
  public func affectedCoordinates(level: Int) -> [Bool] {
    axes.flatMap { axis in
      Array(repeating: axis.level == nil || axis.level == level, count: axis.count)
    }
  }

  /// The distance of two coordinates.
  static func distance(_ first: [Double], _ second: [Double]) -> Double {
    var sum = 0.0
    for index in first.indices {
      let difference = first[index] - second[index]
      sum += difference * difference
    }
    return sum.squareRoot()
  }

  // MARK: Moves

  /// A change of a point: `parts` taken from one number and given to another of a simplex, or
  /// added to a number alone.
  public struct Move: Sendable, Equatable {
    var axis: Int
    var component: Int
    /// nil: all the other components in proportion.
    var from: Int?
    var parts: Int
  }

  /// The point after a move, kept within the bounds; nil if it stays where it is.
  func moved(_ point: [Int], by move: Move) -> [Int]? {
    let axis = axes[move.axis]
    var next = point
    let place = axis.offset + move.component
    switch axis.kind {
    case .whole(let range):
      next[place] = min(max(point[place] + move.parts, range.lowerBound), range.upperBound)
    case .real(_, _, let count):
      next[place] = min(max(point[place] + move.parts, 0), count)
    case .simplex(let minimum, _):
      if let from = move.from.map({ axis.offset + $0 }) {
        let parts = min(max(move.parts, minimum - point[place]), point[from] - minimum)
        next[place] += parts
        next[from] -= parts
      } else {
        var shares = point[axis.numbers].map(Double.init)
        let rest = Double(Self.simplexParts) - shares[move.component]
        guard rest > 0 else { return nil }
        let wanted = max(1, shares[move.component] + Double(move.parts))
        let scale = max(0, Double(Self.simplexParts) - wanted) / rest
        for index in shares.indices {
          shares[index] = index == move.component ? wanted : shares[index] * scale
        }
        next.replaceSubrange(axis.numbers, with: Self.apportioned(shares, minimum: minimum))
      }
    }
    return next == point ? nil : next
  }

  /// Whole parts in proportion to shares, summing up to all parts, each at least `minimum`.
  static func apportioned(_ shares: [Double], minimum: Int) -> [Int] {
    let sum = max(shares.reduce(0, +), 1e-300)
    var parts = shares.map {
      max(minimum, Int(saturating: ($0 / sum * Double(simplexParts)).rounded(.down)))
    }
    var left = simplexParts - parts.reduce(0, +)
    while left != 0 {
      // One part at a time to the component farthest below its share, or from the one farthest
      // above.
      let order = parts.indices.max { first, second in
        let remainder = { (index: Int) in
          (shares[index] / sum * Double(simplexParts) - Double(parts[index]))
            * (left > 0 ? 1 : -1)
        }
        let isHeld = { (index: Int) in left < 0 && parts[index] <= minimum }
        if isHeld(first) != isHeld(second) { return isHeld(first) }
        return remainder(first) < remainder(second)
      }
      guard let order else { break }
      parts[order] += left > 0 ? 1 : -1
      left += left > 0 ? -1 : 1
    }
    return parts
  }
}
