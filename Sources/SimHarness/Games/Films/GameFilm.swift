/// A recorded game as a page shows it: bodies on a board, turn by turn.
///
/// Places are whole numbers in the film's own unit, y downward. A body has an id; the same id
/// elsewhere or of another kind is the same body, moved or changed.
public struct GameFilm: Sendable, Equatable {
  /// What bodies look like.
  public struct Kind: Sendable, Hashable {
    public enum Outline: Sendable, Hashable {
      case circle(radius: Int)
      /// Path data about the body's place.
      case path(String)
    }

    /// The class of its colours, as in `ScenePicture`.
    public var style: String
    /// What is written on it.
    public var label: String
    public var outline: Outline
    /// What is drawn on it; with any, the label stands in the upper left corner.
    public var marks: [Mark] = []

    public init(style: String, label: String, outline: Outline, marks: [Mark] = []) {
      self.style = style
      self.label = label
      self.outline = outline
      self.marks = marks
    }
  }

  /// A line or an area on a body.
  public struct Mark: Sendable, Hashable {
    /// The class of its colours: `shape` with `solid`, or a thin `stripes`.
    public var style: String
    /// Path data about the body's place.
    public var path: String

    public init(style: String, path: String) {
      self.style = style
      self.path = path
    }
  }

  /// A body on the board.
  public struct Body: Sendable, Hashable {
    public var id: Int
    /// The place in the film's list of kinds.
    public var kind: Int
    public var x: Int
    public var y: Int

    public init(id: Int, kind: Int, x: Int, y: Int) {
      self.id = id
      self.kind = kind
      self.x = x
      self.y = y
    }
  }

  /// A point of a ball's path: a place and the time from the turn's start, in the film's own unit.
  public struct Waypoint: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var time: Int

    package init(x: Int, y: Int, time: Int) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// How a body moves by itself during a turn.
  public struct Way: Sendable, Hashable {
    public var id: Int
    public var path: [Waypoint]

    package init(id: Int, path: [Waypoint]) {
      self.id = id
      self.path = path
    }
  }

  /// A body that is turned before anything flies.
  public struct Heading: Sendable, Hashable {
    public var id: Int
    /// Whole degrees, clockwise, from how its kind is drawn.
    public var degrees: Int

    package init(id: Int, degrees: Int) {
      self.id = id
      self.degrees = degrees
    }
  }

  /// A body that lights up.
  public struct Light: Sendable, Hashable {
    public var id: Int
    /// The time from the turn's start, in the film's own unit.
    public var time: Int

    package init(id: Int, time: Int) {
      self.id = id
      self.time = time
    }
  }

  /// What one move did, in the order in which it is shown.
  public struct Turn: Sendable, Equatable {
    public var score: Int
    /// What happened, for people.
    public var words: String
    /// How long the turn took in the game, in ms; nil: as long as it takes to see it.
    public var duration: Int?
    /// Bodies that are turned before balls fly.
    public var aims: [Heading] = []
    /// Balls in flight.
    public var paths: [[Waypoint]] = []
    /// Bodies that move by themselves meanwhile.
    public var ways: [Way] = []
    /// Bodies that light up meanwhile, and stay so until the turn's end.
    public var lights: [Light] = []
    /// Where the player touched the board.
    public var touch: Waypoint?
    /// Bodies that appear before the others are removed, such as the ball that landed.
    public var coming: [Body] = []
    /// Bodies that are removed by the move.
    public var popped: [Int] = []
    /// Bodies that are removed with them.
    public var fallen: [Int] = []
    /// Bodies that are pointed out as wrong and stay.
    public var wrong: [Int] = []
    /// Bodies that disappear without animation.
    public var gone: [Int] = []
    /// Bodies that appear, or have moved, at the end.
    public var settled: [Body] = []

    public init(score: Int, words: String) {
      self.score = score
      self.words = words
    }

    /// Bytes that its text has at least: two for each number.
    var minBytes: Int {
      let points = paths.reduce(0) { $0 + $1.count } + ways.reduce(0) { $0 + $1.path.count }
      let ids = popped.count + fallen.count + wrong.count + gone.count + 2 * lights.count
      return min(words.utf8.count / 4, 60) + 6 * points + 8 * (coming.count + settled.count) + 2
        * ids
    }
  }

  public var width: Int
  public var height: Int
  /// Lines behind the bodies: a class and path data.
  public var backdrop: [(style: String, path: String)] = []
  public private(set) var kinds: [Kind] = []
  private var numbers: [Kind: Int] = [:]
  /// The bodies when the game began.
  public var start: [Body] = []
  public var turns: [Turn] = []
  /// How many turns at the end were left out to save space.
  public private(set) var turnsLeftOut = 0

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of a kind, which is added when it is new.
  public mutating func number(of kind: Kind) -> Int {
    if let number = numbers[kind] { return number }
    kinds.append(kind)
    numbers[kind] = kinds.count - 1
    return kinds.count - 1
  }

