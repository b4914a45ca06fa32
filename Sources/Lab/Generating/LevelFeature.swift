import SimHarness

/// A figure of a level in which a set of levels is to be diverse, cut into bins.
public struct LevelFeature: Sendable, Equatable {
  public var metric: String
  public var agent: String
  public var range: ClosedRange<Double>
  public var bins: Int

  /// The player of a feature that names none.
  static let defaultAgent = "casual"

  /// Reads two features, such as `pass_rate(casual),fallen_share in 0...0.6`.
  ///
  /// A figure without a player is the other one's player's; shares and rates without a range lie in
  /// 0...1.
  /// - Parameters:
  ///   - text: The features, with a comma between them.
  ///   - bins: How many bins each has.
  ///   - game: The game, for its metrics.
  /// - Returns: The two features.
  /// - Throws: What is wrong with them.
  public static func pair(
    _ text: String, bins: (Int, Int), game: GameEntry
  ) throws(GenerateError) -> [LevelFeature] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "," && depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard parts.count == 2 else {
      throw .feature(text, "name two figures, such as pass_rate(casual),fallen_share")
    }
    let agents = parts.map(agent(in:))
    var features: [LevelFeature] = []
    for (place, part) in parts.enumerated() {
      let agent = agents[place] ?? agents[1 - place] ?? defaultAgent
      features.append(
        try feature(part, agent: agent, bins: place == 0 ? bins.0 : bins.1, game: game))
    }
    guard features[0].metric != features[1].metric || features[0].agent != features[1].agent else {
      throw .feature(text, "both figures are the same; name two")
    }
    return features
  }

  private static func agent(in part: String) -> String? {
    guard let open = part.firstIndex(of: "("), let close = part.lastIndex(of: ")"), open < close
    else { return nil }
    return String(part[part.index(after: open)..<close])
  }

  private static func feature(
    _ part: String, agent: String, bins: Int, game: GameEntry
  ) throws(GenerateError) -> LevelFeature {
    let trimmed = part.drop { $0 == " " }
    let written = String(trimmed.prefix { $0 == "_" || $0.isLetter || $0.isNumber })
    let metric = Condition.fullName(of: written)
    guard Condition.metricNames(of: game).contains(metric) else {
      throw .feature(
        String(trimmed),
        NearestName.complaint(
          about: metric, called: "metric", known: Condition.metricNames(of: game)))
    }
    var rest = trimmed.dropFirst(written.count)
    if rest.first == "(", let close = rest.lastIndex(of: ")") {
      rest = rest[rest.index(after: close)...]
    }
    if rest.allSatisfy({ $0 == " " }) {
      guard let range = naturalRange(of: metric, game: game) else {
        throw .feature(String(trimmed), "add a range, such as \(metric) in 0...40")
      }
      return LevelFeature(metric: metric, agent: agent, range: range, bins: bins)
    }
    do throws(ConditionError) {
      let condition = try Condition(parsing: "\(metric)(\(agent))\(rest)")
      guard case .within(let range) = condition.bound, range.lowerBound < range.upperBound else {
        throw ConditionError(text: part, column: 1, message: "")
      }
      return LevelFeature(metric: metric, agent: agent, range: range, bins: bins)
    } catch {
      throw .feature(String(trimmed), "write its range like this: in 0...0.6")
    }
  }

  /// The range of a share or rate; nil for what has none of its own.
  private static func naturalRange(of metric: String, game: GameEntry) -> ClosedRange<Double>? {
    if metric.hasSuffix("_rate") { return 0...1 }
    guard let definition = game.metrics.first(where: { $0.name == metric }) else { return nil }
    return definition.kind == .rate || definition.unit == "share" ? 0...1 : nil
  }

  /// The feature as a condition, which knows how to find the figure.
  var condition: Condition { Condition(metric: metric, agent: agent, bound: .within(range)) }

  /// How its name is written: `pass_rate(casual)`.
  public var name: String { "\(metric)(\(agent))" }

  /// Where a value lies, in bins from the range's start; nil outside the range.
  func place(of value: Double) -> Double? {
    guard range.contains(value) else { return nil }
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return share * Double(bins)
  }
}
