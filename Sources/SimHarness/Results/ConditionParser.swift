/// Reads a condition from left to right and knows where it is.
struct ConditionParser {
  private let text: String
  private let characters: [Character]
  private var place = 0

  private static let longest = 1000

  init(_ text: String) {
    self.text = text
    characters = Array(text.prefix(Self.longest + 1))
  }

  mutating func condition() throws(ConditionError) -> Condition {
    guard characters.count <= Self.longest else {
      throw failure("the condition is longer than \(Self.longest) characters; shorten it")
    }
    skipSpaces()
    let metric = name()
    guard !metric.isEmpty else {
      throw failure("expected the name of a metric, such as in pass_rate(casual) in 0.4...0.6")
    }
    skipSpaces()
    let agent = try agent()
    skipSpaces()
    let bound = try bound()
    skipSpaces()
    guard place == characters.count else {
      throw failure("expected the end of the condition; remove the rest")
    }
    return Condition(metric: metric, agent: agent, bound: bound)
  }

  private mutating func name() -> String {
    let start = place
    while place < characters.count, isName(characters[place]) { place += 1 }
    return String(characters[start..<place])
  }

  private func isName(_ character: Character) -> Bool {
    character == "_" || (character.isASCII && (character.isLetter || character.isNumber))
  }

  /// An agent between parentheses; those within its own name or path come in pairs.
  private mutating func agent() throws(ConditionError) -> String {
    guard take("(") else { throw failure("expected '(' and an agent, such as (casual)") }
    let start = place
    var depth = 1
    while place < characters.count {
      if characters[place] == "(" { depth += 1 }
      if characters[place] == ")" { depth -= 1 }
      if depth == 0 { break }
      place += 1
    }
    guard depth == 0 else { throw failure("expected ')' after the agent") }
    let agent = trimmed(characters[start..<place])
    guard !agent.isEmpty else { throw failure("expected an agent, such as casual") }
    place += 1
    return agent
  }

  private func trimmed(_ part: ArraySlice<Character>) -> String {
    var part = part
    while part.first == " " { part.removeFirst() }
    while part.last == " " { part.removeLast() }
    return String(part)
  }

  private mutating func bound() throws(ConditionError) -> Condition.Bound {
    if take(">=") { return .atLeast(try number()) }
    if take("<=") { return .atMost(try number()) }
    guard take("in") else {
      let instead = peek(0) == ">" ? "; write >= for >" : peek(0) == "<" ? "; write <= for <" : ""
      throw failure("expected 'in A...B', '>= X' or '<= X'\(instead)")
    }
    let low = try number()
    skipSpaces()
    guard take("...") else { throw failure("expected '...' between the two ends of the range") }
    skipSpaces()
    let start = place
    let high = try number()
    guard low <= high else {
      place = start
      throw failure("the first number of the range is larger than the second; swap them")
    }
    return .within(low...high)
  }

  /// A decimal number; its point must have a digit behind it, so that `1...2` is a range.
  private mutating func number() throws(ConditionError) -> Double {
    skipSpaces()
    let start = place
    _ = take("-")
    let digits = place
    skipDigits()
    if place > digits, peek(0) == ".", peek(1).map(isDigit) == true {
      place += 1
      skipDigits()
    }
    if place > digits, let next = peek(0), "eE".contains(next) {
      let mark = place
      place += 1
      if !take("-") { _ = take("+") }
      let exponent = place
      skipDigits()
      if place == exponent { place = mark }
    }
    guard place > digits, let value = Double(String(characters[start..<place])), value.isFinite
    else {
      place = start
      throw failure("expected a number, such as 0.45")
    }
    try checkEnd(of: value, from: start)
    return value
  }

  /// Rejects what people write behind a number that is not read as a part of it: a percent sign, or
  /// a decimal comma.
  private mutating func checkEnd(of value: Double, from start: Int) throws(ConditionError) {
    let written = String(characters[start..<place])
    if peek(0) == "%" {
      place = start
      let share = Share.corrected([value])?.first.map(JSONWriter.number)
      throw failure("write a number without '%'" + (share.map { ", such as \($0)" } ?? ""))
    }
    if peek(0) == ",", peek(1).map(isDigit) == true {
      place += 1
      let start = place
      skipDigits()
      let fraction = String(characters[start..<place])
      place = start - 1
      throw failure("write the number with a decimal point: \(written).\(fraction)")
    }
  }

  // MARK: Characters

  private func peek(_ distance: Int) -> Character? {
    place + distance < characters.count ? characters[place + distance] : nil
  }

  private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private mutating func skipDigits() {
    while let next = peek(0), isDigit(next) { place += 1 }
  }

  private mutating func skipSpaces() {
    while peek(0) == " " { place += 1 }
  }

  private mutating func take(_ word: String) -> Bool {
    let wanted = Array(word)
    guard place + wanted.count <= characters.count,
      Array(characters[place..<place + wanted.count]) == wanted
    else { return false }
    place += wanted.count
    return true
  }

  private func failure(_ message: String) -> ConditionError {
    ConditionError(text: text, column: min(place, Self.longest) + 1, message: message)
  }
}
