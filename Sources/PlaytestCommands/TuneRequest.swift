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
    let head = JSONTree.object([
      ("name", .string(name.hasSuffix(".json") ? String(name.dropLast(5)) : name)),
      ("level", .string(level)), ("budget", ["games": .int(games)]),
      ("verify", ["games": .int(min(TuneFile.defaultVerifyGames, games))]),
    ])
    let lists = [
      ("parameters", try vary.map(parameter)), ("targets", try aim.map(target)),
    ].map { key, elements in
      "\"\(key)\":[\n" + elements.map(JSONWriter.compact).joined(separator: ",\n") + "]"
    }
    // JSON is YAML. One option a line, so that a line says which option is wrong (`option(line:)`).
    let text = "\(JSONWriter.compact(head).dropLast()),\(lists.joined(separator: ","))}"
    do {
      var file = try TuneFile(reading: Array(text.utf8), file: level)
      file.isCommandLine = true
      return file
    } catch {
      throw failure(error)
    }
  }

  /// What is wrong with a tune, in words about the options that it was made from.
  func failure(_ issues: FileIssues) -> CommandFailure {
    CommandFailure(
      .usage,
      lines: issues.issues.map { issue in
        let place = option(issue.path) ?? option(line: issue.line)
        return "\(place ?? level): \(SafeText.escaped(issue.message, limit: 600))"
      })
  }

  /// The option on a line of the tune file that `file` reads; nil for the first line.
  func option(line: Int) -> String? {
    let place = line - 2
    if vary.indices.contains(place) { return "--vary \(SafeText.quoted(vary[place]))" }
    let target = place - vary.count
    return aim.indices.contains(target) ? "--aim \(SafeText.quoted(aim[target]))" : nil
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
    // The plan, which knows the level's game, makes real numbers of these where its rule takes them.
    let whole = ends.compactMap { Int($0) }
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
