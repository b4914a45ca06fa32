import SimHarness

/// Reads the legend and the grid of a level file, recording everything that is wrong with them.
struct BubbleGridDecoder {
  let rules: BubbleRules
  let kinds: BubbleKindResolver
  /// Whether the sizes of the board are known, so that rows can be measured.
  let measures: Bool
  private(set) var legend = BubbleLegend()
  private(set) var bubbles: [Cell: BubbleToken] = [:]

  /// Where the legend names each letter.
  private var places: [Character: JSONCursor] = [:]
  /// Letters whose legend entry is wrong already.
  private var invalid = Set<Character>()
  /// The first place of each letter in the grid.
  private var uses: [Character: (place: JSONCursor, column: Int)] = [:]

  init(rules: BubbleRules, kinds: BubbleKindResolver, measures: Bool) {
    self.rules = rules
    self.kinds = kinds
    self.measures = measures
  }

  mutating func decode(legend: JSONCursor?, grid: JSONCursor?) {
    if let legend { decodeLegend(legend) }
    if let grid { decodeGrid(grid) }
    checkLetters()
    checkKinds()
    if let grid { checkCount(at: grid) }
  }

  // MARK: Legend

  private mutating func decodeLegend(_ cursor: JSONCursor) {
    var legend: [Character: BubbleToken] = [:]
    _ = cursor.dictionary(of: "letters", count: 0...1_000) { key, field -> Bool? in
      guard let letter = Self.letter(key, field) else { return nil }
      places[letter] = field
      guard let name = field.string() else {
        invalid.insert(letter)
        return nil
      }
      legend[letter] = BubbleToken(name: name)
      return true
    }
    self.legend = BubbleLegend(own: legend)
  }

  private static func letter(_ key: String, _ field: JSONCursor) -> Character? {
    if key == " " || key == "." {
      field.report("\(SafeText.quoted(key)) always means an empty cell; choose another letter")
      return nil
    }
    let scalars = Array(key.unicodeScalars)
    guard scalars.count == 1 else {
      field.report(
        "a letter of the legend must be one character, found \(SafeText.quoted(key)); shorten it")
      return nil
    }
    guard BubbleLegend.isLetter(scalars[0]) else {
      field.report("\(SafeText.quoted(key)) is not visible in a grid; choose another letter")
      return nil
    }
    return Character(scalars[0])
  }

  // MARK: Grid

  private mutating func decodeGrid(_ cursor: JSONCursor) {
    let limit = Int(BubbleRules.parameter("rows").maximum)
    let maxRows = measures ? rules.rows : limit
    if case .array(let elements) = cursor.value.kind, elements.count > maxRows {
      let most =
        maxRows < limit && elements.count > limit
        ? "\(maxRows) rows, and never more than \(limit)" : "\(maxRows) rows"
      cursor.report(
        "expected at most \(most), found \(elements.count); remove "
          + (elements.count > limit
            ? "\(elements.count - maxRows)" : "some or set rows to \(elements.count)"))
      return
    }
    var row = 0
    _ = cursor.array(of: "strings", count: 0...maxRows) { line -> Bool? in
      defer { row += 1 }
      guard let text = line.string() else { return nil }
      return decodeRow(row, Array(text.unicodeScalars), at: line)
    }
  }

  private mutating func decodeRow(
    _ row: Int, _ scalars: [Unicode.Scalar], at line: JSONCursor
  ) -> Bool? {
    let width = HexGrid.width(ofRow: row, columns: rules.columns)
    if measures && scalars.count != width {
      let kind = HexGrid.isShort(row) ? "odd" : "even"
      let change = scalars.count - width
      let advice = change > 0 ? "remove \(change)" : "add \(-change)"
      line.report(
        "row \(row) has \(scalars.count) cells; \(kind) rows have \(width); \(advice)")
    }
    let maxColumns = Int(BubbleRules.parameter("columns").maximum)
    for (column, scalar) in scalars.prefix(maxColumns).enumerated()
    where scalar != "." && scalar != " " {
      let letter = Character(scalar)
      if uses[letter] == nil { uses[letter] = (line, column) }
      guard column < width, let token = legend[letter] else { continue }
      bubbles[Cell(row: row, column: column)] = token
    }
    return true
  }

  // MARK: Meanings

  /// Reports the letters of the grid that mean nothing.
  private func checkLetters() {
    for (letter, use) in uses where legend[letter] == nil && !invalid.contains(letter) {
      let other = letter.isLowercase ? letter.uppercased() : letter.lowercased()
      let hint =
        other.count == 1 && legend[Character(other)] != nil
        ? "did you mean \(SafeText.named(other))? " : ""
      let known = legend.meanings.map { "\($0.letter) \($0.token.name)" }
      use.place.report(
        "unknown letter \(SafeText.named(String(letter))) in column \(use.column); "
          + hint + "known: \(NearestName.list(known)); `legend` can name kinds by other letters")
    }
  }

  /// Reports kinds that are not there, that do not load or that the ruleset does not know.
  private func checkKinds() {
    for (letter, place) in places where uses[letter] == nil {
      guard case .kind(let name) = legend.own[letter] else { continue }
      if case .unknown = kinds.answer(for: name) { place.report(unknown(name)) }
    }
    for (letter, use) in uses {
      guard case .kind(let name) = legend[letter] else { continue }
      let place = places[letter] ?? use.place
      if rules.ruleset == .frozenBubble {
        use.place.report(
          "the ruleset frozen-bubble has plain colours only; "
            + "remove \(SafeText.named(name)) from the grid")
      }
      check(name, letter: letter, at: place)
    }
  }

  /// Reports a level that needs more kinds than a board has room for.
  private func checkCount(at grid: JSONCursor) {
    var needed = Set<String>()
    for letter in uses.keys {
      guard case .kind(let name) = legend[letter] else { continue }
      // What is wrong with a single kind has been reported.
      for kind in (try? kinds.closure(of: [name])) ?? [] { needed.insert(kind.name) }
    }
    if needed.count > BubbleLevelFile.maxKinds {
      grid.report(
        "the level needs \(needed.count) kinds of specials, more than the maximum of "
          + "\(BubbleLevelFile.maxKinds); use fewer")
    }
  }

  private func check(_ name: String, letter: Character, at place: JSONCursor) {
    if case .unknown = kinds.answer(for: name) {
      let isDefault = places[letter] == nil
      place.report(
        isDefault
          ? "the letter '\(letter)' stands for '\(name)', which does not exist; "
            + "name the letter in `legend` or restore the script; known: "
            + NearestName.list(kinds.names) + kinds.searched
          : unknown(name))
      return
    }
    do throws(LevelError) {
      _ = try kinds.closure(of: [name])
    } catch {
      place.report(error.description)
    }
  }

  private func unknown(_ name: String) -> String {
    let known = BubbleColour.allCases.map(\.name) + kinds.names
    return kinds.complaint(about: name, called: "bubble", known: known)
  }
}