  public static func == (a: Self, b: Self) -> Bool { a.tree == b.tree }

  /// Notes turns after these that it does not have.
  mutating func leaveOut(_ count: Int) { turnsLeftOut += count }

  /// Leaves out the last turns until the text is short enough; the start always stays.
  package mutating func shorten(toBytes limit: Int) {
    while !turns.isEmpty && text.utf8.count > limit {
      let leaving = max(1, turns.count / 4)
      turns.removeLast(leaving)
      turnsLeftOut += leaving
    }
  }
}

extension GameFilm {
  /// The film as JSON that may stand inside a script tag.
  ///
  /// `k`: kinds as [class, label, radius or path], and then the marks, if there are any, as [class,
  /// place in `p`]; `p`: the paths of marks, each once; `b`: bodies as id, kind, x, y after one another; `t`: turns with score `s`, words `w`,
  /// duration `d`, aims `o` as id, degrees after one another, paths `q` as x, y, time after one
  /// another, ways `v` as the same after an id, lights `l` as id, time after one another, touch `m`,
  /// and the bodies `a` coming, `p` popped, `f` fallen, `n` wrong, `x` gone, `z` settled.
  package var text: String { JSONWriter(.compact, isMarkupSafe: true).text(tree) }

  public var tree: JSONTree {
    // Many kinds have the same marks, such as the shapes of cards in all their colours.
    var paths: [String] = []
    var places: [String: Int] = [:]
    for mark in kinds.flatMap(\.marks) where places[mark.path] == nil {
      places[mark.path] = paths.count
      paths.append(mark.path)
    }
    return .members([
      "w": .int(width), "h": .int(height),
      "g": .array(backdrop.map { .array([.string($0.style), .string($0.path)]) }),
      "k": .array(
        kinds.map { kind in
          Self.tree(of: kind) { path in places[path].map { .int($0) } ?? .string(path) }
        }), "p": .present(.array(paths.map { .string($0) }), if: !paths.isEmpty),
      "b": Self.tree(of: start),
      "t": .array(turns.map(Self.tree(of:))),
      "cut": .present(.int(turnsLeftOut), if: turnsLeftOut > 0),
    ])
  }

  /// A kind by itself, with its marks' paths.
  package static func tree(of kind: Kind) -> JSONTree { tree(of: kind) { .string($0) } }

  private static func tree(of kind: Kind, path: (String) -> JSONTree) -> JSONTree {
    let outline: JSONTree =
      switch kind.outline {
      case .circle(let radius): .int(radius)
      case .path(let data): .string(data)
      }
    let marks = kind.marks.map { JSONTree.array([.string($0.style), path($0.path)]) }
    return .array(
      [.string(kind.style), .string(SafeText.escaped(kind.label)), outline]
        + (marks.isEmpty ? [] : [.array(marks)]))
  }

  static func tree(of bodies: [Body]) -> JSONTree {
    .array(bodies.flatMap { [.int($0.id), .int($0.kind), .int($0.x), .int($0.y)] })
  }

  package static func tree(of turn: Turn) -> JSONTree {
    func list(_ ids: [Int]) -> JSONTree? {
      .present(.array(ids.map { .int($0) }), if: !ids.isEmpty)
    }
    func list(_ bodies: [Body]) -> JSONTree? { .present(tree(of: bodies), if: !bodies.isEmpty) }
    func points(_ path: [Waypoint]) -> [JSONTree] {
      path.flatMap { [.int($0.x), .int($0.y), .int($0.time)] }
    }
    let aims: [JSONTree] = turn.aims.flatMap { [.int($0.id), .int($0.degrees)] }
    let paths: [JSONTree] = turn.paths.map { .array(points($0)) }
    let ways: [JSONTree] = turn.ways.map { .array([.int($0.id)] + points($0.path)) }
    let lights: [JSONTree] = turn.lights.flatMap { [.int($0.id), .int($0.time)] }
    return .members([
      "s": .int(turn.score), "w": .string(SafeText.escaped(turn.words, limit: 240)),
      "d": turn.duration.map { .int($0) }, "o": .present(.array(aims), if: !aims.isEmpty),
      "q": .present(.array(paths), if: !paths.isEmpty),
      "v": .present(.array(ways), if: !ways.isEmpty),
      "l": .present(.array(lights), if: !lights.isEmpty),
      "m": turn.touch.map { .array([.int($0.x), .int($0.y)]) }, "a": list(turn.coming),
      "p": list(turn.popped), "f": list(turn.fallen), "n": list(turn.wrong),
      "x": list(turn.gone), "z": list(turn.settled),
    ])
  }
}
