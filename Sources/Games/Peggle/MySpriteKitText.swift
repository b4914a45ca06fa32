import SimHarness

/// The levels of the MySpriteKit game: a JSON array of boards.
///
/// Each has a name, width, height, balls, mode and objects; an object has kind, x, y, rotation and
/// color and radius, or width and height.
public enum MySpriteKitText {
  /// The levels of a text, with the names they have there; a name that comes again gets a number.
  ///
  /// They keep their own physics and score table. A level that breaks the rules of layout, such as
  /// one with a peg at the cannon's mouth, gets `overlaps`, and nothing is left out or moved.
  /// - Throws: Everything wrong with the text, by line.
  public static func levels(
    _ bytes: [UInt8], file: String, catalog: any PeggleCatalog
  ) throws(FileIssues) -> [PeggleLevelFile] {
    let scripts = PeggleScriptResolver(catalog: catalog)
    var levels = try JSONReader.read(bytes, file: file) { root -> [PeggleLevelFile]? in
      root.array(of: "levels", count: 1...maxLevels) { level($0, scripts) }
    }
    var seen: [String: Int] = [:]
    for index in levels.indices {
      let name = levels[index].name
      seen[name, default: 0] += 1
      if let count = seen[name], count > 1 { levels[index].name = "\(name) (\(count))" }
    }
    return levels
  }

  private static let maxLevels = 1_000

  private static func level(
    _ cursor: JSONCursor, _ scripts: PeggleScriptResolver
  ) -> PeggleLevelFile? {
    let before = cursor.reader.issues.count
    guard
      let fields = cursor.object(fields: ["name", "width", "height", "balls", "mode", "objects"])
    else { return nil }
    var file = PeggleLevelFile(name: "", rules: .msk)
    file.rules.scoring = .msk
    if let field = fields.required("name"), let name = field.string() {
      if let problem = LevelHeader.problem(with: name) { field.report(problem) }
      file.name = name
    }
    let width = size("width", fields)
    let height = size("height", fields)
    if let balls = fields.required("balls")?.int(in: PeggleRules.parameter("balls").wholeRange) {
      file.rules.balls = balls
    }
    if let field = fields.required("mode"), let mode = field.string() {
      check(mode, .mode, at: field, scripts)
      file.mode = mode
    }
    let decoder = MySpriteKitObject(board: (width ?? farthest, height ?? farthest))
    let objects = fields.required("objects")?.array(
      of: "objects", count: 0...PeggleLevelFile.maxObjects
    ) { decoder.object($0, scripts) }
    guard cursor.reader.issues.count == before, let width, let height, let objects else {
      return nil
    }
    file.rules.width = width
    file.rules.height = height
    file.objects = objects
    file.overlaps = !file.layoutProblems.isEmpty
    return file
  }

  private static let farthest = PeggleRules.parameter("width").maximum

  private static func size(_ name: String, _ fields: JSONFields) -> Double? {
    fields.required(name)?.double(in: PeggleRules.parameter(name).range)
  }

  /// Reports a name that no script has.
  static func check(
    _ name: String, _ kind: PeggleScriptKind, at field: JSONCursor,
    _ scripts: PeggleScriptResolver
  ) {
    if case .failure(let fault) = scripts.script(name, kind) { field.report(fault.message) }
  }
}

/// Reads one object of a MySpriteKit level.
private struct MySpriteKitObject {
  let board: (width: Double, height: Double)

  func object(_ cursor: JSONCursor, _ scripts: PeggleScriptResolver) -> PeggleObject? {
    let before = cursor.reader.issues.count
    let known = ["kind", "color", "x", "y", "rotation", "radius", "width", "height"]
    guard let fields = cursor.object(fields: known),
      let kind = fields.required("kind")?.name(among: ["peg", "block", "triangle"], called: "kind")
    else { return nil }
    let form: PeggleObject.Form?
    if kind == "peg" {
      form = peg(fields, scripts)
    } else {
      let width = fields.required("width")?.double(in: PeggleObject.sides)
      let height = fields.required("height")?.double(in: PeggleObject.sides)
      if let width, let height {
        form =
          kind == "block"
          ? .block(width: width, height: height) : .triangle(width: width, height: height)
      } else {
        form = nil
      }
    }
    let x = fields.required("x")?.double(in: 0...board.width)
    let y = fields.required("y")?.double(in: 0...board.height)
    let rotation = fields.optional("rotation").map { $0.double(in: PeggleObject.rotations) } ?? 0
    guard cursor.reader.issues.count == before, let form, let x, let y, let rotation else {
      return nil
    }
    return PeggleObject(form, x: x, y: y, rotation: rotation)
  }

  private func peg(
    _ fields: JSONFields, _ scripts: PeggleScriptResolver
  ) -> PeggleObject.Form? {
    let radius = fields.required("radius")?.double(in: PeggleObject.radii)
    guard let field = fields.required("color"), let colour = field.string() else { return nil }
    MySpriteKitText.check(colour, .peg, at: field, scripts)
    return radius.map { .peg(colour: colour, radius: $0) }
  }
}
