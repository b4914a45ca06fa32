import SimHarness

/// The designer of Peggle levels.
///
/// Every step that would make objects overlap, cover the cannon's mouth or leave the board is
/// refused and changes nothing, unless the level allows overlaps.
extension LevelEditor where Level == PeggleLevelFile {
  // MARK: Palette

  /// The tools on offer: the kinds of pegs, the other objects, the hand, the eraser.
  public var palette: [PeggleTool] { Self.palette(scripts) }

  static func palette(_ scripts: any PeggleCatalog) -> [PeggleTool] {
    let pegs = scripts.peggleScriptNames(of: .peg).map { PeggleTool.peg($0) }
    return pegs + [.block, .triangle, .polygon, .hand, .eraser]
  }

  /// Selects a tool by its name, such as `peg:orange`, `block` or `eraser`.
  public mutating func select(_ name: String) throws(LevelEditorError) {
    tool = try tool(named: name)
  }

  /// The tool of a name.
  func tool(named name: String) throws(LevelEditorError) -> PeggleTool {
    if name.hasPrefix("peg:") {
      let colour = String(name.dropFirst("peg:".count))
      switch PeggleScriptResolver(catalog: scripts).script(colour, .peg) {
      case .success: return .peg(colour)
      case .failure(let fault): throw .script(fault)
      }
    }
    let tools = [PeggleTool.block, .triangle, .polygon, .hand, .eraser]
    if let tool = tools.first(where: { $0.name == name }) { return tool }
    throw .unknownTool(
      name,
      complaint: NearestName.complaint(
        about: name, called: "tool", known: palette.map(\.name)))
  }

  // MARK: Objects

  /// Adds an object and selects it.
  ///
  /// - Returns: Its index.
  @discardableResult
  public mutating func add(_ object: PeggleObject) throws(LevelEditorError) -> Int {
    var index = 0
    try edit { (level) throws(LevelEditorError) in
      index = level.objects.count
      guard index < PeggleLevelFile.maxObjects else { throw Self.tooManyObjects }
      try Self.require(object, at: index, in: level)
      level.objects.append(object)
    }
    selected = index
    return index
  }

  /// Uses the selected tool at a place: adds, selects or takes away; false if nothing is there.
  @discardableResult
  public mutating func tap(_ place: PegglePoint) throws(LevelEditorError) -> Bool {
    if let form = tool.form {
      try add(PeggleObject(form, x: place.x, y: place.y))
      return true
    }
    return tool == .eraser ? try erase(place) : try select(at: place) != nil
  }

  /// Takes the object at a place away (a long press); false if nothing is there.
  @discardableResult
  public mutating func erase(_ place: PegglePoint) throws(LevelEditorError) -> Bool {
    guard let index = try object(at: place) else { return false }
    try delete(index)
    return true
  }

  /// Selects the object at a place, or none.
  ///
  /// - Returns: Its index.
  @discardableResult
  public mutating func select(at place: PegglePoint) throws(LevelEditorError) -> Int? {
    selected = try object(at: place)
    return selected
  }

  /// Selects an object by its index.
  public mutating func select(object index: Int) throws(LevelEditorError) {
    try Self.require(index, in: try level)
    selected = index
  }

  /// The object at a place; where several overlap, the newest.
  public func object(at place: PegglePoint) throws(LevelEditorError) -> Int? {
    try level.objects.lastIndex { PeggleGeometry.contains(place, in: $0.outline) }
  }

  /// Takes an object away.
  public mutating func delete(_ index: Int) throws(LevelEditorError) {
    try edit { (level) throws(LevelEditorError) in
      try Self.require(index, in: level)
      level.objects.remove(at: index)
    }
    if let chosen = selected {
      selected = chosen == index ? nil : chosen - (chosen > index ? 1 : 0)
    }
  }

  /// Puts an object elsewhere.
  @discardableResult
  public mutating func move(_ index: Int, to place: PegglePoint) throws(LevelEditorError) -> Bool {
    try change(index) { object in
      object.x = place.x
      object.y = place.y
    }
  }

  /// Gives an object another width and height; a peg's are twice its radius.
  @discardableResult
  public mutating func resize(
    _ index: Int, width: Double, height: Double
  ) throws(LevelEditorError) -> Bool {
    try Self.require(index, in: try level)
    guard let resized = try level.objects[index].resized(width: width, height: height) else {
      let isPeg = try level.objects[index].colour != nil
      let range = isPeg ? PeggleObject.radii : PeggleObject.sides
      throw .badSize(
        (isPeg ? "a peg's radius must be" : "width and height must be")
          + " from \(JSONWriter.number(range.lowerBound)) to "
          + "\(JSONWriter.number(range.upperBound)) px; choose another size")
    }
    return try change(index) { $0 = resized }
  }

