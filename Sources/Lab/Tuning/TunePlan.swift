import SimHarness

/// A tune made ready: the levels, what may change, and the figures to aim at.
public struct TunePlan: Sendable {
  public var title: String
  public var seed: UInt64
  /// Games that the search may play.
  public var budget: Int
  public var verifyGames: Int
  public var verifySeed: UInt64
  public var levels: [LevelVariants]
  public var space: TuneSpace
  public var figures: [TuneFigure]
  public var pool: GamePool
  /// The levels as they are, where the space cannot say the same: a number lies outside its range,
  /// between its steps, or differs between levels that share it.
  public var unchanged: [LevelVariant]?
  /// Whether a number of them lies outside its range, so that they are no answer.
  public var startsOutside = false

  /// The names of the targets, each once.
  public var targets: [String] {
    figures.uniqued(on: \.target).map { figure in
      let count = figures.count { $0.target == figure.target }
      return count > 1 ? "\(figure.name) and \(count - 1) more" : figure.name
    }
  }

  /// The games that a point costs for each index: one per level and player that a figure is about.
  public var cells: [(level: Int, player: Int)] {
    figures.map { (level: $0.level, player: $0.player) }
      .uniqued { [$0.level, $0.player] }
  }

  /// A hash over all that decides the course of the search: a log of another one cannot be used.
  public var digest: String {
    var digest = StableDigest()
    digest.combine(ProgramVersion.current)
    digest.combine(seed)
    digest.combine(budget)
    for level in levels {
      digest.combine(level.file.contentHash)
      digest.combine(level.file.header.id ?? level.file.header.name)
      for (name, value) in level.overrides.rules.sorted(by: { $0.key < $1.key }) {
        digest.combine(name)
        digest.combine(value)
      }
      for edit in level.overrides.fields {
        digest.combine(edit.path)
        digest.combine(JSONWriter.compact(edit.value))
      }
    }
    for player in pool.players {
      digest.combine(player.name)
      for script in player.scripts { digest.combine(script.hash) }
    }
    for script in pool.modules { digest.combine(script.hash) }
    digest.combine("\(pool.maxMoves) \(space.axes) \(figures)")
    return StableDigest.hex(digest.value)
  }
}

/// Makes a plan from a tune file and the levels it names.
struct TunePlanner {
  let file: TuneFile
  let name: String
  let levels: [LevelVariants]
  let entry: GameEntry

  func failure(_ line: Int, _ message: String) -> FileIssues {
    FileIssues(file: name, issues: [FileIssue(line: line, path: "", message: message)])
  }

  func levelIndex(_ level: String, line: Int) throws(FileIssues) -> Int {
    if let index = levels.firstIndex(where: { $0.file.header.name == level }) { return index }
    throw failure(
      line,
      NearestName.complaint(
        about: level, called: "level", known: levels.map(\.file.header.name)))
  }

  // MARK: The space

  func space() throws(FileIssues) -> TuneSpace {
    var axes: [TuneSpace.Axis] = []
    var lines: [Int] = []
    var offset = 0
    for parameter in file.parameters {
      var owners: [Int?] = [nil]
      if let level = parameter.level {
        owners = [try levelIndex(level, line: parameter.line)]
      } else if parameter.isEach {
        owners = levels.indices.map { $0 }
      }
      for owner in owners {
        do throws(LevelFieldProblem) {
          var axis = try axis(parameter, owner: owner, offset: offset)
          axis.present = present(axis)
          if let problem = try overlap(of: axis, with: axes) {
            throw LevelFieldProblem(field: parameter.path, message: problem)
          }
          axes.append(axis)
          lines.append(parameter.line)
          offset += axis.count
        } catch {
          throw failure(parameter.line, error.description)
        }
      }
    }
    guard offset <= TuneSpace.maxComponents else {
      throw failure(1, "there are \(offset) numbers to tune; at most 200 are allowed")
    }
    let space = TuneSpace(axes)
    try checkFractions(of: space, lines)
    try checkEnds(of: space, lines)
    return space
  }

  /// Why an axis sets what one before it sets already; nil if it does not.
  private func overlap(
    of axis: TuneSpace.Axis, with others: [TuneSpace.Axis]
  ) throws(LevelFieldProblem) -> String? {
    for other in others where axis.level == nil || other.level == nil || axis.level == other.level {
      for path in axis.paths {
        let steps = try LevelFieldPath(path, rules: entry.rules).steps
        for set in other.paths {
          let taken = try LevelFieldPath(set, rules: entry.rules).steps
          let shorter = min(steps.count, taken.count)
          guard steps.prefix(shorter) == taken.prefix(shorter) else { continue }
          return steps == taken && axis.count == 1 && other.count == 1
            ? "this parameter is set twice; set it once"
            : "\(SafeText.escaped(other.name, limit: 60)) sets it, too; set it once"
        }
      }
    }
    return nil
  }

