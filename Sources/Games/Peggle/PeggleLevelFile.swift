import SimHarness

/// A Peggle level as written in its file: a value that can be edited, compared and written.
///
/// A field with the default value equals a missing one here.
public struct PeggleLevelFile: Equatable, Sendable {
  /// See `LevelHeader.problem(with:)` for what a name may be.
  public var name: String
  /// What seeds the level's games; nil: the name.
  public var id: String?
  /// The board, the integrator, the score table and all numbers of the rules.
  public var rules: PeggleRules
  /// The mode's script.
  public var mode: String
  /// The master's script, which gives green pegs their power; nil: they have none.
  public var master: String?
  /// Whether objects may overlap each other, cover the cannon's mouth and reach over the edges, as
  /// levels of other programs do; their places still lie on the board.
  public var overlaps: Bool
  /// Values of the scripts' parameters, by script and parameter.
  public var parameters: [String: [String: Double]]
  /// The objects in the order of the file, which is the physics' order too.
  public var objects: [PeggleObject]

  public static let defaultMode = "classic"
  /// The maximum number of objects of a level.
  public static let maxObjects = 2_000
  /// The colour that the classic mode asks to clear.
  static let goalColour = "orange"

  /// An empty level.
  public init(name: String, rules: PeggleRules = PeggleRules()) {
    self.name = name
    self.rules = rules
    id = nil
    mode = Self.defaultMode
    master = nil
    overlaps = false
    parameters = [:]
    objects = []
  }

  public var header: LevelHeader { LevelHeader(game: Peggle.name, name: name, id: id) }

  /// The names of the kinds of pegs in the level, sorted.
  public var pegNames: [String] { Set(objects.compactMap(\.colour)).sorted() }

  // MARK: Playing

  /// What is wrong with where the objects lie, unless the level says that they may overlap.
  public var layoutProblems: [PeggleLayoutProblem] {
    overlaps ? [] : PeggleLayout.problems(of: objects, rules: rules)
  }

  /// Whether the level can be played: its scripts are there, and its mode can be won.
  ///
  /// What is unfinished and not wrong, such as a classic level without an orange peg, can be saved
  /// and edited; it is refused here.
  /// - Throws: The first thing that keeps it from being played.
  public func checkPlayable(catalog: any PeggleCatalog) throws(LevelError) {
    let scripts = PeggleScriptResolver(catalog: catalog)
    var hasGoalPeg = false
    for name in pegNames {
      let facts = try Self.require(name, .peg, scripts)
      if (facts.colour ?? name) == Self.goalColour { hasGoalPeg = true }
    }
    _ = try Self.require(mode, .mode, scripts)
    if let master { _ = try Self.require(master, .master, scripts) }
    if mode == Self.defaultMode && !hasGoalPeg {
      throw .invalid(
        "the mode classic needs an orange peg, but the level has none; add one or set another mode")
    }
    if let problem = layoutProblems.first {
      let place = problem.object.map { "$.objects[\($0)]" } ?? "$.objects"
      throw .invalid("\(place): \(problem.description)")
    }
  }

  private static func require(
    _ name: String, _ kind: PeggleScriptKind, _ scripts: PeggleScriptResolver
  ) throws(LevelError) -> PeggleScriptFacts {
    switch scripts.answer(for: name, kind) {
    case .script(let facts): return facts
    case .unknown: throw .invalid(scripts.complaint(about: name, kind))
    case .faulty(let fault): throw .script(fault)
    }
  }

  // MARK: Other boards

  /// The level on a board of another size: x by the ratio of the widths, y by that of the heights,
  /// sizes by the smaller of the two and kept legal.
  ///
  /// Cannon, ball and bucket stay as they are. Pegs that lie apart still do unless a size had to be
  /// kept legal; turned blocks and polygons may come to overlap, which validation reports.
  /// - Throws: A width or height that no board may have.
  public func scaled(
    toWidth width: Double, height: Double
  ) throws(LevelFieldProblem) -> PeggleLevelFile {
    for (name, value) in [("width", width), ("height", height)] {
      let range = PeggleRules.parameter(name).range
      guard range.contains(value) else {
        throw LevelFieldProblem(
          field: name,
          message: value.isFinite
            ? "expected \(JSONExpectation.number(range)), found \(JSONWriter.number(value))"
            : "expected \(JSONExpectation.number(range))")
      }
    }
    let across = width / rules.width
    let down = height / rules.height
    var copy = self
    copy.rules.width = width
    copy.rules.height = height
    copy.objects = objects.map { object in
      var scaled = object.scaled(by: min(across, down))
      scaled.x = min(object.x * across, width)
      scaled.y = min(object.y * down, height)
      return scaled
    }
    return copy
  }
}