  /// Turns an object to an angle, in radians clockwise.
  @discardableResult
  public mutating func rotate(_ index: Int, to angle: Double) throws(LevelEditorError) -> Bool {
    guard PeggleObject.rotations.contains(angle) else {
      throw .badSize("an angle must be from -1000 to 1000 radians; choose another one")
    }
    return try change(index) { $0.rotation = angle }
  }

  /// Takes all objects away, as one step.
  @discardableResult
  public mutating func reset() throws(LevelEditorError) -> Bool {
    let isChanged = try edit { (level) throws(LevelEditorError) in level.objects = [] }
    selected = nil
    return isChanged
  }

  // MARK: Fields

  /// Sets a field of the level, such as `balls`; see `PeggleLevelFile.set`.
  @discardableResult
  public mutating func set(_ field: String, to text: String) throws(LevelEditorError) -> Bool {
    let isChanged = try assign(text, to: field)
    try forgetMissing()
    return isChanged
  }

  /// Selects nothing where a field that was set has removed the selected object.
  mutating func forgetMissing() throws(LevelEditorError) {
    if let chosen = selected, try chosen >= level.objects.count { selected = nil }
  }

  // MARK: Steps

  private mutating func change(
    _ index: Int, _ body: (inout PeggleObject) -> Void
  ) throws(LevelEditorError) -> Bool {
    try edit { (level) throws(LevelEditorError) in
      try Self.require(index, in: level)
      var object = level.objects[index]
      body(&object)
      try Self.require(object, at: index, in: level)
      level.objects[index] = object
    }
  }

  static func require(_ index: Int, in level: PeggleLevelFile) throws(LevelEditorError) {
    guard !level.objects.indices.contains(index) else { return }
    let count = level.objects.count
    throw .noObject(
      "there is no object \(index); "
        + (count == 0 ? "the level has none" : "objects are 0 to \(count - 1)"))
  }

  /// Whether an object's place is on the board.
  static func isOnBoard(_ object: PeggleObject, _ rules: PeggleRules) -> Bool {
    (0...rules.width).contains(object.x) && (0...rules.height).contains(object.y)
  }

  /// The board's size in words, in px.
  static func size(_ rules: PeggleRules) -> String {
    "\(JSONWriter.number(rules.width)) x \(JSONWriter.number(rules.height))"
  }

  /// Throws why an object cannot lie where it is.
  private static func require(
    _ object: PeggleObject, at index: Int, in level: PeggleLevelFile
  ) throws(LevelEditorError) {
    let rules = level.rules
    guard isOnBoard(object, rules) else {
      throw .misplaced("the place is not on the board of \(size(rules)) px; choose one on it")
    }
    guard !level.overlaps else { return }
    let problems = PeggleLayout.problems(
      of: object, at: index, among: level.objects, rules: rules)
    if let problem = problems.first {
      throw misplaced(object.title, at: index, problem, among: level.objects)
    }
  }

  static var tooManyObjects: LevelEditorError {
    .misplaced("a level can have at most \(PeggleLevelFile.maxObjects) objects; delete some first")
  }

  /// The error that an object, called `name`, cannot lie where it is to go.
  static func misplaced(
    _ name: String, at index: Int, _ problem: PeggleLayoutProblem, among objects: [PeggleObject]
  ) -> LevelEditorError {
    let advice = "; choose another place or size"
    switch problem {
    case .overlap(let first, let second, let depth):
      let other = first == index ? second : first
      let neighbour = objects[other]
      return .misplaced(
        "\(name) would overlap object \(other) (\(neighbour.title) at "
          + "\(JSONWriter.number(neighbour.x)),\(JSONWriter.number(neighbour.y))) by "
          + "\(PeggleLayoutProblem.length(depth))" + advice)
    case .outside(_, let edge, let excess):
      return .misplaced(
        "\(name) would extend beyond the \(edge) edge by \(PeggleLayoutProblem.length(excess))"
          + advice)
    case .cannon(_, let place, _, _):
      return .misplaced(
        "\(name) would cover the cannon's mouth at \(JSONWriter.number(place.x)),"
          + "\(JSONWriter.number(place.y))" + advice)
    case .moreOverlaps: return .misplaced(problem.description)
    }
  }
}