  /// What the levels of an axis say now, number by number.
  private func present(_ axis: TuneSpace.Axis) -> [JSONTree] {
    axis.paths.map { text in
      let owners = levels.indices.filter { axis.level == nil || axis.level == $0 }
      let values = owners.map { owner -> JSONTree in
        let path = try? LevelFieldPath(text, rules: entry.rules)
        let number = path.flatMap { try? levels[owner].number(at: $0) }
        return number.map { JSONTree.double($0).normalised } ?? .null
      }
      return values.allSatisfy { $0 == values.first } ? values.first ?? .null : .array(values)
    }
  }

  private func axis(
    _ parameter: TuneFile.Parameter, owner: Int?, offset: Int
  ) throws(LevelFieldProblem) -> TuneSpace.Axis {
    let level = levels[owner ?? 0]
    let path = try LevelFieldPath(parameter.path, rules: entry.rules)
    var name = parameter.path
    if let owner { name += " of \(levels[owner].file.header.name)" }
    var axis = TuneSpace.Axis(
      name: name, level: owner, kind: .whole(0...1), paths: [parameter.path], labels: [""],
      offset: offset, start: [])
    let rule = levels[owner ?? 0].rule(at: path)
    switch range(of: parameter, rule) {
    case .whole(let range):
      axis.kind = .whole(range)
      let middle = (range.lowerBound + range.upperBound) / 2
      let now = try level.number(at: path).map {
        Int(saturating: min(max($0, -1e9), 1e9).rounded())
      }
      axis.start = [min(max(now ?? middle, range.lowerBound), range.upperBound)]
    case .real(let range, let step):
      let width = range.upperBound - range.lowerBound
      let declared = rule?.step.flatMap { $0 <= width ? $0 : nil }
      let step = step ?? declared ?? width / 200
      let count = min(1_000_000, Int(saturating: (width / step + 1e-9).rounded(.down)))
      axis.kind = .real(low: range.lowerBound, step: step, count: count)
      let now = try level.number(at: path) ?? (range.lowerBound + width / 2)
      let number = ((now - range.lowerBound) / step).rounded()
      axis.start = [Int(saturating: min(max(number, 0), Double(count)))]
      if range.contains(now) { axis.originals = [JSONTree.double(now).normalised] }
    case .simplex(let minimum):
      try fill(&axis, path, minimum: minimum, in: level)
    }
    return axis
  }

  /// What a parameter may be.
  ///
  /// On a command line nobody says whether a number is a whole one: a rule that takes fractions takes
  /// them between whole ends, too.
  private func range(
    of parameter: TuneFile.Parameter, _ rule: RuleParameter?
  ) -> TuneFile.Parameter.Range {
    guard file.isCommandLine, case .whole(let ends) = parameter.range, rule?.isWhole == false else {
      return parameter.range
    }
    return .real(Double(ends.lowerBound)...Double(ends.upperBound), step: nil)
  }

  /// Finds the components of a simplex and their shares now.
  private func fill(
    _ axis: inout TuneSpace.Axis, _ path: LevelFieldPath, minimum: Double, in level: LevelVariants
  ) throws(LevelFieldProblem) {
    let members = level.components(at: path)
    let used = members.filter { $0.value > 0 }
    guard used.count >= 2 else {
      throw LevelFieldProblem(
        field: path.text,
        message: "a simplex needs at least two numbers above 0, such as spawn.weights or"
          + " bubbles[*].probability")
    }
    let parts = Int(saturating: (minimum * Double(TuneSpace.simplexParts)).rounded(.up))
    guard parts * used.count <= TuneSpace.simplexParts else {
      throw LevelFieldProblem(
        field: path.text, message: "\(used.count) shares of at least \(minimum) sum to more than 1")
    }
    axis.paths = used.map(\.path)
    axis.labels = used.map(\.label)
    let total = used.map(\.value).reduce(0, +)
    axis.kind = .simplex(minimum: max(1, parts), total: total)
    axis.start = TuneSpace.apportioned(used.map(\.value), minimum: max(1, parts))
    let exact = used.map { $0.value / total * Double(TuneSpace.simplexParts) }
    if zip(axis.start, exact).allSatisfy({ abs(Double($0) - $1) < 1 }) {
      axis.originals = used.map { JSONTree.double($0.value).normalised }
    }
  }

