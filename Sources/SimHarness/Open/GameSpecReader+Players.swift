/// The declarations of a two-player game.
extension GameSpecReader {
  /// The most hidden fields of a two-player game, each half of an own one counted.
  private static let maxParts = 64

  /// After everything else was read.
  mutating func readPlayers() {
    spec.players = fields.integer("players", default: 1, in: 1...2)
    let own = fields.table["own"]
    guard spec.isForTwo else {
      if own != .none {
        fields.report(
          "`own` says what each of two players sees; it needs `players = 2`", at: "own")
      }
      return
    }
    if own != .none { readOwn(own) }
    checkNames()
    if !spec.hasGoal {
      fields.report("`goal = false` has no meaning in a two-player game; leave it out", at: "goal")
    }
    spec.parts = HiddenPart.parts(of: spec.hidden, own: spec.own)
    if spec.parts.count > Self.maxParts {
      fields.report(
        "`hidden` can have at most \(Self.maxParts) fields in a two-player game, including `own`"
          + " twice", at: "hidden")
    }
  }

  private mutating func readOwn(_ own: LuaValue) {
    let hidden = spec.hidden.flatMap(\.self)
    let names = own.sequence?.compactMap(\.string) ?? []
    guard case .table(let pairs) = own, pairs.count == names.count, !names.isEmpty else {
      fields.report(
        "`own` must be a list of hidden fields, such as own = { \"hands\" }", at: "own")
      return
    }
    for name in names {
      if spec.own.contains(name) {
        fields.report("`own`: '\(name)' appears twice; remove one", at: "own")
      } else if hidden.contains(name) {
        spec.own.append(name)
      } else {
        let hint = NearestName.suggestion(for: name, among: hidden)
        fields.report(
          "`own`: \(SafeText.named(name)) is not in `hidden`"
            + (hint.map { "; did you mean `\($0)`?" } ?? "; a pool must have it"), at: "own")
      }
    }
  }

  /// Names that a two-player game has for itself.
  private mutating func checkNames() {
    let taken = TableFigures.definitions.map(\.name)
    for event in spec.events where taken.contains(event.name) {
      fields.report(
        "`events`: every two-player game has '\(event.name)'; choose another name",
        line: line(of: event.name, in: "events"))
    }
    for metric in spec.metrics where taken.contains(metric.name) {
      fields.report(
        "`metrics`: every two-player game has '\(metric.name)'; choose another name",
        line: line(of: metric.name, in: "metrics"))
    }
    if spec.move.contains(where: { $0.name == "player" }) {
      fields.report(
        "`move`: in a two-player game, 'player' says who moved; choose another name",
        line: line(of: "player", in: "move"))
    }
  }
}
