import SimHarness

extension TuneSearch {
  // MARK: What is known

  /// A figure is near enough at this share of its tolerance: no nearer point is searched.
  static let nearEnough = 0.25
  /// Games that would make an interval narrower than this part of a tolerance are not worth it.
  static let sharpEnough = 0.4
  /// How many of its 95% half-widths a figure must lie inside its tolerance, because fresh games
  /// vary, too.
  static let safetyMargin = 1.1
  /// A point's own games must determine its figures to within this many tolerances, regardless of
  /// the other points.
  static let maxOwnWidth = 2.0
  /// The number of candidates that are pooled with all others; the rest are hopeless.
  private static let maxPooledRounds = 6

  /// Estimates the best points from the games of all points.
  func poolAll() {
    for index in candidates.indices { candidates[index].pooled = candidates[index].estimates }
    let misfits = candidates.map { candidate in
      zip(plan.figures, candidate.estimates).reduce(0.0) { sum, pair in
        let rest = pair.0.miss(pair.1.interval.value) - pair.1.halfWidth / pair.0.tolerance
        return sum + pair.0.weight * max(0, rest)
      }
    }
    let order = candidates.indices.sorted {
      misfits[$0] == misfits[$1] ? $0 > $1 : misfits[$0] < misfits[$1]
    }
    for index in order.prefix(Self.maxPooledRounds) {
      let pooled = TuneModels(plan, candidates, centre: candidates[index].coordinates).pooled
      candidates[index].pooled = zip(candidates[index].estimates, pooled).map { own, pooled in
        Self.areApart(own.interval, pooled.interval) ? own : pooled
      }
    }
  }

  /// Whether two estimates of one figure contradict each other.
  private static func areApart(_ own: Interval, _ pooled: Interval) -> Bool {
    own.high < pooled.low || pooled.high < own.low
  }

  /// How far figures miss their aims together, in squared tolerances.
  func misfit(_ estimates: [FigureEstimate]) -> Double {
    zip(plan.figures, estimates).reduce(0) { sum, pair in
      let miss = pair.0.miss(pair.1.interval.value)
      return sum + pair.0.weight * miss * miss
    }
  }

  /// The largest miss of a candidate, in tolerances.
  func miss(_ candidate: Candidate) -> Double {
    zip(plan.figures, candidate.pooled).map { $0.miss($1.interval.value) }.max() ?? 0
  }

  /// Whether every figure is known to lie within its tolerance.
  func isReached(_ candidate: Candidate) -> Bool {
    plan.figures.indices.allSatisfy { index in
      let figure = plan.figures[index]
      let (own, pooled) = (candidate.estimates[index], candidate.pooled[index])
      let width = pooled.halfWidth / figure.tolerance
      return figure.miss(pooled.interval.value) + Self.safetyMargin * width <= 1
        && own.halfWidth <= Self.maxOwnWidth * figure.tolerance
        && abs(own.interval.value - figure.aim) <= own.halfWidth + figure.tolerance
    }
  }

  /// Whether no nearer point need be looked for.
  func isNear(_ candidate: Candidate) -> Bool { miss(candidate) <= Self.nearEnough }

  /// Whether no figure is known to be off.
  func mayBeReached(_ candidate: Candidate) -> Bool {
    missingGames(at: candidate) > 0
      && zip(plan.figures, candidate.pooled).allSatisfy { figure, estimate in
        abs(estimate.interval.value - figure.aim) <= figure.tolerance + estimate.halfWidth
      }
  }

  /// How many games more make a candidate's figures known well enough; 0 where they are.
  func missingGames(at candidate: Candidate) -> Int {
    let needed = missingGames(candidate.pooled, like: candidate)
    var own = 1.0
    for (figure, estimate) in zip(plan.figures, candidate.estimates) {
      let ratio = estimate.halfWidth / (Self.maxOwnWidth * figure.tolerance)
      own = max(own, ratio * ratio)
    }
    let missing = max(
      needed, Int(saturating: (Double(candidate.games) * (own - 1) * 1.1).rounded(.up)))
    // At most doubling: a figure that turns out to be off is abandoned sooner.
    return min(missing, max(firstGames, candidate.games))
  }

