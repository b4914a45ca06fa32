extension GameSpecReader {
  // MARK: Tokens

  private static let ofTokens = ["glyph", "letter", "colour", "shape", "label"]

  /// Reads what may lie on the game's board.
  mutating func readTokens() {
    let value = fields.table["tokens"]
    let example = "tokens = { wall = { glyph = \"#\", colour = \"grey\", shape = \"tile\" } }"
    if value == .none {
      if spec.functions.contains(.board) {
        fields.report("`board` needs `tokens`, such as \(example)", at: "board")
      }
      if spec.functions.contains(.hand) && !spec.functions.contains(.board) {
        fields.report("`hand` needs the function `board(s)`, whose places it names", at: "hand")
      }
      return
    }
    guard case .table(let pairs) = value, pairs.count == value.fields.count else {
      fields.report("`tokens` must be a table of names, such as \(example)", at: "tokens")
      return
    }
    if pairs.count > GameSpec.maxTokens {
      fields.report("`tokens` can have at most \(GameSpec.maxTokens) names", at: "tokens")
      return
    }
    for (name, table) in value.fields { readToken(name, table, example) }
    if spec.functions.contains(.hand) && !spec.functions.contains(.board) {
      fields.report("`hand` needs the function `board(s)`, whose places it names", at: "hand")
    }
  }

  private mutating func readToken(_ name: String, _ table: LuaValue, _ example: String) {
    let line = line(ofToken: name)
    func complain(_ what: String) -> String { "`tokens`: \(SafeText.escaped(name)): \(what)" }
    guard (1...40).contains(name.utf8.count), name.utf8.allSatisfy(Self.isTokenByte) else {
      fields.report(
        "`tokens`: \(SafeText.named(name)) must have only lower-case letters, digits and _, at"
          + " most 40", line: line)
      return
    }
    guard case .table = table else {
      fields.report(complain("must be a table, such as \(example)"), line: line)
      return
    }
    for (key, _) in table.fields where !Self.ofTokens.contains(key) {
      fields.report(complain(Self.unknown(key, among: Self.ofTokens)), line: line)
    }
    var token = BoardToken(
      name: name, glyph: "", letter: "?", colour: nil, shape: .disc,
      label: name.split(separator: "_").joined(separator: " "))
    if table["glyph"] != .none {
      if let glyph = table["glyph"].string, glyph.count <= BoardToken.maxGlyphLength {
        checkShown(glyph, called: complain("`glyph`"), line: line)
        token.glyph = SafeText.escaped(glyph)
      } else {
        fields.report(
          complain("`glyph` must be a string of at most \(BoardToken.maxGlyphLength) characters"),
          line: line)
      }
    }
    if table["colour"] != .none {
      token.colour = table["colour"].string.flatMap { BoardToken.colour(named: $0) }
      if token.colour == nil {
        fields.report(complain("`colour` \(BoardToken.mustBeColour)"), line: line)
      }
    }
    if table["shape"] != .none {
      let shapes = BoardToken.Form.allCases.map(\.rawValue)
      if let shape = table["shape"].string.flatMap({ BoardToken.Form(rawValue: $0) }) {
        token.shape = shape
      } else {
        fields.report(
          complain("`shape` must be one of \(shapes.joined(separator: ", "))"), line: line)
      }
    }
    if table["label"] != .none {
      let text = table["label"].string ?? ""
      if (1...BoardToken.maxLabelLength).contains(text.count) {
        checkShown(text, called: complain("`label`"), line: line)
        token.label = SafeText.escaped(text)
      } else {
        fields.report(
          complain("`label` must be a string of 1 to \(BoardToken.maxLabelLength) characters"),
          line: line)
      }
    }
    token.letter = BoardToken.letter(of: name, glyph: token.glyph, colour: token.colour)
    if table["letter"] != .none {
      if let letter = table["letter"].string.map({ Array($0) }), letter.count == 1,
        letter[0].isASCII, !letter[0].isNewline
      {
        token.letter = letter[0]
        // A glyph is shown in place of the letter.
        if token.glyph.isEmpty { note(letter[0], of: name) }
      } else {
        fields.report(complain("`letter` must be a string of one ASCII character"), line: line)
      }
    }
    spec.tokens.append(token)
  }

  /// Remembers that a token was given a letter, and whether another one was given it before.
  private mutating func note(_ letter: Character, of name: String) {
    if let other = lettersOfTokens[letter] {
      spec.duplicateTokens.append(GameSpec.DuplicateTokens(letter: letter, names: [other, name]))
    } else {
      lettersOfTokens[letter] = name
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 95
  }

  /// The line on which a token is declared, at or after that on which the table begins.
  private func line(ofToken name: String) -> Int {
    let start = fields.source.line(settingField: "tokens")
    let lines = fields.source.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, text) in lines.enumerated().dropFirst(start - 1) {
      let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if words.contains(where: { $0 == name }) { return place + 1 }
    }
    return start
  }

  // MARK: Designs

  private static let ofDesigns = ["field", "tokens", "empty", "single", "cycle"]

  /// Reads how levels are drawn.
  mutating func readDesign() {
    let table = fields.table["design"]
    if table == .none { return }
    let example = "design = { field = \"map\", tokens = { [\"#\"] = \"wall\" } }"
    guard case .table = table else {
      fields.report("`design` must be a table, such as \(example)", at: "design")
      return
    }
    for (key, _) in table.fields where !Self.ofDesigns.contains(key) {
      fields.report("`design`: \(Self.unknown(key, among: Self.ofDesigns))", at: "design")
    }
    let grids = spec.fields.filter { if case .grid = $0.kind { true } else { false } }
    let name = table["field"].string ?? ""
    guard let place = spec.fields.firstIndex(where: { $0.name == name }),
      case .grid(let letters, _, _) = spec.fields[place].kind
    else {
      let known = grids.map(\.name)
      fields.report(
        "`design`: `field` must be the name of a field of kind \"grid\""
          + (known.isEmpty ? ", and there is none" : ": \(known.joined(separator: ", "))"),
        at: "design")
      return
    }
    guard let tokens = designTokens(table["tokens"], letters, example) else { return }
    let empty = designLetters("empty", of: table, among: letters) ?? [letters[0]]
    let single = designLetters("single", of: table, among: letters) ?? []
    let others = letters.filter { $0 != empty.first && !single.contains($0) }
    let cycle = designLetters("cycle", of: table, among: letters) ?? others
    guard let first = empty.first, empty.count == 1, !single.contains(first) else {
      fields.report(
        "`design`: `empty` must be one letter of the field that is not in `single`", at: "design")
      return
    }
    spec.design = OpenDesign(
      field: place, letters: letters, tokens: tokens, empty: first, single: Set(single),
      cycle: cycle)
  }

  /// The token of each letter; nil after what is wrong has been reported.
  private mutating func designTokens(
    _ table: LuaValue, _ letters: [Character], _ example: String
  ) -> [BoardToken]? {
    guard case .table = table else {
      fields.report(
        "`design`: `tokens` must give each letter of the field a token, such as \(example)",
        at: "design")
      return nil
    }
    let before = fields.problems.count
    for (letter, _) in table.fields where !letters.contains(where: { String($0) == letter }) {
      fields.report(
        "`design`: \(SafeText.named(letter)) is not a letter of the field:"
          + " \(SafeText.named(String(letters)))", at: "design")
    }
    var tokens: [BoardToken] = []
    for letter in letters {
      guard let name = table[String(letter)].string else {
        fields.report("`design`: the letter '\(letter)' has no token in `tokens`", at: "design")
        continue
      }
      guard let token = spec.tokens.first(where: { $0.name == name }) else {
        let hint = NearestName.suggestion(for: name, among: spec.tokens.map(\.name))
        fields.report(
          "`design`: the game's `tokens` have no \(SafeText.named(name))"
            + (hint.map { "; did you mean '\($0)'?" } ?? ""), at: "design")
        continue
      }
      if tokens.contains(where: { $0.name == name }) {
        fields.report(
          "`design`: two letters have the token '\(name)'; give each its own", at: "design")
      }
      tokens.append(token)
    }
    return fields.problems.count == before ? tokens : nil
  }

  /// Letters of the field in a text; nil if there is none, or after a report.
  private mutating func designLetters(
    _ key: String, of table: LuaValue, among letters: [Character]
  ) -> [Character]? {
    if table[key] == .none { return nil }
    guard let text = table[key].string, text.allSatisfy({ letters.contains($0) }),
      Set(text).count == text.count
    else {
      fields.report(
        "`design`: `\(key)` must be a string of letters of the field, each once:"
          + " \(SafeText.named(String(letters)))", at: "design")
      return nil
    }
    return Array(text)
  }
}
