import TextFormats

/// Reads a table of results row by row, and collects what is wrong with it.
struct ImportReader {
  private let request: ImportRequest
  let columns: ImportColumns
  var rows = ImportedRows()
  var issues: [FileIssue]
  /// The places of levels and of players by name.
  private var levels: [String: Int] = [:]
  private var players: [String: Int] = [:]
  /// The fields that have more names than a run may have, which is reported once.
  private var fullFields: Set<ImportRequest.Field> = []
  private(set) var states: [MetricState]
  /// The columns of the fields, -1 where there is none, by the fields' places.
  private let places: [Int]
  private(set) var marks: NumberMarks
  /// The first text in each metric's column, and how many there are.
  private(set) var texts: [NumberMarks.Cell?]
  private(set) var textCounts: [Int]
  /// Games of which nothing says whether they were passed.
  private(set) var unmarked = 0

  /// What the numbers of a metric's column have been so far.
  enum MetricState: Equatable {
    case empty
    case flags
    case whole
    case real
  }

  /// The maximum number of problems, after which reading stops.
  private static let maxIssues = 1000
  private static let maxNameLength = 200

  init(_ columns: ImportColumns, request: ImportRequest, decimalComma: Bool) {
    self.columns = columns
    self.request = request
    marks = NumberMarks(decimalComma: decimalComma)
    issues = columns.issues
    states = columns.metrics.map { _ in .empty }
    texts = columns.metrics.map { _ in nil }
    textCounts = columns.metrics.map { _ in 0 }
    rows.values = columns.metrics.map { _ in [] }
    places = ImportRequest.Field.allCases.map { field in
      field == .player && request.together != nil ? -1 : columns.place(of: field) ?? -1
    }
    if let name = request.together { rows.players = [ImportedRows.Name(name: name, line: 1)] }
  }

  var isFull: Bool { issues.count >= Self.maxIssues }

  mutating func complain(_ line: Int, _ column: Int?, _ message: String) {
    let name = column.map { "column \(SafeText.named(columns.names[$0]))" } ?? ""
    issues.append(FileIssue(line: line, path: name, message: message))
  }

  // MARK: Rows

  /// Takes the record that a reader has read.
  mutating func take(_ record: CSVReader) {
    let line = record.line
    // Spreadsheets write such rows below a table.
    if record.fields.allSatisfy(\.isEmpty) { return }
    guard hasAllColumns(record) else { return }
    if isHeading(record) {
      complain(line, nil, "this is the header line again; remove it")
      return
    }
    guard rows.count < ImportedRows.maxRows else {
      if rows.count == ImportedRows.maxRows, issues.isEmpty {
        complain(line, nil, "there are more than 20,000,000 rows; import parts of the file")
      }
      return
    }
    let before = issues.count
    let level = place(of: .level, record)
    let player = column(of: .player) == nil ? 0 : place(of: .player, record)
    let game = number(.game, record, in: 0...ImportedRows.maxGame, missing: -1)
    let end = end(record)
    let score = number(
      .score, record, in: -Saturating.limit...Saturating.limit, missing: 0)
    let moves = number(.moves, record, in: 0...ImportedRows.maxMoves, missing: 0)
    for (column, role) in columns.roles.enumerated() {
      if case .metric(let place) = role { take(metric: place, column, record) }
    }
    guard issues.count == before, let level, let player, let game, let end, let score, let moves
    else {
      // The columns stay of one length.
      for place in rows.values.indices where rows.values[place].count > rows.count {
        rows.values[place].removeLast()
      }
      return
    }
    rows.level.append(Int32(level))
    rows.player.append(Int32(player))
    rows.game.append(game)
    rows.end.append(end)
    rows.score.append(score)
    rows.moves.append(moves)
    rows.line.append(line)
    rows.levels[level].rows += 1
    rows.players[player].rows += 1
  }

  /// Whether a record has as many fields as the header line.
  private mutating func hasAllColumns(_ record: CSVReader) -> Bool {
    guard let problem = record.problem(withColumns: columns.roles.count) else { return true }
    complain(record.line, nil, problem)
    return false
  }

  /// Whether a record is the header line once more, as where files were put together.
  private func isHeading(_ record: CSVReader) -> Bool {
    columns.names.indices.allSatisfy { place in
      record.bytes[record.fields[place]].elementsEqual(columns.names[place].utf8)
    }
  }

  /// The column of a field; nil if the table does not have it.
  func column(of field: ImportRequest.Field) -> Int? {
    let column = places[field.place]
    return column < 0 ? nil : column
  }

