import Lab
import SimHarness

/// A tune that the command line describes: a level, the numbers that may change and the figures
/// to reach.
struct TuneRequest {
  var level: String
  /// `PATH=LOW...HIGH`, or `PATH=shares`.
  var vary: [String]
  /// Conditions such as `pass_rate(casual) in 0.4...0.6`.
  var aim: [String]
  /// Games that the search may play; verification comes on top.
  var games: Int

  /// The same as a tune file.
  /// - Throws: What is wrong with the options, in the words of a tune file where it is checked
  ///   there.
  func file() throws -> TuneFile {
    let name = level.split(separator: "/").last.map(String.init) ?? level
    let tree = JSONTree.object([
      ("name", .string(name.hasSuffix(".json") ? String(name.dropLast(5)) : name)),
      ("level", .string(level)), ("parameters", .array(try vary.map(parameter))),
      ("targets", .array(try aim.map(target))),
      ("budget", ["games": .int(games)]),
      ("verify", ["games": .int(min(TuneFile.defaultVerifyGames, games))]),
    ])
    // JSON is YAML.
    do {
      return try TuneFile(reading: Array(JSONWriter.compact(tree).utf8), file: level)
    } catch {
      throw CommandFailure(
        .usage, lines: error.issues.map { "\(option($0.path) ?? $0.path): \($0.message)" })
    }
  }

  /// The option that became the element of the tune file at a path, such as `$.targets[0].aim`.
  private func option(_ path: String) -> String? {
    for (list, option, texts) in [("parameters", "--vary", vary), ("targets", "--aim", aim)] {
      for (index, text) in texts.enumerated() where path.hasPrefix("$.\(list)[\(index)]") {
        return "\(option) \(SafeText.quoted(text))"
      }
    }
    return nil
  }

  private func parameter(_ text: String) throws -> JSONTree {
    func refusal(_ why: String) -> CommandFailure {
      CommandFailure(.usage, "--vary \(SafeText.quoted(text)): \(why)")
    }
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw refusal("write a field and its range, such as shots=15...40")
    }
    let path = String(text[..<equals])
    let range = text[text.index(after: equals)...]
    if range == "shares" { return ["path": .string(path), "simplex": true] }
    // Two dots as well, as between the cells of `level edit`.
    let ends = String(range).components(separatedBy: range.contains("...") ? "..." : "..")
    guard ends.count == 2, let low = DecimalText.number(ends[0]),
      let high = DecimalText.number(ends[1])
    else {
      throw refusal("write the range as two numbers, such as shots=15...40, or as PATH=shares")
    }
    // A rule that takes fractions takes them between whole ends, too.
    let isReal = Playtest.games.games.contains { game in
      game.rules.contains { !$0.isWhole && ($0.name == path || $0.field == path) }
    }
    let whole = isReal ? [] : ends.compactMap { Int($0) }
    return [
      "path": .string(path),
      whole.count == 2 ? "int" : "real": whole.count == 2
        ? .array(whole.map { .int($0) }) : [.double(low), .double(high)],
    ]
  }

  private func target(_ text: String) throws -> JSONTree {
    let condition = try Condition(parsing: text)
    guard case .within(let range) = condition.bound, range.lowerBound < range.upperBound else {
      throw CommandFailure(
        .usage,
        "--aim \(SafeText.quoted(text)): write a range to reach, such as pass_rate(casual) in"
          + " 0.4...0.6")
    }
    let middle = (range.lowerBound + range.upperBound) / 2
    let tolerance = range.upperBound - middle
    guard middle.isFinite, tolerance.isFinite else {
      throw CommandFailure(
        .usage, "--aim \(SafeText.quoted(text)): the numbers are too large; write smaller ones")
    }
    return [
      "metric": .string(condition.metric), "agent": .string(condition.agent),
      "aim": .double(middle), "tolerance": .double(tolerance),
    ]
  }
}
