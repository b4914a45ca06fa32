import SimHarness

/// Reads people's results line by line and collects what is wrong with them.
struct HumanResultsReader {
  private(set) var issues: [FileIssue] = []
  private(set) var kind = HumanResults.Kind.attempts
  private(set) var entries: [HumanResults.Entry] = []
  private(set) var people: [[PersonTrial]] = []
  /// The places of levels and people, so that the time per line does not grow with the file.
  private var levels: [String: Int] = [:]
  private var players: [String: Int] = [:]
  /// The lines of the persons' trials, by person and level.
  private var lines: [[Int]: Int] = [:]
  /// The number of columns of the header line.
  private var columns = 0
  /// The places of the columns that are needed, and that of the one that may be there.
  private var places: [Int] = []
  private var optional: Int?
  /// Every line is one attempt, in their order, and not all attempts of a person at a level.
  private var countsRows = false
  /// The places of trials of persons, by person and level, where lines are counted.
  private var trials: [[Int]: Int] = [:]

  private static let maxAttempts = 1_000_000_000
  private static let most = "to \(ReportNumber.count(maxAttempts))"
  /// The maximum number of problems, after which reading stops.
  private static let maxIssues = 1000

  mutating func complain(_ line: Int, _ message: String) {
    issues.append(FileIssue(line: line, path: "", message: message))
  }

  /// Reads a table, as an import does.
  mutating func read(_ bytes: [UInt8]) {
    var rest = [bytes]
    var table = CSVReader { rest.popLast() ?? [] }
    var hasHeading = false
    do {
      while try table.next(), issues.count < Self.maxIssues {
        guard let fields = fields(of: table) else { continue }
        if hasHeading {
          if let problem = table.problem(withColumns: columns) {
            complain(table.line, problem)
          } else {
            read(fields, line: table.line)
          }
        } else {
          hasHeading = true
          guard readHeading(fields, line: table.line) else { return }
        }
      }
    } catch let fault as CSVFault {
      return complain(
        fault.line, (fault.column.map { "column \($0 + 1): " } ?? "") + fault.message)
    } catch {
      return complain(1, "\(error)")
    }
    if issues.isEmpty && !hasHeading {
      complain(1, "the file is empty; write the header line level,attempts,passes")
    } else if issues.isEmpty && entries.isEmpty {
      complain(1, "there are no results; write one line per level")
    }
  }

  /// The texts of a record; nil if a problem was reported.
  private mutating func fields(of table: CSVReader) -> [String]? {
    let texts = table.fields.indices.compactMap(table.text)
    if texts.count == table.fields.count { return texts }
    complain(table.line, "the text is not valid UTF-8; save the file as UTF-8")
    return nil
  }

  /// The columns decide how the results are understood.
  private mutating func readHeading(_ fields: [String], line: Int) -> Bool {
    let repeated = CSVReader.repeated(in: fields)
    for (column, message) in repeated {
      complain(line, "column \(SafeText.named(fields[column])): \(message)")
    }
    guard repeated.isEmpty else { return false }
    columns = fields.count
    var names = fields.map { $0.lowercased() }
    // The tables that `report` writes call players agents.
    if !names.contains("player"), !names.contains("players"),
      let agent = names.firstIndex(of: "agent")
    {
      names[agent] = "player"
    }
    // Without a column of players, `passed` is a person's or a group's, and `passes` a level's.
    kind =
      names.contains("player")
      ? .people
      : names.contains("players")
        ? .groups : names.contains("passed") && !names.contains("passes") ? .people : .attempts
    var (columns, heading) = (kind.columns, kind.heading)
    countsRows = kind == .people && names.contains("passed") && !names.contains("attempts")
    if countsRows {
      columns = (["player", "level", "passed"], nil)
      heading = "player,level,passed"
    }
    let found = columns.needed.map { names.firstIndex(of: $0) }
    if let missing = found.firstIndex(of: nil) {
      complain(
        line,
        "the column '\(columns.needed[missing])' is missing; write the header line \(heading)")
      return false
    }
    places = found.compactMap { $0 }
    optional = columns.optional.flatMap { names.firstIndex(of: $0) }
    return true
  }

  private mutating func read(_ fields: [String], line: Int) {
    switch kind {
    case .attempts: readAttempts(fields, line: line)
    case .people: readPerson(fields, line: line)
    case .groups: readGroup(fields, line: line)
    }
  }

  // MARK: Fields

  /// A whole number of a column; nil if a problem was reported.
  private mutating func number(
    _ text: String, _ column: String, in range: ClosedRange<Int>, words: String, line: Int
  ) -> Int? {
    if let value = Int(text), range.contains(value) { return value }
    complain(
      line,
      "\(column): expected a whole number \(words), found \(SafeText.quoted(text, limit: 40))")
    return nil
  }

  /// Whether a person passed or quit; nil if a problem was reported.
  private mutating func mark(_ text: String, _ column: String, line: Int) -> Bool? {
    switch PassMark.end(Array(text.utf8)[...]) {
    case .won: return true
    case .lost: return false
    default:
      complain(
        line,
        "\(column): expected 1 or 0, true or false, yes or no, win or lose, found"
          + " \(SafeText.quoted(text, limit: 40))")
      return nil
    }
  }