  /// Both ends of every parameter must make a level that can be read and played.
  private func checkEnds(of space: TuneSpace, _ lines: [Int]) throws(FileIssues) {
    for (place, axis) in space.axes.enumerated() {
      let parts = 1_000_000_000
      for end in [-parts, parts] {
        let move = TuneSpace.Move(axis: place, component: 0, from: nil, parts: end)
        let point = space.moved(space.start, by: move) ?? space.start
        for level in levels.indices where axis.level == nil || axis.level == level {
          let edits = space.edits(at: point, level: level)
          do throws(LevelFieldProblem) {
            _ = try levels[level].variant(edits)
          } catch {
            throw failure(lines[place], words(for: error, of: axis, edits))
          }
        }
      }
    }
  }
}

extension TuneSpace.Axis {
  /// Whether a level says a number outside the range.
  var startsOutside: Bool {
    let numbers = present.flatMap { value -> [Double] in
      if case .array(let values) = value { return values.compactMap(\.number) }
      return [value.number].compactMap(\.self)
    }
    switch kind {
    case .whole(let range):
      return numbers.contains {
        $0 < Double(range.lowerBound) || $0 > Double(range.upperBound)
      }
    case .real(let low, let step, let count):
      // The last step may fall short of the range's end, by rounding or by up to a step.
      return numbers.contains { $0 < low || $0 > low + Double(count + 1) * step }
    case .simplex: return false
    }
  }
}

extension TunePlanner {
  /// An error about an end of an axis, which names the axis once.
  private func words(
    for problem: LevelFieldProblem, of axis: TuneSpace.Axis, _ edits: [LevelEdit]
  ) -> String {
    // All numbers are set at once, so a problem may be called after all of them.
    let all = edits.uniqued(on: \.path).map(\.path).joined(separator: ", ")
    let isNamed = [axis.name, all].contains(problem.field)
    var message = problem.message
    for path in axis.paths where message.hasPrefix("$.\(path): ") {
      message = String(message.dropFirst("$.\(path): ".count))
    }
    let field = isNamed ? "" : "\(SafeText.escaped(problem.field)): "
    // What a field alone may hold is said with what was found.
    let isOfField = message.hasPrefix("expected ")
    let value = edits.map { "\($0.path)=\(JSONWriter.compact($0.value))" }.joined(separator: " ")
    return "the parameter \(axis.name): \(field)\(message)"
      + (isOfField ? "" : " (with \(value)); name a range both ends of which are levels")
  }

  /// A range of decimal numbers is refused where the field takes whole ones: a search would find
  /// that nearly none of its points is a level.
  private func checkFractions(of space: TuneSpace, _ lines: [Int]) throws(FileIssues) {
    for (place, axis) in space.axes.enumerated() {
      guard case .real(let low, let step, let count) = axis.kind else { continue }
      let values = (0...min(count, 1000)).lazy.map { TuneSpace.rounded(low + Double($0) * step) }
      guard let fraction = values.first(where: { $0 != $0.rounded() }) else { continue }
      let high = TuneSpace.rounded(low + Double(count) * step)
      let whole = fraction.rounded(.down) >= low ? fraction.rounded(.down) : fraction.rounded(.up)
      func isPlayable(_ value: Double, _ level: Int) -> Bool {
        let edit = LevelEdit(axis.paths[0], to: JSONTree.double(value).normalised)
        return (try? levels[level].variant([edit])) != nil
      }
      let owners = levels.indices.filter { axis.level == nil || axis.level == $0 }
      guard owners.contains(where: { !isPlayable(fraction, $0) && isPlayable(whole, $0) }) else {
        continue
      }
      let ends = [low.rounded(.up), high.rounded(.down)].map(JSONWriter.number)
      let path = axis.paths[0]
      throw failure(
        lines[place],
        "\(axis.name) takes whole numbers; write "
          + (file.isCommandLine
            ? "\(path)=\(ends[0])...\(ends[1])" : "int: [\(ends[0]), \(ends[1])]"))
    }
  }
}

extension LevelVariants {
  /// The numbers at a path that stands for several: the members of an object, or `[*]` of a list.
  func components(at path: LevelFieldPath) -> [(path: String, label: String, value: Double)] {
    if let star = path.steps.firstIndex(of: .everything) {
      guard case .array(let elements)? = tree.value(at: path.steps[..<star]) else { return [] }
      let halves = path.text.split(separator: "[*]", omittingEmptySubsequences: false)
      guard halves.count == 2 else { return [] }
      return elements.enumerated().compactMap { index, element in
        guard let value = element.value(at: path.steps[(star + 1)...])?.number else { return nil }
        var label = "\(index)"
        if case .object(let members) = element,
          case .string(let text)? = members.first(where: { $0.key == "colour" })?.value
        {
          label = text
        }
        return ("\(halves[0])[\(index)]\(halves[1])", label, value)
      }
    }
    guard case .object(let members)? = tree.value(at: path.steps[...]) else { return [] }
    return members.compactMap { member in
      member.value.number.map { ("\(path.text).\(member.key)", member.key, $0) }
    }
  }
}
