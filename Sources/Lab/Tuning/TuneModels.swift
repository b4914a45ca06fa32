/// A model of each figure, all around one centre.
struct TuneModels {
  private let figures: [TuneFigure]
  private let bears: [[Bool]]
  private let units: [Double]
  /// What was played, figure by figure.
  private let observations: [[TuneSurrogate.Observation]]
  private let models: [TuneSurrogate]

  init(_ plan: TunePlan, _ candidates: [TuneSearch.Candidate], centre: [Double]) {
    let observations = plan.figures.indices.map { index in
      candidates.map { candidate in
        let estimate = candidate.estimates[index]
        return TuneSurrogate.Observation(
          coordinates: candidate.coordinates, link: estimate.link,
          variance: estimate.linkVariance, marks: estimate.marks)
      }
    }
    // Log odds change by units; anything else by the changes seen so far.
    let units = zip(plan.figures, observations).map { figure, played in
      if figure.isShare { return 1.0 }
      let links = played.map(\.link)
      return max(1, ((links.max() ?? 0) - (links.min() ?? 0)) / 4)
    }
    self.init(
      plan.figures, plan.figures.map { plan.space.affectedCoordinates(level: $0.level) }, units,
      observations,
      centre: centre)
  }

  private init(
    _ figures: [TuneFigure], _ bears: [[Bool]], _ units: [Double],
    _ observations: [[TuneSurrogate.Observation]], centre: [Double]
  ) {
    self.figures = figures
    self.bears = bears
    self.units = units
    self.observations = observations
    models = figures.indices.map {
      TuneSurrogate(observations[$0], centre: centre, bears: bears[$0], slopeUnit: units[$0])
    }
  }

  /// The models of the same games around another centre.
  func centred(at centre: [Double]) -> TuneModels {
    TuneModels(figures, bears, units, observations, centre: centre)
  }

  /// The figures at the centre, estimated from the games of all points.
  var pooled: [FigureEstimate] {
    zip(figures, models).map { $0.estimate(link: $1.coefficients[0], variance: $1.variance) }
  }

  /// The misfit that the models expect at a place.
  func loss(at coordinates: [Double]) -> Double {
    var sum = 0.0
    for (figure, model) in zip(figures, models) {
      let link = model.link(at: coordinates)
      let miss = figure.miss(figure.value(link: link))
      // Plus a little of the misfit on the link's scale, so that there is a gradient where odds
      // saturate.
      let deviation = link - figure.link(figure.aim)
      sum += figure.weight * (miss * miss + 0.01 * deviation * deviation)
    }
    return sum
  }
}

/// Finds the point that models hold best within reach of a centre: a pattern search over the
/// lattice, from large moves to single steps.
struct TuneOptimiser {
  let plan: TunePlan
  let centre: [Int]
  /// The coordinates of the levels as they are; of equal points the nearest to them is taken.
  let start: [Double]
  let radius: Double
  let preference: Double
  /// Simplexes of more components move a component against all others only.
  private static let maxPairs = 12

  func best(_ models: TuneModels) -> [Int] {
    let space = plan.space
    let middle = space.coordinates(of: centre)
    let free = freedom
    func loss(_ point: [Int]) -> Double? {
      let coordinates = space.coordinates(of: point)
      var square = 0.0
      for index in coordinates.indices {
        let beyond = max(0, abs(coordinates[index] - middle[index]) - free[index])
        square += beyond * beyond
      }
      guard square <= radius * radius else { return nil }
      let change = TuneSpace.distance(coordinates, start)
      return models.loss(at: coordinates) + preference * change * change
    }
    var point = centre
    var best = loss(centre) ?? .infinity
    var size = 256
    while size >= 1 {
      var hasMoved = true
      var sweeps = 0
      while hasMoved && sweeps < 40 {
        hasMoved = false
        sweeps += 1
        for move in moves(of: size) {
          guard let next = space.moved(point, by: move), let found = loss(next),
            found < best - 1e-12
          else { continue }
          point = next
          best = found
          hasMoved = true
        }
      }
      size /= 2
    }
    return point
  }

  /// A single step is always within reach.
  private var freedom: [Double] {
    plan.space.axes.flatMap { axis -> [Double] in
      switch axis.kind {
      case .whole(let range): [1.0001 / Double(max(1, range.upperBound - range.lowerBound))]
      case .real(_, _, let count): [1.0001 / Double(max(1, count))]
      case .simplex: Array(repeating: 0, count: axis.count)
      }
    }
  }

  /// The moves of about this many parts of a thousand.
  private func moves(of size: Int) -> [TuneSpace.Move] {
    var moves: [TuneSpace.Move] = []
    for (place, axis) in plan.space.axes.enumerated() {
      switch axis.kind {
      case .whole(let range):
        let parts = max(1, (range.upperBound - range.lowerBound) * size / 1000)
        moves += [parts, -parts].map { .init(axis: place, component: 0, from: nil, parts: $0) }
      case .real(_, _, let count):
        let parts = max(1, count * size / 1000)
        moves += [parts, -parts].map { .init(axis: place, component: 0, from: nil, parts: $0) }
      case .simplex:
        for component in 0..<axis.count {
          moves += [size, -size].map {
            .init(axis: place, component: component, from: nil, parts: $0)
          }
          guard axis.count <= Self.maxPairs else { continue }
          for other in 0..<axis.count where other != component {
            moves.append(.init(axis: place, component: component, from: other, parts: size))
          }
        }
      }
    }
    return moves
  }
}
