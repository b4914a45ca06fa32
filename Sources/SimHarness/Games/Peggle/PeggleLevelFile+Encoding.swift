import PegglePhysics

extension PeggleLevelFile {
  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree { tree(withScoreTable: false) }

  /// The fields, a known score table written as numbers if asked for.
  func tree(withScoreTable isTable: Bool) -> JSONTree {
    .object(header.members + settings(withScoreTable: isTable) + [objectsMember])
  }

  /// The file's text: two spaces a level, one object a line.
  public var text: String {
    var head = JSONWriter.pretty(.object(header.members + settings()))
    head.removeLast("\n}\n".count)
    let lines = objects.map { "    " + JSONWriter.line(Self.tree(of: $0)) }
    let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
    return head + ",\n  \"objects\": " + list + "\n}\n"
  }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    let anonymous = LevelHeader(game: Peggle.name, name: "").members
    let tree = JSONTree.object(anonymous + settings() + [objectsMember])
    return StableDigest.hex(of: JSONWriter.compact(tree))
  }

  private typealias Member = (key: String, value: JSONTree)

  private var objectsMember: (key: String, value: JSONTree) {
    ("objects", .array(objects.map { Self.tree(of: $0) }))
  }

  /// The fields beside header and objects that differ from the integrator's defaults.
  private func settings(
    withScoreTable isTable: Bool = false
  ) -> [(key: String, value: JSONTree)] {
    let usual = PeggleRules.defaults(of: rules.integrator)
    var members: [Member] = []
    func add(_ key: String, _ value: JSONTree, unless isUsual: Bool) {
      if !isUsual { members.append((key, value)) }
    }
    add(
      "integrator", .string(rules.integrator.rawValue), unless: rules.integrator == .standard)
    add("width", .double(rules.width), unless: rules.width == usual.width)
    add("height", .double(rules.height), unless: rules.height == usual.height)
    add("balls", .int(rules.balls), unless: rules.balls == usual.balls)
    add("bucket", .bool(rules.bucket), unless: rules.bucket == usual.bucket)
    add("mode", .string(mode), unless: mode == Self.usualMode)
    if let master { members.append(("master", .string(master))) }
    add("scoring", scoringTree(asTable: isTable), unless: rules.scoring == .peggle)
    add("overlaps", .bool(overlaps), unless: !overlaps)
    let numbers = Self.members(PeggleRules.fieldless, of: rules, unlike: usual)
    add("rules", .object(numbers), unless: numbers.isEmpty)
    let given = parameters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    add(
      "params",
      .object(
        given.map { script, values in
          (script, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .double($0.value)) }))
        }), unless: given.isEmpty)
    return members
  }

  private func scoringTree(asTable isTable: Bool) -> JSONTree {
    if rules.scoring == .msk && !isTable { return "msk" }
    return .object(Self.members(PeggleRules.scores, of: rules, unlike: PeggleRules()))
  }

  private static func members(
    _ parameters: [RuleParameter], of rules: PeggleRules, unlike usual: PeggleRules
  ) -> [Member] {
    parameters.compactMap { parameter in
      guard let value = rules.value(of: parameter.name), value != usual.value(of: parameter.name)
      else { return nil }
      return (parameter.name, .double(value))
    }
  }

  // MARK: Objects

  /// An object as it is written, its usual sizes left out.
  static func tree(of object: PeggleObject) -> JSONTree {
    var members: [Member] = [("kind", .string(object.kind))]
    func size(_ name: String, _ value: Double, usual: Double) -> [Member] {
      value == usual ? [] : [(name, .double(value))]
    }
    if let colour = object.colour { members.append(("colour", .string(colour))) }
    members += [("x", .double(object.x)), ("y", .double(object.y))]
    switch object.form {
    case .peg(_, let radius):
      members += size("radius", radius, usual: PeggleObject.usualRadius)
    case .block(let width, let height), .triangle(let width, let height):
      members += size("width", width, usual: PeggleObject.usualSide)
      members += size("height", height, usual: PeggleObject.usualSide)
    case .polygon(let corners):
      let pairs = corners.map { JSONTree.array([.double($0.x), .double($0.y)]) }
      members.append(("vertices", .array(pairs)))
    }
    members += size("rotation", object.rotation, usual: 0)
    let filter = object.filter
    if filter.categoryBits != CollisionFilter.defaultCategoryBits {
      members.append(("categoryBits", .int(Int(filter.categoryBits))))
    }
    if filter.maskBits != CollisionFilter.defaultMaskBits {
      members.append(("maskBits", .int(Int(filter.maskBits))))
    }
    return .object(members)
  }
}
