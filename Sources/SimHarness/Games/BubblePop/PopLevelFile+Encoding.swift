extension PopLevelFile {
  /// The fields in the order in which they are written, those at their defaults left out.
  public var tree: JSONTree { .object(header.members + settings(withBubbles: false)) }

  /// The file's text: two spaces a level, one bubble a line.
  public var text: String {
    let members = header.members + settings(withBubbles: false)
    guard let place = members.firstIndex(where: { $0.key == "bubbles" }) else {
      return JSONWriter.pretty(.object(members))
    }
    var before = JSONWriter.pretty(.object(Array(members[..<place])))
    before.removeLast("\n}\n".count)
    let lines = colours.map { "    " + JSONWriter.line(Self.tree(of: $0)) }
    let list = before + ",\n  \"bubbles\": [\n" + lines.joined(separator: ",\n") + "\n  ]"
    let rest = Array(members[(place + 1)...])
    guard !rest.isEmpty else { return list + "\n}\n" }
    return list + ",\n" + JSONWriter.pretty(.object(rest)).dropFirst("{\n".count)
  }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    let anonymous = LevelHeader(game: BubblePop.name, name: "").members
    return StableDigest.hex(
      of: JSONWriter.compact(.object(anonymous + settings(withBubbles: true))))
  }

  /// The fields beside the header that differ from the defaults; `withBubbles` writes the bubbles
  /// always.
  func settings(withBubbles: Bool) -> [(key: String, value: JSONTree)] {
    let usual = PopRules()
    var members: [(key: String, value: JSONTree)] = []
    func add(_ key: String, _ value: JSONTree, unless isUsual: Bool) {
      if !isUsual { members.append((key, value)) }
    }
    add("duration", .int(rules.duration), unless: rules.duration == usual.duration)
    add("maxBubbles", .int(rules.maxBubbles), unless: rules.maxBubbles == usual.maxBubbles)
    add(
      "area", ["width": .double(rules.width), "height": .double(rules.height)],
      unless: rules.width == usual.width && rules.height == usual.height)
    add("radius", .double(rules.radius), unless: rules.radius == usual.radius)
    add("refresh", .double(rules.refresh), unless: rules.refresh == usual.refresh)
    add("combo", .double(rules.combo), unless: rules.combo == usual.combo)
    add(
      "bubbles", .array(colours.map(Self.tree(of:))),
      unless: !withBubbles && colours == PopColour.standard)
    if let spawner { members.append(("spawner", .string(spawner))) }
    add(
      "movement",
      [
        "on": .bool(rules.moves), "speed": .double(rules.speed),
        "acceleration": .double(rules.acceleration),
      ],
      unless: !rules.moves && rules.speed == usual.speed
        && rules.acceleration == usual.acceleration)
    if let goal = rules.goal { members.append(("goal", ["score": .int(goal)])) }
    let given = parameters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    add(
      "params",
      .object(
        given.map { script, values in
          (script, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .double($0.value)) }))
        }), unless: given.isEmpty)
    return members
  }

  private static func tree(of colour: PopColour) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("colour", .string(colour.name)), ("points", .int(colour.points)),
      ("probability", .double(colour.probability)),
    ]
    if let script = colour.script { members.append(("script", .string(script))) }
    return .object(members)
  }
}
