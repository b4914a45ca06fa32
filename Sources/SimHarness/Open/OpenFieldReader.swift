/// Reads one entry of `fields` in a game's script.
struct OpenFieldReader {
  let name: String
  let table: LuaValue
  /// What an engine says in words is made printable, not refused.
  let isOfEngine: Bool
  private(set) var problems: [String] = []

  private static let kinds = ["whole", "number", "flag", "choice", "text", "list", "grid"]
  /// The largest magnitude of a number in a level.
  private static let limit = 1_000_000_000_000

  init(name: String, table: LuaValue, isOfEngine: Bool) {
    self.name = name
    self.table = table
    self.isOfEngine = isOfEngine
  }

  private mutating func report(_ problem: String) { problems.append(problem) }

  mutating func read() -> OpenField? {
    guard let word = table["kind"].string, Self.kinds.contains(word) else {
      let found = table["kind"].string
      let hint = found.flatMap { NearestName.suggestion(for: $0, among: Self.kinds) }
      report(
        "`kind` must be one of \(Self.kinds.joined(separator: ", "))"
          + (hint.map { "; did you mean \"\($0)\"?" } ?? ""))
      return nil
    }
    checkNames(of: word)
    let read: (kind: OpenField.Kind, usual: OpenValue)? =
      switch word {
      case "whole": whole()
      case "number": number()
      case "flag": flag()
      case "choice": choice()
      case "text": text()
      case "list": list()
      default: grid()
      }
    let unit = string("unit")
    let summary = string("summary")
    var isLever = word == "whole" || word == "number"
    if let value = table["lever"].boolean { isLever = value }
    if table["lever"] != .none, table["lever"].boolean == nil {
      report("`lever` must be true or false")
    }
    var step: Double?
    if table["step"] != .none {
      step = table["step"].number
      if step.map({ $0 > 0 && $0.isFinite && (word == "number" || $0 == $0.rounded()) }) != true {
        report("`step` must be a\(word == "whole" ? " whole" : "") number above 0")
        step = nil
      }
    }
    guard let read, problems.isEmpty else { return nil }
    return OpenField(
      name: name, kind: read.kind, usual: read.usual, unit: unit, summary: summary,
      isLever: isLever, step: step)
  }

  private mutating func checkNames(of kind: String) {
    let own: [String] =
      switch kind {
      case "whole", "number": ["min", "max", "unit", "lever", "step"]
      case "choice": ["of"]
      case "list": ["min", "max", "least", "most", "unit"]
      case "grid": ["letters", "rows", "columns"]
      default: []
      }
    let known = ["name", "kind", "default", "summary"] + own
    for (key, _) in table.fields where !known.contains(key) {
      report(GameSpecReader.unknown(key, among: known) + " (a field of kind \"\(kind)\")")
    }
  }

  private mutating func string(_ key: String) -> String {
    if let text = table[key].string {
      checkShown(text, key)
      return text
    }
    if table[key] != .none { report("`\(key)` must be a string, not \(table[key].typeName)") }
    return ""
  }

  private mutating func checkShown(_ text: String, _ key: String) {
    // A level's text may have several lines.
    if key == "default" && SafeText.lines(text) == text { return }
    guard !isOfEngine, let problem = GameSpecReader.problem(ofShown: text) else { return }
    report("`\(key)` \(problem)")
  }

  // MARK: Kinds