  /// The number of games at a point that is as informative as a candidate's.
  func missingGames(_ pooled: [FigureEstimate], like candidate: Candidate) -> Int {
    var maximum = 0.0
    for index in plan.figures.indices {
      let perGame = candidate.estimates[index].linkVariance * Double(candidate.games)
      maximum = max(maximum, missing(plan.figures[index], pooled[index], perGame: perGame))
    }
    return Int(saturating: min(maximum, 1e8).rounded(.up))
  }

  /// The games that bring a figure's interval inside its tolerance, if it lies where it seems to.
  private func missing(
    _ figure: TuneFigure, _ estimate: FigureEstimate, perGame: Double
  ) -> Double {
    let rest = 1 - max(Self.nearEnough, figure.miss(estimate.interval.value))
    let half = max(rest / Self.safetyMargin, Self.sharpEnough) * figure.tolerance
    let ratio = estimate.halfWidth / half
    guard ratio > 1, estimate.linkVariance > 0 else { return 0 }
    return 1.02 * perGame * (ratio * ratio - 1) / estimate.linkVariance
  }

  // MARK: Points

  /// The levels as they are, and each number moved a quarter of its range.
  func design() -> [[Int]] {
    let start = plan.space.start
    var points = [start]
    for (place, axis) in plan.space.axes.enumerated() {
      for component in 0..<axis.count {
        let number = start[axis.offset + component]
        let parts: Int
        switch axis.kind {
        case .whole(let range):
          let step = max(1, (range.upperBound - range.lowerBound) / 4)
          parts = number - range.lowerBound > range.upperBound - number ? -step : step
        case .real(_, _, let count):
          let step = max(1, count / 4)
          parts = number > count - number ? -step : step
        case .simplex: parts = max(1, number / 2)
        }
        let move = TuneSpace.Move(axis: place, component: component, from: nil, parts: parts)
        if let point = plan.space.moved(start, by: move), !points.contains(point) {
          points.append(point)
        }
      }
    }
    return points
  }

  /// The middle of the nearest two points between which every figure crosses its aim, where a line
  /// through all points has led nowhere: a figure may change in a small part of a wide range, or
  /// jump.
  func between() -> [Int]? {
    var nearest: (distance: Double, point: [Int])?
    for (index, first) in candidates.enumerated() {
      for second in candidates[(index + 1)...] where areOpposite(first, second) {
        let distance = TuneSpace.distance(first.coordinates, second.coordinates)
        if let nearest, nearest.distance <= distance { continue }
        let point = middle(of: first.point, second.point)
        guard places[point] == nil, levels(at: point) != nil else { continue }
        nearest = (distance, point)
      }
    }
    return nearest?.point
  }

  /// Whether every figure lies on different sides of its aim at two points.
  private func areOpposite(_ first: Candidate, _ second: Candidate) -> Bool {
    plan.figures.indices.allSatisfy { index in
      let aim = plan.figures[index].aim
      let ends = [first, second].map { $0.estimates[index].interval.value - aim }
      return ends[0] * ends[1] < 0
    }
  }

  private func middle(of first: [Int], _ second: [Int]) -> [Int] {
    var point = zip(first, second).map { ($0 + $1) / 2 }
    for axis in plan.space.axes {
      guard case .simplex(let minimum, _) = axis.kind else { continue }
      let shares = axis.numbers.map { Double(first[$0] + second[$0]) }
      point.replaceSubrange(axis.numbers, with: TuneSpace.apportioned(shares, minimum: minimum))
    }
    return point
  }

  /// Points all over the space, for a final global search.
  func spread() -> [[Int]] {
    var random = SeededRandom(key: StreamKey(rawValue: plan.seed).derived("tune spread"))
    return (0..<(2 * plan.space.start.count + 4)).map { _ in
      var point = plan.space.start
      for axis in plan.space.axes {
        switch axis.kind {
        case .whole(let range):
          point[axis.offset] = range.lowerBound + random.below(range.count)
        case .real(_, _, let count): point[axis.offset] = random.below(count + 1)
        case .simplex(let minimum, _):
          let shares = axis.paths.map { _ in -DeterministicMath.log(1 - random.uniform()) }
          point.replaceSubrange(
            axis.numbers, with: TuneSpace.apportioned(shares, minimum: minimum))
        }
      }
      return point
    }
  }
}
