extension CardsLevelFile {
  private typealias Member = (key: String, value: JSONTree)

  /// The fields in the order in which they are written, those as the script says left out.
  public var tree: JSONTree { .object(header.members + settings) }

  /// The file's text: two spaces a level.
  public var text: String { JSONWriter.pretty(tree) }

  /// What the level plays like, without its name and id, as sixteen hexadecimal digits.
  public var contentHash: String {
    let anonymous = LevelHeader(game: game.rawValue, name: "").members
    return StableDigest.hex(of: JSONWriter.compact(.object(anonymous + settings)))
  }

  /// The fields beside the header.
  private var settings: [Member] {
    var members: [Member] = []
    if game == .cards { members.append(("script", .string(script))) }
    for name in ["deal", "match", "ranks", "suits"] {
      if let value = numbers[name] { members.append((name, .int(value))) }
    }
    if let refill { members.append(("refill", .bool(refill))) }
    let scores = list(CardsRules.scores)
    if !scores.isEmpty { members.append(("scoring", .object(scores))) }
    switch goal {
    case nil: break
    case .some(.none): members.append(("goal", .null))
    case .clear: members.append(("goal", "clear"))
    case .score(let score): members.append(("goal", .object([("score", .int(score))])))
    }
    let rules = list(CardsRules.fieldless)
    if !rules.isEmpty { members.append(("rules", .object(rules))) }
    return members
  }

  private func list(_ parameters: [RuleParameter]) -> [Member] {
    parameters.compactMap { parameter in
      numbers[parameter.name].map { (parameter.name, .int($0)) }
    }
  }
}
