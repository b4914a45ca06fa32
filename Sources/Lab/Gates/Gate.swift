import SimHarness

/// A condition of a suite on all levels whose name matches.
///
/// In a suite file: `{levels: "*", require: "pass_rate(casual) in 0.45...0.60"}`.
public struct Gate: Sendable, Equatable {
  /// Which levels, by name: `*` stands for any characters, `?` for one.
  public var levels: String = "*"
  public var condition: Condition
  /// The line in the suite file.
  public var line: Int = 1

  static func decode(_ cursor: JSONCursor) -> Gate? {
    guard let fields = cursor.object(fields: ["levels", "require"]),
      let require = fields.required("require"), let text = require.string()
    else { return nil }
    let levels = fields.optional("levels").map { $0.string(length: 1...1000) } ?? "*"
    do throws(ConditionError) {
      let condition = try Condition(parsing: text)
      return levels.map { Gate(levels: $0, condition: condition, line: require.line) }
    } catch {
      require.report("column \(error.column) of the condition: \(error.message)")
      return nil
    }
  }

  /// Whether it is about a level of this name.
  public func matches(_ level: String) -> Bool {
    Self.matches(Array(level.unicodeScalars), Array(levels.unicodeScalars))
  }

  /// Goes back to the last `*` alone, so that no pattern takes longer than the product of lengths.
  private static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (place, next) = (0, 0)
    var star: (next: Int, place: Int)?
    while place < text.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (next, place)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == text[place] {
        next += 1
        place += 1
      } else if let last = star {
        star = (last.next, last.place + 1)
        next = last.next + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }

  /// Why it contradicts another gate on these levels; nil if it does not.
  public func conflict(with other: Gate, levels: [String]) -> String? {
    let (own, others) = (condition, other.condition)
    guard own.contradicts(others),
      let shared = levels.first(where: { matches($0) && other.matches($0) })
    else { return nil }
    return "\(own) and the gate of line \(other.line), \(others), cannot both be met on the level "
      + "\(SafeText.quoted(shared)); change one of them"
  }

  /// A problem of the gate at its place in the suite: with `levels` where no level's name matches,
  /// else with what it requires.
  public func issue(_ message: String, at place: Int, levels names: [String]) -> FileIssue {
    let field = names.contains(where: matches) ? "require" : "levels"
    return FileIssue(line: line, path: "$.gates[\(place)].\(field)", message: message)
  }

  /// What is wrong with the gate for a game and its levels: what is wrong, what to do; nil if
  /// nothing is.
  public func problem(game: GameEntry, levels: [PlayableLevel]) -> String? {
    problem(game: game, levels: levels.map { ($0.name, $0.hasGoal) })
  }

  /// The same for levels by their names, and whether games on them can be passed.
  public func problem(
    game: GameEntry, levels: [(name: String, hasGoal: Bool)]
  ) -> String? {
    do throws(ConditionError) {
      try condition.check(for: game, spread: false)
    } catch {
      return error.message
    }
    for figure in ["_min", "_max", "_sd"] where condition.metric.hasSuffix(figure) {
      return "\(condition.metric) is too uncertain for a gate; require a quantile, such as "
        + condition.metric.replacing(figure, with: "_p95")
    }
    let matched = levels.filter { matches($0.name) }
    guard !matched.isEmpty else {
      let names = levels.map(\.name)
      let hint = NearestName.suggestion(for: self.levels, among: names)
      return "no level's name matches \(SafeText.quoted(self.levels)); "
        + (hint.map { "did you mean \(SafeText.named($0))? " } ?? "") + "known: "
        + NearestName.list(names)
    }
    if condition.metric == "pass_rate", let level = matched.first(where: { !$0.hasGoal }) {
      let advice =
        condition.agent.contains(":")
        ? "require win_rate(\(condition.agent))"
        : "require a score"
      return "the level \(SafeText.quoted(level.name)) has no goal, so no game can pass it; "
        + advice
    }
    return nil
  }
}