  /// The place of a level or player; nil after a problem was reported.
  private mutating func place(of field: ImportRequest.Field, _ record: CSVReader) -> Int? {
    guard let column = column(of: field) else { return nil }
    guard let written = record.text(column) else {
      complain(record.line, column, "the text is not valid UTF-8; save the file as UTF-8")
      return nil
    }
    let text = ExportLayout.withoutApostrophe(written)
    let isLevel = field == .level
    if let place = isLevel ? levels[text] : players[text] { return place }
    let count = isLevel ? levels.count : players.count
    let limit = isLevel ? ImportedRows.maxLevels : ImportedRows.maxPlayers
    guard !text.allSatisfy(\.isWhitespace) else {
      complain(record.line, column, "there is no name; write the \(field)'s name")
      return nil
    }
    guard text.unicodeScalars.count <= Self.maxNameLength else {
      complain(
        record.line, column,
        "the name is longer than \(Self.maxNameLength) characters; shorten it")
      return nil
    }
    guard count < limit else {
      if !fullFields.contains(field) {
        fullFields.insert(field)
        complain(
          record.line, column,
          field == .player
            ? "this is player number \(limit + 1), and a run has at most \(limit) of them; count all"
              + " of them as one player with --together people"
            : "this is level number \(limit + 1), and a run has at most \(limit); import parts")
      }
      return nil
    }
    let name = ImportedRows.Name(name: text, line: record.line)
    if isLevel {
      levels[text] = count
      rows.levels.append(name)
    } else {
      players[text] = count
      rows.players.append(name)
    }
    return count
  }

  /// A whole number; `missing` where the table does not have the column, nil after a problem was
  /// reported.
  private mutating func number(
    _ field: ImportRequest.Field, _ record: CSVReader, in range: ClosedRange<Int>, missing: Int
  ) -> Int? {
    guard let column = column(of: field) else { return missing }
    let cell = record.bytes[record.fields[column]]
    let parsed = CellNumber(cell, decimalComma: marks.decimalComma)
    if let problem = marks.notice(whole: cell, parsed, record.line, column) {
      complain(record.line, column, problem)
      return nil
    }
    switch parsed {
    case .whole(let number) where range.contains(number): return number
    case .missing:
      complain(
        record.line, column,
        (cell.isEmpty
          ? "the cell is empty; write a number"
          : "expected a whole number, found \(Self.shown(cell)); correct it")
          + ", or \(leavingOut(column))")
    case .real(let number) where number.rounded() != number:
      complain(
        record.line, column,
        "expected a whole number, found \(Self.shown(cell)); round it, or rename the column"
          + " to make it a metric")
    case .whole, .real, .tooLarge, .infinite:
      complain(
        record.line, column,
        "expected a whole number from \(Self.words(range)), found \(Self.shown(cell)); correct it"
      )
    case .flag, .text:
      complain(
        record.line, column, "expected a whole number, found \(Self.shown(cell)); correct it")
    }
    return nil
  }

  private static func words(_ range: ClosedRange<Int>) -> String {
    range.upperBound == Saturating.limit
      ? "-10^15 to 10^15" : "\(range.lowerBound) to \(ReportNumber.count(range.upperBound))"
  }

  /// How the game ended; nil after a problem was reported.
  private mutating func end(_ record: CSVReader) -> GameEnd? {
    guard let column = column(of: .passed) else { return nil }
    let cell = record.bytes[record.fields[column]]
    if let end = PassMark.end(cell) {
      if end == .ended, !PassMark.saysEnded(cell) { unmarked += 1 }
      return end
    }
    complain(
      record.line, column,
      "expected 1 or 0, true or false, yes or no, win or lose, or nothing, found"
        + " \(Self.shown(cell)); correct it")
    return nil
  }

  // MARK: Metrics

  private mutating func take(metric place: Int, _ column: Int, _ record: CSVReader) {
    let state = states[place]
    let cell = record.bytes[record.fields[column]]
    let number = CellNumber(cell, decimalComma: marks.decimalComma)
    marks.notice(cell, number, record.line, column)
    rows.values[place].append(number.value ?? .nan)
    switch number {
    case .missing: break
    case .flag: if state == .empty { states[place] = .flags }
    case .whole(let value):
      guard value.magnitude <= Saturating.limit else {
        return complain(record.line, column, tooLarge(cell, "10^15", column))
      }
      if state == .empty || state == .flags { states[place] = .whole }
    case .real(let value):
      guard value.magnitude < MetricDefinition.maxReal else {
        let limit = value.rounded() == value ? "10^15" : "2^31"
        return complain(record.line, column, tooLarge(cell, limit, column))
      }
      states[place] = .real
    case .tooLarge: complain(record.line, column, tooLarge(cell, "2^31", column))
    case .infinite:
      complain(
        record.line, column,
        "\(Self.shown(cell)) is infinite, and a metric is a finite number; leave the cell empty, or"
          + " \(leavingOut(column))")
    case .text:
      // Whether it is wrong depends on the other cells of the column.
      textCounts[place] += 1
      if texts[place] == nil {
        texts[place] = NumberMarks.Cell(cell, record.line, column)
      }
    }
  }

  private func tooLarge(_ cell: ArraySlice<UInt8>, _ limit: String, _ column: Int) -> String {
    "\(Self.shown(cell)) is too large for a metric, which has at most \(limit); use a larger unit, or"
      + " \(leavingOut(column))"
  }

  /// How to do without a column, as what can be pasted into a shell.
  ///
  /// A name with a comma is two names to the option.
  func leavingOut(_ column: Int) -> String {
    let name = columns.names[column]
    return name.contains(",")
      ? "remove the column" : "leave the column out with --ignore \(ShellText.quoted(name))"
  }

  static func shown(_ cell: ArraySlice<UInt8>) -> String {
    SafeText.quoted(String(decoding: cell.prefix(200), as: UTF8.self), limit: 40)
  }
}
