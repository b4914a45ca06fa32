import SimHarness

/// What is wrong with where an object lies.
public enum PeggleLayoutProblem: Hashable, Sendable {
  /// The object extends beyond the board by this many px.
  case outside(object: Int, edge: String, by: Double)
  /// The object lies where the ball starts.
  case cannon(object: Int, place: PegglePoint, radius: Double, depth: Double)
  /// Two objects overlap; `first` is the smaller index.
  case overlap(first: Int, second: Int, depth: Double)
  /// More pairs overlap than are listed.
  case moreOverlaps(listed: Int)

  /// The object that the message is about; the later one of a pair.
  public var object: Int? {
    switch self {
    case .outside(let object, _, _), .cannon(let object, _, _, _): object
    case .overlap(_, let second, _): second
    case .moreOverlaps: nil
    }
  }

  /// What is wrong and what to do, as a level file's error says it of `$.objects[object]`.
  public var description: String {
    switch self {
    case .outside(_, let edge, let excess):
      "this extends beyond the \(edge) edge by \(Self.length(excess)); move it inside"
    case .cannon(_, let place, let radius, let depth):
      "this covers the cannon's mouth at (\(JSONWriter.number(place.x)), "
        + "\(JSONWriter.number(place.y))), where a ball of radius \(JSONWriter.number(radius)) "
        + "starts, by \(Self.length(depth)); move it away" + Self.exception
    case .overlap(let first, _, let depth):
      "this overlaps $.objects[\(first)] by \(Self.length(depth)); move one of them away"
        + Self.exception
    case .moreOverlaps(let listed):
      "more than \(listed) pairs of objects overlap; move them apart" + Self.exception
    }
  }

  private static let exception = " or set \"overlaps\" to true"

  /// A length in px with two decimals at most, never shown as 0.
  static func length(_ value: Double) -> String {
    let text = SVG.number(value)
    return text == "0" ? "less than 0.01 px" : "\(text) px"
  }
}

/// Finds objects that overlap, cover the cannon's mouth or leave the board.
public enum PeggleLayout {
  /// The most overlapping pairs that are listed.
  public static let maxOverlaps = 1_000

  /// Everything wrong with where objects lie, by the object complained about.
  ///
  /// - Parameters:
  ///   - objects: The objects; nil ones could not be read and are skipped.
  ///   - rules: The board, the cannon and the ball.
  /// - Returns: The problems.
  /// - Complexity: O(n log n) for n objects that lie apart; objects whose boxes share a range of x
  ///   are compared pairwise.
  public static func problems(
    of objects: [PeggleObject?], rules: PeggleRules
  ) -> [PeggleLayoutProblem] {
    var problems: [PeggleLayoutProblem] = []
    var bodies: [Body] = []
    for (index, object) in objects.enumerated() {
      guard let object else { continue }
      let body = Body(index: index, object)
      problems += standing(of: body, rules: rules)
      bodies.append(body)
    }
    problems += overlaps(among: bodies)
    return problems.enumerated().sorted { left, right in
      (left.element.object ?? -1, left.offset) < (right.element.object ?? -1, right.offset)
    }.map(\.element)
  }

  /// What is wrong with one object among others, `index` left out of them.
  public static func problems(
    of object: PeggleObject, at index: Int, among objects: [PeggleObject], rules: PeggleRules
  ) -> [PeggleLayoutProblem] {
    let body = Body(index: index, object)
    var problems = standing(of: body, rules: rules)
    for (other, neighbour) in objects.enumerated() where other != index {
      if let overlap = overlap(Body(index: other, neighbour), body) { problems.append(overlap) }
    }
    return problems
  }

  // MARK: Parts

  private struct Body {
    let index: Int
    let outline: PeggleOutline
    let box: PeggleBox

    init(index: Int, _ object: PeggleObject) {
      self.index = index
      outline = object.outline
      box = PeggleGeometry.box(of: outline)
    }
  }

  /// What is wrong with an object beside other objects.
  private static func standing(of body: Body, rules: PeggleRules) -> [PeggleLayoutProblem] {
    var problems: [PeggleLayoutProblem] = []
    let excesses = [
      ("left", -body.box.left), ("right", body.box.right - rules.width), ("top", -body.box.top),
      ("bottom", body.box.bottom - rules.height),
    ]
    for (edge, excess) in excesses where excess > PeggleGeometry.touching {
      problems.append(.outside(object: body.index, edge: edge, by: excess))
    }
    let ball = PeggleOutline.circle(center: rules.cannon, radius: rules.ballRadius)
    let depth = PeggleGeometry.depth(ball, body.outline)
    if depth > PeggleGeometry.touching {
      problems.append(
        .cannon(
          object: body.index, place: rules.cannon, radius: rules.ballRadius, depth: depth))
    }
    return problems
  }

  /// The pairs that overlap: a sweep from left to right that keeps the active bodies.
  private static func overlaps(among bodies: [Body]) -> [PeggleLayoutProblem] {
    let order = bodies.indices.sorted {
      (bodies[$0].box.left, $0) < (bodies[$1].box.left, $1)
    }
    var problems: [PeggleLayoutProblem] = []
    var open: [Int] = []
    for next in order {
      let body = bodies[next]
      open.removeAll { bodies[$0].box.right < body.box.left }
      for other in open where bodies[other].box.meets(body.box) {
        guard let overlap = overlap(bodies[other], body) else { continue }
        if problems.count == maxOverlaps {
          return problems + [.moreOverlaps(listed: maxOverlaps)]
        }
        problems.append(overlap)
      }
      open.append(next)
    }
    return problems
  }

  private static func overlap(_ one: Body, _ other: Body) -> PeggleLayoutProblem? {
    guard one.box.meets(other.box) else { return nil }
    let depth = PeggleGeometry.depth(one.outline, other.outline)
    guard depth > PeggleGeometry.touching else { return nil }
    return .overlap(
      first: min(one.index, other.index), second: max(one.index, other.index), depth: depth)
  }
}
