import TextFormats

/// Reads a table of results row by row, and collects what is wrong with it.
struct ImportReader {
  private let request: ImportRequest
  private let columns: ImportColumns
  private(set) var rows = ImportedRows()
  private(set) var issues: [FileIssue]
  /// The places of levels and of players by name.
  private var levels: [String: Int] = [:]
  private var players: [String: Int] = [:]
  /// The fields that have more names than a run may have, which is reported once.
  private var fullFields: Set<ImportRequest.Field> = []
  private var states: [MetricState]
  /// The columns of the fields, -1 where there is none, by the fields' places.
  private let places: [Int]
  private let decimalComma: Bool
  /// Whether some number has a decimal comma, and the first cell whose points may group thousands:
  /// both in one file leave open what the points are.
  private var hasDecimalComma = false
  private var grouped: Cell?
  /// The first of those cells that is to hold a whole number.
  private var groupedWhole: Cell?
  /// The same for decimal points and commas.
  private var hasDecimalPoint = false
  private var groupedByComma: Cell?
  /// Whether some number has a decimal comma that cannot group thousands.
  private var hasPlainDecimalComma = false
  /// The first text in each metric's column, and how many there are.
  private var texts: [Cell?]
  private var textCounts: [Int]
  /// Games of which nothing says whether they were passed.
  private var unmarked = 0

  /// A cell that may have to be complained about when all rows are read.
  private struct Cell {
    let line: Int
    let column: Int
    let shown: String
  }

  /// What the numbers of a metric's column have been so far.
  private enum MetricState: Equatable {
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
    self.decimalComma = decimalComma
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

  private mutating func complain(_ line: Int, _ column: Int?, _ message: String) {
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
  private func column(of field: ImportRequest.Field) -> Int? {
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
    // Nobody writes a whole number with a decimal comma and three zeros.
    if decimalComma, Self.isGrouped(cell, by: UInt8(ascii: ",")) {
      complain(
        record.line, column, Self.ambiguous(Self.shown(cell), "comma", Self.withoutCommas))
      return nil
    }
    let parsed = CellNumber(cell, decimalComma: decimalComma)
    if decimalComma, Self.isGrouped(cell, by: UInt8(ascii: ".")) {
      guard case .whole = parsed else {
        complain(
          record.line, column, Self.ambiguous(Self.shown(cell), "point", Self.withoutCommas))
        return nil
      }
      if groupedWhole == nil {
        groupedWhole = Cell(line: record.line, column: column, shown: Self.shown(cell))
      }
    }
    noticeForm(of: cell, record.line, column)
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
    let number = CellNumber(cell, decimalComma: decimalComma)
    noticeForm(of: cell, record.line, column)
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
        texts[place] = Cell(line: record.line, column: column, shown: Self.shown(cell))
      }
    }
  }

  /// Notices decimal commas and points, and those that may group thousands.
  private mutating func noticeForm(of cell: ArraySlice<UInt8>, _ line: Int, _ column: Int) {
    guard decimalComma, cell.count > 1 else { return }
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    if cell.contains(comma) {
      let isNumber = CellNumber(cell, decimalComma: true).value != nil
      if isNumber { hasDecimalComma = true }
      if Self.isGrouped(cell, by: comma) {
        if groupedByComma == nil {
          groupedByComma = Cell(line: line, column: column, shown: Self.shown(cell))
        }
      } else if isNumber {
        hasPlainDecimalComma = true
      }
    } else if cell.contains(point), CellNumber(cell, decimalComma: true).value != nil {
      if Self.isGrouped(cell, by: point) {
        if grouped == nil { grouped = Cell(line: line, column: column, shown: Self.shown(cell)) }
      } else {
        hasDecimalPoint = true
      }
    }
  }

  /// Whether a cell is a number whose marks may group thousands, such as `1.000`.
  private static func isGrouped(_ cell: ArraySlice<UInt8>, by mark: UInt8) -> Bool {
    let digits = cell.first == UInt8(ascii: "-") ? cell.dropFirst() : cell
    let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count)
      && groups.dropFirst().allSatisfy { $0.count == 3 }
      && groups.joined().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private func tooLarge(_ cell: ArraySlice<UInt8>, _ limit: String, _ column: Int) -> String {
    "\(Self.shown(cell)) is too large for a metric, which has at most \(limit); use a larger unit, or"
      + " \(leavingOut(column))"
  }

  // MARK: The end

