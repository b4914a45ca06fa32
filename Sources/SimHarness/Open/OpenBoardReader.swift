/// Reads what a game's function `board` returned.
///
/// The first thing that is wrong ends it, in one line with the line of the function.
struct OpenBoardReader {
  private let spec: GameSpec
  private let tokens: [String: BoardToken]

  init(_ spec: GameSpec) {
    self.spec = spec
    tokens = Dictionary(spec.tokens.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Why a board cannot be drawn.
  struct Problem: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  private static let known = ["rows", "cells", "columns", "places", "width", "height", "facts"]

  func read(_ table: LuaValue) throws(Problem) -> OpenBoard {
    guard case .table = table else {
      throw Problem(
        "board must return a table with `rows`, `cells` or `places`, not \(table.typeName)")
    }
    for (key, _) in table.fields where !Self.known.contains(key) {
      throw Problem(GameSpecReader.unknown(key, among: Self.known))
    }
    let forms = ["rows", "cells", "places"].filter { table[$0] != .none }
    guard forms.count == 1 else {
      throw Problem(
        "board must return one of `rows`, `cells` and `places`, not "
          + (forms.isEmpty ? "none" : forms.joined(separator: " and ")))
    }
    var board =
      switch forms[0] {
      case "rows": try rows(try list(table["rows"], "rows", "lists of tokens"))
      case "cells":
        try cells(
          try list(table["cells"], "cells", "tokens", isOfCells: true), table["columns"])
      default: try places(table)
      }
    board.facts = try facts(table["facts"])
    return board
  }

  /// The members of a list without gaps.
  private func list(
    _ value: LuaValue, _ name: String, _ what: String, isOfCells: Bool = false
  ) throws(Problem) -> [LuaValue] {
    guard case .table(let pairs) = value, let members = value.sequence,
      members.count == pairs.count
    else {
      throw Problem(
        "`\(name)` must be a list of \(what)\(isOfCells ? ", with false where nothing lies" : ""), not "
          + (value.sequence == nil ? value.typeName : "a table with gaps or names"))
    }
    return members
  }

  // MARK: Cells

  private func rows(_ rows: [LuaValue]) throws(Problem) -> OpenBoard {
    guard (1...OpenBoard.maxSide).contains(rows.count) else {
      throw Problem("`rows` must be 1 to \(OpenBoard.maxSide) rows, not \(rows.count)")
    }
    var cells: [LuaValue] = []
    var columns = 0
    for (index, row) in rows.enumerated() {
      let members = try list(row, "rows[\(index + 1)]", "tokens", isOfCells: true)
      if index == 0 { columns = members.count }
      guard columns > 0 else { throw Problem("row 1 has no cells") }
      guard members.count == columns else {
        throw Problem("row \(index + 1) has \(members.count) cells, and the first has \(columns)")
      }
      cells += members
    }
    return try board(cells, columns: columns)
  }

  private func cells(_ cells: [LuaValue], _ width: LuaValue) throws(Problem) -> OpenBoard {
    guard case .integer(let columns) = width, columns >= 1 else {
      throw Problem("`columns` must be the number of cells in a row, not \(width.found)")
    }
    guard cells.count % columns == 0, !cells.isEmpty else {
      throw Problem("\(cells.count) cells are not whole rows of \(columns)")
    }
    return try board(cells, columns: columns)
  }

  private func board(_ cells: [LuaValue], columns: Int) throws(Problem) -> OpenBoard {
    let limit = OpenBoard.maxSide
    guard (1...limit).contains(columns), cells.count / columns <= limit else {
      throw Problem("a board can have at most \(limit) rows and \(limit) columns")
    }
    var board = OpenBoard(
      width: OpenBoard.size(Double(columns)), height: OpenBoard.size(Double(cells.count / columns)),
      columns: columns, places: [])
    board.places.reserveCapacity(cells.count)
    for (index, value) in cells.enumerated() {
      let (row, column) = (index / columns, index % columns)
      let tokens = try self.tokens(of: value, at: "row \(row + 1), cell \(column + 1)")
      // What a floor holds is not said to lie on it.
      let named = tokens.count > 1 ? tokens.filter { !$0.isGround || $0.colour != nil } : tokens
      let label =
        named.isEmpty ? "nothing" : named.reversed().map(\.label).joined(separator: " on ")
      board.places.append(
        OpenBoard.Place(
          x: OpenBoard.middle(Double(column)), y: OpenBoard.middle(Double(row)), tokens: tokens,
          move: nil, words: "row \(row), column \(column), \(label)"))
    }
    return board
  }

  /// A cell's tokens: a name, false for none, or a list of names from the lowest on.
  private func tokens(of value: LuaValue, at place: String) throws(Problem) -> [BoardToken] {
    switch value {
    case .boolean(false): return []
    case .string(let name): return [try token(name, at: place)]
    case .table:
      let names = try list(value, place, "tokens")
      guard names.count <= OpenBoard.maxLayers else {
        throw Problem("\(place): at most \(OpenBoard.maxLayers) tokens can lie in one place")
      }
      var found: [BoardToken] = []
      for name in names {
        guard let text = name.string else {
          throw Problem("\(place): a token is named by a string, not \(name.typeName)")
        }
        found.append(try token(text, at: place))
      }
      return found
    default:
      throw Problem(
        "\(place): must be a token's name, a list of them or false, not \(value.typeName)")
    }
  }

  private func token(_ name: String, at place: String) throws(Problem) -> BoardToken {
    if let token = tokens[name] { return token }
    let hint = NearestName.suggestion(for: name, among: tokens.keys.sorted())
    throw Problem(
      "\(place): `tokens` has no \(SafeText.named(name))"
        + (hint.map { "; did you mean '\($0)'?" } ?? ""))
  }

  // MARK: Free places

  private static let ofPlaces = ["x", "y", "token", "glyph", "colour", "label", "move"]

  private func places(_ table: LuaValue) throws(Problem) -> OpenBoard {
    let members = try list(table["places"], "places", "tables")
    guard members.count <= OpenBoard.maxPlaces else {
      throw Problem("`places` can have at most \(OpenBoard.maxPlaces) places")
    }
    func side(_ key: String) throws(Problem) -> Double {
      let limit = Double(OpenBoard.maxSide)
      guard let number = table[key].number, number >= 1, number <= limit else {
        throw Problem(
          "`\(key)` must be the board's \(key) in cells, 1 to \(OpenBoard.maxSide), not"
            + " \(table[key].found)")
      }
      return number
    }
    let (width, height) = (try side("width"), try side("height"))
    var board = OpenBoard(
      width: OpenBoard.size(width), height: OpenBoard.size(height), columns: nil, places: [])
    for (index, member) in members.enumerated() {
      board.places.append(
        try place(member, number: index + 1, width: width, height: height))
    }
    return board
  }

  private func place(
    _ table: LuaValue, number: Int, width: Double, height: Double
  ) throws(Problem) -> OpenBoard.Place {
    let name = "place \(number)"
    for (key, _) in table.fields where !Self.ofPlaces.contains(key) {
      throw Problem("\(name): \(GameSpecReader.unknown(key, among: Self.ofPlaces))")
    }
    func middle(_ key: String, _ limit: Double) throws(Problem) -> Int {
      guard let value = table[key].number, value >= 0.5, value <= limit + 0.5 else {
        throw Problem(
          "\(name): `\(key)` must be a number from 0.5 to \(JSONWriter.number(limit + 0.5)): 1 is"
            + " the middle of the first cell")
      }
      return OpenBoard.middle(value - 1)
    }
    let (x, y) = (try middle("x", width), try middle("y", height))
    var tokens = table["token"] == .none ? [] : try self.tokens(of: table["token"], at: name)
    var label = tokens.last?.label ?? "nothing"
    if let last = tokens.indices.last {
      if let glyph = try text("glyph", of: table, BoardToken.maxGlyphLength, name) {
        tokens[last].glyph = glyph
      }
      if let colour = try text("colour", of: table, 20, name) {
        guard let found = BoardToken.colour(named: colour) else {
          throw Problem("\(name): `colour` \(BoardToken.mustBeColour)")
        }
        tokens[last].colour = found
      }
    }
    if let own = try text("label", of: table, BoardToken.maxLabelLength, name) { label = own }
    return OpenBoard.Place(
      x: x, y: y, tokens: tokens, move: try move(table["move"], at: name), words: label)
  }

  private func text(
    _ key: String, of table: LuaValue, _ limit: Int, _ place: String
  ) throws(Problem) -> String? {
    if table[key] == .none { return nil }
    guard let text = table[key].string, text.count <= limit else {
      throw Problem("\(place): `\(key)` must be a string of at most \(limit) characters")
    }
    return SafeText.escaped(text)
  }

  private func move(_ value: LuaValue, at place: String) throws(Problem) -> OpenMove? {
    if value == .none { return nil }
    var numbers: [Int] = []
    for member in value.sequence ?? [] {
      if case .integer(let number) = member { numbers.append(number) }
    }
    guard numbers.count == spec.move.count,
      zip(numbers, spec.move).allSatisfy({ $1.range.contains($0) })
    else {
      if numbers.count == spec.move.count,
        let (number, wanted) = zip(numbers, spec.move).first(where: { !$1.range.contains($0) })
      {
        throw Problem(
          "\(place): `move`: `\(wanted.name)` must be from \(wanted.range.lowerBound) to"
            + " \(wanted.range.upperBound), not \(number)")
      }
      let names = spec.move.map(\.name).joined(separator: ", ")
      throw Problem("\(place): `move` must be the numbers of a move: { \(names) }")
    }
    return OpenMove(numbers)
  }

  // MARK: Facts

  private func facts(_ value: LuaValue) throws(Problem) -> [OpenBoard.Fact] {
    if value == .none { return [] }
    let example = "facts = { { \"moves\", 12 } }"
    let members = try list(value, "facts", "pairs")
    guard members.count <= OpenBoard.maxFacts else {
      throw Problem("`facts` can have at most \(OpenBoard.maxFacts) pairs")
    }
    var facts: [OpenBoard.Fact] = []
    for member in members {
      let pair = member.sequence ?? []
      guard pair.count == 2, let name = pair[0].string else {
        throw Problem("`facts` must be a list of pairs, such as \(example)")
      }
      let text: String
      switch pair[1] {
      case .integer(let number): text = "\(number)"
      case .number(let number) where number.isFinite: text = JSONWriter.number(number)
      case .string(let string): text = SafeText.escaped(string, limit: BoardToken.maxLabelLength)
      default: throw Problem("`facts`: \(SafeText.named(name)) must be a number or a string")
      }
      facts.append(
        OpenBoard.Fact(name: SafeText.escaped(name, limit: BoardToken.maxLabelLength), value: text))
    }
    return facts
  }
}

extension LuaValue {
  /// The value in a message: a number itself, else what it is.
  fileprivate var found: String {
    switch self {
    case .integer(let number): "\(number)"
    // The sign of what is no number differs between machines.
    case .number(let number): number.isNaN ? "nan" : "\(number)"
    default: typeName
    }
  }
}

extension BoardToken {
  /// The colour of this name; nil for any other.
  static func colour(named name: String) -> CanvasColour? {
    CanvasColour(rawValue: name)
  }

  /// What a colour may be, for messages.
  static var mustBeColour: String {
    "must be one of " + CanvasColour.allCases.map { "\($0)" }.joined(separator: ", ")
  }
}