  private mutating func attempts(_ text: String, line: Int, from fewest: Int = 1) -> Int? {
    number(
      text, "attempts", in: fewest...Self.maxAttempts,
      words: "from \(fewest)\(fewest == 1 ? "" : ", the number of players,") \(Self.most)",
      line: line)
  }

  /// Whether a level may be named here; reports a problem if not.
  private mutating func isNamed(_ level: String, line: Int, isNew: Bool) -> Bool {
    if level.allSatisfy(\.isWhitespace) {
      complain(line, "the level is empty; write its name")
    } else if isNew, let duplicate = levels[level] {
      complain(
        line,
        "\(SafeText.quoted(level, limit: 60)) is already on line \(entries[duplicate].line); combine the"
          + " two lines into one")
    } else {
      return true
    }
    return false
  }

  private mutating func add(_ entry: HumanResults.Entry) {
    levels[entry.level] = entries.count
    entries.append(entry)
  }

  // MARK: Lines

  private mutating func readAttempts(_ fields: [String], line: Int) {
    let level = fields[places[0]]
    guard isNamed(level, line: line, isNew: false),
      let attempts = attempts(fields[places[1]], line: line),
      let passes = number(
        fields[places[2]], "passes", in: 0...attempts, words: "from 0 to the number of attempts",
        line: line),
      isNamed(level, line: line, isNew: true)
    else { return }
    add(HumanResults.Entry(level: level, attempts: attempts, passes: passes, line: line))
  }

  private mutating func readGroup(_ fields: [String], line: Int) {
    let level = fields[places[1]]
    guard isNamed(level, line: line, isNew: false),
      let started = number(
        fields[places[0]], "players", in: 1...Self.maxAttempts, words: "from 1 \(Self.most)",
        line: line),
      let attempts = attempts(fields[places[2]], line: line, from: started),
      let passed = number(
        fields[places[3]], "passed", in: 0...started, words: "from 0 to the number of players",
        line: line),
      isNamed(level, line: line, isNew: true)
    else { return }
    var group = PeopleCount(players: started, passed: passed)
    if let optional {
      guard
        let quit = number(
          fields[optional], "quit", in: 0...(started - passed),
          words: "from 0 to the number of players who did not pass", line: line)
      else { return }
      group.quit = quit
    }
    add(
      HumanResults.Entry(
        level: level, attempts: attempts, passes: passed, line: line, group: group))
  }

  private mutating func readPerson(_ fields: [String], line: Int) {
    let name = fields[places[0]]
    let level = fields[places[1]]
    if countsRows { return readGame(of: name, on: level, fields, line: line) }
    guard !name.allSatisfy(\.isWhitespace) else {
      return complain(line, "the player is empty; write a name")
    }
    guard isNamed(level, line: line, isNew: false),
      let attempts = attempts(fields[places[2]], line: line),
      let isPassed = mark(fields[places[3]], "passed", line: line)
    else { return }
    var trial = PersonTrial(level: 0, attempts: attempts, isPassed: isPassed)
    if let optional {
      guard let hasQuit = mark(fields[optional], "quit", line: line) else { return }
      guard !(hasQuit && isPassed) else {
        return complain(
          line, "passed and quit are both 1; a player who passed has not quit, so set one to 0")
      }
      if !isPassed { trial.hasQuit = hasQuit }
    }
    guard let (place, person) = places(of: level, name, line: line) else { return }
    if let duplicate = lines.updateValue(line, forKey: [person, place]) {
      return complain(
        line,
        "this player and level are already on line \(duplicate); combine the two lines into one")
    }
    trial.level = place
    people[person].append(trial)
    entries[place].attempts += attempts
    entries[place].passes += trial.passes
  }

  /// The places of a level and a person, who are added where they are new.
  private mutating func places(of level: String, _ name: String, line: Int) -> (Int, Int)? {
    if levels[level] == nil {
      add(HumanResults.Entry(level: level, attempts: 0, passes: 0, line: line))
    }
    if players[name] == nil {
      players[name] = people.count
      people.append([])
    }
    guard let place = levels[level], let person = players[name] else { return nil }
    return (place, person)
  }

  /// A line of a file with one line per game: an attempt, unless the person has passed before.
  private mutating func readGame(
    of name: String, on level: String, _ fields: [String], line: Int
  ) {
    guard !name.allSatisfy(\.isWhitespace) else {
      return complain(line, "the player is empty; write a name")
    }
    guard isNamed(level, line: line, isNew: false),
      let isPassed = mark(fields[places[2]], "passed", line: line),
      let (place, person) = places(of: level, name, line: line)
    else { return }
    let number = trials[[person, place]] ?? people[person].count
    if number == people[person].count {
      trials[[person, place]] = number
      people[person].append(PersonTrial(level: place, attempts: 0, isPassed: false))
    }
    guard !people[person][number].isPassed else { return }
    people[person][number].attempts += 1
    people[person][number].isPassed = isPassed
    entries[place].attempts += 1
    entries[place].passes += isPassed ? 1 : 0
  }
}