  private mutating func whole(
    _ key: String, default fallback: Int, in range: ClosedRange<Int>
  ) -> Int {
    switch table[key] {
    case .none: return fallback
    case .integer(let value) where range.contains(value): return value
    default:
      report(
        "`\(key)` must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      return fallback
    }
  }

  /// A range of whole numbers from `min` and `max`, both of which must be there.
  private mutating func wholes() -> ClosedRange<Int>? {
    for key in ["min", "max"] where table[key] == .none { report("`\(key)` is missing") }
    let low = whole("min", default: 0, in: -Self.limit...Self.limit)
    let high = whole("max", default: 0, in: -Self.limit...Self.limit)
    if problems.isEmpty && low > high { report("`min` is greater than `max`") }
    return problems.isEmpty ? low...high : nil
  }

  private mutating func whole() -> (OpenField.Kind, OpenValue)? {
    guard let range = wholes() else { return nil }
    let usual = whole(
      "default", default: min(max(0, range.lowerBound), range.upperBound), in: range)
    return (.whole(range), .whole(usual))
  }

  private mutating func number() -> (OpenField.Kind, OpenValue)? {
    func value(_ key: String) -> Double? {
      table[key].number.flatMap { $0.magnitude <= Double(Self.limit) ? $0 : nil }
    }
    guard let low = value("min"), let high = value("max"), low <= high else {
      report("`min` and `max` must be numbers from -10^12 to 10^12, min <= max")
      return nil
    }
    if table["default"] == .none { return (.number(low...high), .number(max(low, min(0, high)))) }
    guard let usual = value("default"), (low...high).contains(usual) else {
      report("`default` must be a number from `min` to `max`")
      return nil
    }
    return (.number(low...high), .number(usual))
  }

  private mutating func flag() -> (OpenField.Kind, OpenValue)? {
    if table["default"] != .none && table["default"].boolean == nil {
      report("`default` must be true or false")
    }
    return (.flag, .flag(table["default"].boolean ?? false))
  }

  private mutating func choice() -> (OpenField.Kind, OpenValue)? {
    let words = table["of"].sequence?.compactMap(\.string) ?? []
    guard case .table(let pairs) = table["of"], pairs.count == words.count, !words.isEmpty,
      Set(words).count == words.count, words.allSatisfy({ !$0.isEmpty })
    else {
      report("`of` must be a list of different words, such as of = { \"easy\", \"hard\" }")
      return nil
    }
    for word in words { checkShown(word, "of") }
    guard table["default"] != .none else { return (.choice(words), .text(words[0])) }
    guard let usual = table["default"].string, words.contains(usual) else {
      report("`default` must be one of \(words.joined(separator: ", "))")
      return nil
    }
    return (.choice(words), .text(usual))
  }

  private mutating func text() -> (OpenField.Kind, OpenValue)? {
    let usual = string("default")
    if usual.count > OpenField.maxTextLength {
      report("`default` can have at most \(OpenField.maxTextLength) characters")
    }
    return (.text, .text(usual))
  }

  private mutating func list() -> (OpenField.Kind, OpenValue)? {
    guard let range = wholes() else { return nil }
    let most = whole("most", default: 1000, in: 0...4000)
    let least = whole("least", default: 0, in: 0...4000)
    if least > most {
      report("`least` is \(least), which is greater than `most`, \(most)")
      return nil
    }
    let members = table["default"] == .none ? [] : table["default"].sequence
    var usual: [Int] = []
    for member in members ?? [] {
      guard case .integer(let value) = member, range.contains(value) else {
        report("`default` must be a list of whole numbers from `min` to `max`")
        return nil
      }
      usual.append(value)
    }
    if table["default"] == .none && least > 0 {
      usual = Array(repeating: min(max(0, range.lowerBound), range.upperBound), count: least)
    }
    guard members != nil, (least...max(least, most)).contains(usual.count) else {
      report("`default` must be a list of \(least) to \(most) whole numbers")
      return nil
    }
    return (.list(range, count: least...max(least, most)), .list(usual))
  }

  private mutating func size(_ key: String) -> ClosedRange<Int>? {
    let numbers = table[key].sequence ?? []
    guard numbers.count == 2, case .integer(let low) = numbers[0],
      case .integer(let high) = numbers[1], low >= 1, low <= high, high <= 64
    else {
      report("`\(key)` must be { min, max } from 1 to 64, such as \(key) = { 3, 12 }")
      return nil
    }
    return low...high
  }

  private mutating func grid() -> (OpenField.Kind, OpenValue)? {
    let letters = Array(table["letters"].string ?? "")
    func isPlain(_ letter: Character) -> Bool {
      // The visible characters of ASCII; "\r\n" is one character.
      letter.asciiValue.map { (33...126).contains($0) } == true && letter != "\"" && letter != "\\"
    }
    if let stranger = letters.first(where: { !isPlain($0) }) {
      report(
        "`letters`: \(SafeText.named(String(stranger))) cannot be a letter; use visible ASCII"
          + " characters except for \" and \\, such as letters = \".RGB\"")
    } else if letters.isEmpty || letters.count > 64 || Set(letters).count != letters.count {
      report(
        "`letters` must be 1 to 64 different characters, such as letters = \".RGB\"; the script"
          + " gets 0 for the first")
    }
    guard let rows = size("rows"), let columns = size("columns"), problems.isEmpty else {
      return nil
    }
    var usual = Array(
      repeating: String(repeating: letters[0], count: columns.lowerBound), count: rows.lowerBound)
    if table["default"] != .none {
      let members = table["default"].sequence ?? []
      usual = members.compactMap(\.string)
      let isWhole = usual.count == members.count
      if let problem = problem(ofRows: usual, letters, rows, columns, isWhole: isWhole) {
        report("`default` \(problem)")
        return nil
      }
    }
    return (.grid(letters: letters, rows: rows, columns: columns), .grid(usual))
  }

  /// What is wrong with the rows of a default; nil: nothing.
  private func problem(
    ofRows rows: [String], _ letters: [Character], _ count: ClosedRange<Int>,
    _ columns: ClosedRange<Int>, isWhole: Bool
  ) -> String? {
    func words(_ range: ClosedRange<Int>) -> String {
      range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
    guard isWhole, let first = rows.first else {
      return "must be a list of rows, each a string of the letters"
    }
    guard count.contains(rows.count) else {
      return "must have \(words(count)) rows, as `rows` says, not \(rows.count)"
    }
    for (number, row) in rows.enumerated() {
      if let stranger = row.first(where: { !letters.contains($0) }) {
        return "has \(SafeText.named(String(stranger))) in row \(number + 1), which is not one of"
          + " the letters \(SafeText.named(String(letters), limit: 64))"
      }
      guard columns.contains(row.count) else {
        return "must have \(words(columns)) letters in a row, as `columns` says, not"
          + " \(row.count), in row \(number + 1)"
      }
      guard row.count == first.count else {
        return "must have rows of equal length: row \(number + 1) has \(row.count) letters, and"
          + " row 1 has \(first.count)"
      }
    }
    return nil
  }
}
