/// What a game did to the bodies of its level's scene, and the paths of its balls.
public struct SceneReplay: Sendable, Equatable {
  /// How the game ended, as in `Replay`.
  public var end: Replay
  /// Whether each body was hit or cleared, in the order of the scene's shapes.
  public var isHit: [Bool]
  /// Which bodies can be hit at all: pegs, not walls.
  public var isTarget: [Bool]
  /// Which bodies the game is about, such as orange pegs.
  public var isGoal: [Bool]
  /// How many bodies each shot hit, by shot.
  public var hitsByShot: [Int]
  /// The balls' paths, shot by shot; empty unless requested.
  public var paths: [Path]

  /// One ball's path without jumps.
  public struct Path: Sendable, Equatable {
    /// The shot in which it flew, from 1.
    public var shot: Int
    /// Places in the scene's unit.
    public var points: [Point]

    package init(shot: Int, points: [Point]) {
      self.shot = shot
      self.points = points
    }
  }

  /// A place in the scene's unit.
  public struct Point: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public init(
    end: Replay, isHit: [Bool], isTarget: [Bool], isGoal: [Bool], hitsByShot: [Int], paths: [Path]
  ) {
    self.end = end
    self.isHit = isHit
    self.isTarget = isTarget
    self.isGoal = isGoal
    self.hitsByShot = hitsByShot
    self.paths = paths
  }

  /// How many of the bodies that the game is about were not hit.
  public var goalsLeft: Int { isGoal.indices.count { isGoal[$0] && !isHit[$0] } }
}

extension SceneReplay.Path {
  /// The path with as few of its points as keep it within a distance of all of them.
  ///
  /// Source: Ramer 1972; Douglas and Peucker 1973.
  package func simplified(within tolerance: Double) -> Self {
    guard points.count > 2 else { return self }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var open = [(first: 0, last: points.count - 1)]
    while let part = open.popLast() {
      var farthest = (place: part.first, distance: tolerance)
      for place in part.first..<part.last where place > part.first {
        let distance = Self.distance(
          of: points[place], from: points[part.first], points[part.last])
        if distance > farthest.distance { farthest = (place, distance) }
      }
      guard farthest.place > part.first else { continue }
      isKept[farthest.place] = true
      open.append((part.first, farthest.place))
      open.append((farthest.place, part.last))
    }
    return Self(shot: shot, points: points.indices.filter { isKept[$0] }.map { points[$0] })
  }

  /// How far a point is from the straight piece between two others.
  private static func distance(
    of point: SceneReplay.Point, from start: SceneReplay.Point, _ end: SceneReplay.Point
  ) -> Double {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let (px, py) = (point.x - start.x, point.y - start.y)
    let squared = x * x + y * y
    let share = squared > 0 ? min(max((px * x + py * y) / squared, 0), 1) : 0
    let (dx, dy) = (px - share * x, py - share * y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
