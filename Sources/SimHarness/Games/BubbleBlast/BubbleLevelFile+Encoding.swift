extension BubbleLevelFile {
  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree { .object(header.members + settings + letterMembers + [gridMember]) }

  /// The file's text: two spaces a level, one string of the grid a line.
  public var text: String {
    var head = JSONWriter.pretty(.object(header.members + settings + letterMembers))
    head.removeLast("\n}\n".count)
    let rows = gridRows.map { "    " + JSONWriter.compact(.string($0)) }
    let grid = rows.isEmpty ? "[]" : "[\n" + rows.joined(separator: ",\n") + "\n  ]"
    return head + ",\n  \"grid\": " + grid + "\n}\n"
  }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    let anonymous = LevelHeader(game: BubbleBlast.name, name: "").members
    let tree = JSONTree.object(anonymous + settings + letterMembers + [gridMember])
    return StableDigest.hex(of: JSONWriter.compact(tree))
  }

  private typealias Member = (key: String, value: JSONTree)

  private var gridMember: (key: String, value: JSONTree) {
    ("grid", .array(gridRows.map { .string($0) }))
  }

  private var letterMembers: [(key: String, value: JSONTree)] {
    guard !legend.own.isEmpty else { return [] }
    let legend = legend.own.sorted { $0.key < $1.key }
    return [("legend", .object(legend.map { (String($0.key), .string($0.value.name)) }))]
  }

  /// The fields beside header, legend and grid that differ from the ruleset's defaults.
  private var settings: [(key: String, value: JSONTree)] {
    let usual = BubbleRules.defaults(of: rules.ruleset)
    var members: [Member] = []
    func add(_ key: String, _ value: JSONTree, unless isUsual: Bool) {
      if !isUsual { members.append((key, value)) }
    }
    add("ruleset", .string(rules.ruleset.rawValue), unless: rules.ruleset == .saga)
    add("columns", .int(rules.columns), unless: rules.columns == usual.columns)
    add("rows", .int(rules.rows), unless: rules.rows == usual.rows)
    add("shots", rules.shots.map { .int($0) } ?? .null, unless: rules.shots == usual.shots)
    add("preview", .int(rules.preview), unless: rules.preview == usual.preview)
    add("swap", .bool(rules.swap), unless: rules.swap == usual.swap)
    add("maxBounces", .int(rules.maxBounces), unless: rules.maxBounces == usual.maxBounces)
    add("contact", .double(rules.contact), unless: rules.contact == usual.contact)
    add(
      "descent", rules.descentEvery.map { ["every": .int($0)] } ?? .null,
      unless: rules.descentEvery == usual.descentEvery)
    add("queue", .array(queue.map { .string($0.name) }), unless: queue.isEmpty)
    add("spawn", spawnTree, unless: spawn == BubbleSpawn())
    add("spawner", .string(spawner ?? ""), unless: spawner == nil)
    add("scoring", scoringTree, unless: rules.scoring == usual.scoring)
    add("goal", goalTree, unless: rules.goal == usual.goal)
    add("stars", .array((stars ?? []).map { .int($0) }), unless: stars == nil)
    let numbers = fieldlessMembers(usual: usual)
    add("rules", .object(numbers), unless: numbers.isEmpty)
    let given = parameters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    add(
      "params",
      .object(
        given.map { kind, values in
          (kind, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .double($0.value)) }))
        }), unless: given.isEmpty)
    return members
  }

  private var spawnTree: JSONTree {
    var members: [Member] = []
    if let weights = spawn.weights {
      let named = zip(BubbleColour.allCases, weights).filter { $1 > 0 }
      members.append(("weights", .object(named.map { ($0.name, .double($1)) })))
    }
    if !spawn.onlyPresent { members.append(("onlyPresent", false)) }
    return .object(members)
  }

  private var scoringTree: JSONTree {
    let scoring = rules.scoring
    if scoring == .saga { return "saga" }
    if scoring.doublesFallen { return "puzzle-bobble" }
    let usual = BubbleScoring.saga
    let numbers: [(key: String, value: Int, usual: Int)] = [
      ("matched", scoring.matched, usual.matched), ("removed", scoring.removed, usual.removed),
      ("activated", scoring.activated, usual.activated), ("fallen", scoring.fallen, usual.fallen),
      ("shotLeft", scoring.shotLeft, usual.shotLeft),
    ]
    return .object(
      numbers.filter { $0.value != $0.usual }.map { ($0.key, .int($0.value)) })
  }

  private var goalTree: JSONTree {
    switch rules.goal {
    case .clear: "clear"
    case .score(let score): ["score": .int(score)]
    }
  }

  private func fieldlessMembers(usual: BubbleRules) -> [Member] {
    BubbleRules.fieldless.compactMap { parameter in
      guard let value = rules.value(ofFieldless: parameter.name),
        value != usual.value(ofFieldless: parameter.name)
      else { return nil }
      return (parameter.name, .double(value))
    }
  }
}