  /// All rows, once every record was taken.
  mutating func finish() -> ImportedRows {
    if hasDecimalComma, let grouped {
      complain(
        grouped.line, grouped.column,
        Self.ambiguous(grouped.shown, "point", "in a file with decimal commas"))
    } else if !hasDecimalPoint, let groupedWhole {
      // No other number says what the points are.
      complain(
        groupedWhole.line, groupedWhole.column,
        Self.ambiguous(groupedWhole.shown, "point", Self.withoutCommas))
    } else if !hasDecimalPoint, let grouped {
      noteReading(grouped, "point")
    }
    if hasDecimalPoint, let groupedByComma {
      complain(
        groupedByComma.line, groupedByComma.column,
        Self.ambiguous(groupedByComma.shown, "comma", "in a file with decimal points"))
    } else if !hasPlainDecimalComma, let groupedByComma {
      noteReading(groupedByComma, "comma")
    }
    if unmarked > 0, unmarked < rows.count {
      rows.notes.append(
        "the column \(SafeText.named(heading(of: .passed))) says nothing of \(ReportNumber.count(unmarked)) of"
          + " \(ReportNumber.count(rows.count)) games, which no pass rate counts; correct it where a game can be"
          + " passed")
    }
    checkTexts()
    rows.notes = columns.notes + keptMetricNotes + rows.notes
    noteSimilar(rows.levels, "levels")
    noteSimilar(rows.players, "players")
    var kept: [[Double]] = []
    for (place, metric) in columns.metrics.enumerated() {
      guard let kind = kind(of: place) else { continue }
      let values = rows.values[place]
      // A column that turned out real had room for larger whole numbers before.
      if kind == .real,
        let row = values.firstIndex(where: { $0.magnitude >= MetricDefinition.maxReal })
      {
        issues.append(
          FileIssue(
            line: rows.line[row], path: "column \(SafeText.named(metric.heading))",
            message: "\(JSONWriter.number(values[row])) is too large for a metric of real numbers,"
              + " which has at most 2^31; use a larger unit"))
      }
      if kind == .real { noteCoarse(values, heading: metric.heading) }
      kept.append(values)
      rows.metrics.append(
        MetricDefinition(
          metric.name, unit: kind == .rate ? "share" : metric.unit, kind: kind,
          summary: "imported from the column \(SafeText.named(metric.heading))"))
    }
    rows.values = kept
    return rows
  }

  /// Notes the first two names that a person would take for the same.
  private mutating func noteSimilar(_ names: [ImportedRows.Name], _ kind: String) {
    var known: [String: ImportedRows.Name] = [:]
    for name in names {
      let words = name.name.lowercased().split(whereSeparator: \.isWhitespace)
      guard let other = known.updateValue(name, forKey: words.joined(separator: " ")) else {
        continue
      }
      rows.notes.append(
        "the \(kind) \(SafeText.named(other.name)) (line \(other.line)) and"
          + " \(SafeText.named(name.name)) (line \(name.line)) differ only in spaces or capital"
          + " letters and are counted apart; write them alike if they are the same")
      return
    }
  }

  /// Notes values that are too small for the steps of 2^-32 in which real figures are kept.
  private mutating func noteCoarse(_ values: [Double], heading: String) {
    let coarse = values.count { value in
      let kept = (value * 0x1p32).rounded() * 0x1p-32
      return (kept - value).magnitude > value.magnitude / 1000
    }
    guard coarse > 0 else { return }
    rows.notes.append(
      "the column \(SafeText.named(heading)): \(coarse == 1 ? "1 value changes" : "\(coarse) values change")"
        + " by more than 0.1%, because real numbers are kept in steps of 2.3e-10; use a smaller unit"
    )
  }

  /// The name of a field's column.
  private func heading(of field: ImportRequest.Field) -> String {
    column(of: field).map { columns.names[$0] } ?? field.rawValue
  }

  /// Notes how a number was read that may have been meant otherwise.
  private mutating func noteReading(_ cell: Cell, _ mark: String) {
    rows.notes.append(
      "the column \(SafeText.named(columns.names[cell.column])): \(cell.shown) (line \(cell.line)) is read"
        + " with a decimal \(mark); if it groups thousands, write it without the \(mark)")
  }

  private static let withoutCommas = "where commas do not separate"

  private static func ambiguous(_ shown: String, _ mark: String, _ place: String) -> String {
    "\(shown) may have a decimal \(mark) or group thousands, \(place); write it without the"
      + " \(mark)"
  }

  /// A column of texts alone is left out; one of texts and numbers is wrong, in whichever order
  /// they come.
  private mutating func checkTexts() {
    for (place, text) in texts.enumerated() {
      guard let text else {
        if states[place] == .empty, rows.count > 0 {
          rows.notes.append(
            "the column \(SafeText.named(columns.metrics[place].heading)) is empty and is left out")
        }
        continue
      }
      if states[place] == .empty {
        rows.notes.append(
          "the column \(SafeText.named(columns.names[text.column])) holds text, such as"
            + " \(text.shown), and is left out")
      } else {
        complain(
          text.line, text.column,
          "expected a number or nothing, found \(text.shown)"
            + (textCounts[place] > 1
              ? ", and text in \(ReportNumber.plain(textCounts[place] - 1, "more cell"))" : "")
            + "; correct it, or \(leavingOut(text.column))")
      }
    }
  }

  /// What to know about the names of the columns that are not left out.
  private var keptMetricNotes: [String] {
    columns.metrics.indices.compactMap { kind(of: $0) == nil ? nil : columns.metrics[$0].note }
  }

  private func kind(of place: Int) -> MetricDefinition.Kind? {
    switch states[place] {
    case .empty: return nil
    case .flags: return .rate
    case .real: return .real
    case .whole:
      let isShare = columns.metrics[place].unit == "share"
      return isShare && rows.values[place].allSatisfy { $0.isNaN || $0 == 0 || $0 == 1 }
        ? .rate : .count
    }
  }

  private func name(_ column: Int) -> String { SafeText.escaped(columns.names[column], limit: 60) }

  /// How to do without a column, as what can be pasted into a shell.
  ///
  /// A name with a comma is two names to the option.
  private func leavingOut(_ column: Int) -> String {
    let name = columns.names[column]
    return name.contains(",")
      ? "remove the column" : "leave the column out with --ignore \(ShellText.quoted(name))"
  }

  private static func shown(_ cell: ArraySlice<UInt8>) -> String {
    SafeText.quoted(String(decoding: cell.prefix(200), as: UTF8.self), limit: 40)
  }
}
