import StableNumerics

/// The pegs and blocks of a world in flat arrays; a removed one is only marked.
///
/// Each body keeps the place it was given, so that turning the board twice restores every bit.
@usableFromInline
struct StaticBodies: Equatable, Sendable {
  /// An edge of a polygon on the board: its first corner, outward normal and direction.
  struct Edge: Equatable, Sendable {
    let x: Double
    let y: Double
    let normalX: Double
    let normalY: Double
    let alongX: Double
    let alongY: Double
    let length: Double
  }

  /// A body on the board: a disc, or the disc around a polygon.
  struct Place: Equatable, Sendable {
    let x: Double
    let y: Double
    let radius: Double
    let edges: Range<Int>

    var isRound: Bool { edges.isEmpty }
  }

  private let width: Double
  private let height: Double
  /// As they were given, each in the frame of `isGivenTurned`.
  private(set) var given: [Body] = []
  private(set) var isGivenTurned: [Bool] = []
  @usableFromInline private(set) var isAlive: [Bool] = []
  /// What each collides with; a removed body with nothing.
  private(set) var filters: [CollisionFilter] = []
  private(set) var places: [Place] = []
  private(set) var edges: [Edge] = []
  /// The corners that the edges begin at.
  private(set) var corners: [Vector] = []
  /// Whether the board is turned upside down.
  private(set) var isTurned = false

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Becomes a copy of `other`, of a board of the same size, in the memory that it has.
  mutating func copy(from other: borrowing StaticBodies) {
    given.copy(from: other.given)
    isGivenTurned.copy(from: other.isGivenTurned)
    isAlive.copy(from: other.isAlive)
    filters.copy(from: other.filters)
    places.copy(from: other.places)
    edges.copy(from: other.edges)
    corners.copy(from: other.corners)
    isTurned = other.isTurned
  }

  var count: Int { given.count }

  /// The body as it is now.
  func body(_ number: Int) -> Body {
    var body = given[number]
    if isGivenTurned[number] != isTurned {
      body.position = Vector(width - body.position.x, height - body.position.y)
      body.rotation += Double.pi
    }
    return body
  }

  mutating func append(_ body: Body) {
    given.append(body)
    isGivenTurned.append(isTurned)
    isAlive.append(true)
    filters.append(body.filter)
    appendPlace(given.count - 1)
  }

  mutating func remove(_ number: Int) {
    isAlive[number] = false
    filters[number] = .nothing
  }

  /// The same for several, in two passes, each over one array.
  mutating func remove(_ numbers: [Int]) {
    for number in numbers { isAlive[number] = false }
    for number in numbers { filters[number] = .nothing }
  }

  mutating func replace(_ number: Int, by body: Body) {
    given[number] = body
    isGivenTurned[number] = isTurned
    filters[number] = isAlive[number] ? body.filter : .nothing
    rebuild()
  }

  /// Turns all by half a turn about the middle of the board.
  mutating func turn() {
    isTurned.toggle()
    rebuild()
  }

  private mutating func rebuild() {
    places.empty()
    edges.empty()
    corners.empty()
    for number in given.indices { appendPlace(number) }
  }

  private mutating func appendPlace(_ number: Int) {
    let body = given[number]
    let isMirrored = isGivenTurned[number] != isTurned
    let x = isMirrored ? width - body.position.x : body.position.x
    let y = isMirrored ? height - body.position.y : body.position.y
    let first = edges.count
    if case .polygon(let outline) = body.placed {
      let side: Double = ConvexPolygon.signedArea(outline) > 0 ? 1 : -1
      for (index, corner) in outline.enumerated() {
        let displacement = outline[(index + 1) % outline.count] - corner
        let length = displacement.length
        let along = Vector(displacement.x / length, displacement.y / length)
        let sign: Double = isMirrored ? -1 : 1
        let start =
          isMirrored ? Vector(width - corner.x, height - corner.y) : corner
        corners.append(start)
        edges.append(
          Edge(
            x: start.x, y: start.y,
            normalX: sign * side * along.y, normalY: -(sign * side * along.x),
            alongX: sign * along.x, alongY: sign * along.y, length: length))
      }
    }
    places.append(
      Place(x: x, y: y, radius: body.shape.boundingRadius, edges: first..<edges.count))
  }

  /// How deep a disc at (`x`, `y`) overlaps a body, and the direction out of it.
  ///
  /// A disc upon the very centre of a round body goes along +y.
  func overlap(_ number: Int, x: Double, y: Double, radius: Double) -> (
    depth: Double, normal: Vector
  ) {
    let place = places[number]
    let aside = Vector(x - place.x, y - place.y)
    let distance = aside.length
    if place.isRound || distance > place.radius + radius {
      let normal =
        distance == 0 ? Vector(0, 1) : Vector(aside.x / distance, aside.y / distance)
      return (place.radius + radius - distance, normal)
    }
    return overlap(edges[place.edges], x: x, y: y, radius: radius)
  }

  private func overlap(_ edges: ArraySlice<Edge>, x: Double, y: Double, radius: Double) -> (
    depth: Double, normal: Vector
  ) {
    var outside = (distance: Double.infinity, normal: Vector(0, 1))
    var inside = (distance: -Double.infinity, normal: Vector(0, 1))
    for edge in edges {
      let px = x - edge.x
      let py = y - edge.y
      let aside = px * edge.normalX + py * edge.normalY
      if aside > inside.distance {
        inside = (aside, Vector(edge.normalX, edge.normalY))
      }
      let along = px * edge.alongX + py * edge.alongY
      if along >= 0 && along <= edge.length {
        if aside > 0 && aside < outside.distance {
          outside = (aside, Vector(edge.normalX, edge.normalY))
        }
      } else {
        let corner = (px * px + py * py).squareRoot()
        if corner > 0 && corner < outside.distance {
          outside = (corner, Vector(px / corner, py / corner))
        }
      }
    }
    // Inside, the edge nearest to the centre; on an edge line, the edge.
    if inside.distance <= 0 { return (radius - inside.distance, inside.normal) }
    return (radius - outside.distance, outside.normal)
  }

  /// Combines everything that the bodies are.
  func hash(into digest: inout StableDigest) {
    digest.combine(isTurned ? 1 : 0)
    digest.combine(count)
    for number in given.indices {
      let body = given[number]
      digest.combine((isAlive[number] ? 1 : 0) | (isGivenTurned[number] ? 2 : 0))
      digest.combine(body.filter.digestWord)
      digest.combine(body.position.x)
      digest.combine(body.position.y)
      digest.combine(body.rotation)
      switch body.shape {
      case .circle(let radius):
        digest.combine(0)
        digest.combine(radius)
      case .polygon(let corners):
        digest.combine(corners.count)
        for corner in corners {
          digest.combine(corner.x)
          digest.combine(corner.y)
        }
      }
    }
  }
}
