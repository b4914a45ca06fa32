extension ImportedRows {
  /// Reads a table of results: one row per game.
  ///
  /// - Parameters:
  ///   - source: Gives the next bytes of the file; none at its end.
  ///   - file: Its name in messages.
  ///   - request: How it is to be read.
  ///   - progress: Called with the number of rows read so far.
  /// - Throws: `FileIssues` with everything that is wrong, by line, or what the source throws.
  public init(
    reading source: @escaping () throws -> [UInt8], file: String, request: ImportRequest,
    progress: (Int) -> Void = { _ in }
  ) throws {
    var isBegun = false
    var table = CSVReader {
      let bytes = try source()
      if !isBegun, let message = Self.archive(bytes) {
        throw FileIssues(file: file, issues: [FileIssue(line: 1, path: "", message: message)])
      }
      isBegun = true
      return bytes
    }
    var reader: ImportReader?
    do {
      while try table.next() {
        if reader != nil {
          reader?.take(table)
          if table.line & 0x3FFF == 0 { progress(reader?.rows.count ?? 0) }
          if reader?.isFull ?? false { break }
          continue
        }
        var heading: [String] = []
        for place in table.fields.indices {
          guard let name = table.text(place) else {
            throw FileIssues(
              file: file,
              issues: [
                FileIssue(
                  line: table.line, path: "",
                  message: "the header line is not valid UTF-8; save the file as UTF-8")
              ])
          }
          heading.append(name)
        }
        let columns = ImportColumns(heading, line: table.line, request: request)
        guard columns.issues.isEmpty else { throw FileIssues(file: file, issues: columns.issues) }
        reader = ImportReader(
          columns, request: request, decimalComma: table.separator != UInt8(ascii: ","))
      }
    } catch let fault as CSVFault {
      let column = fault.column.map { "column \($0 + 1)" } ?? ""
      throw FileIssues(
        file: file,
        issues: (reader?.issues ?? [])
          + [FileIssue(line: fault.line, path: column, message: fault.message)])
    }
    guard var reader else {
      throw FileIssues(
        file: file,
        issues: [
          FileIssue(
            line: 1, path: "",
            message:
              "the file is empty; write a header line with level,player,passed and a row per game")
        ])
    }
    var rows = reader.finish()
    var issues = reader.issues
    if issues.isEmpty, rows.count == 0 {
      issues.append(
        FileIssue(line: 1, path: "", message: "there are no rows; write a row per game"))
    }
    if issues.isEmpty, rows.levels.count * rows.players.count > Self.maxCells {
      issues.append(
        FileIssue(
          line: 1, path: "",
          message: "\(rows.levels.count) levels with \(rows.players.count) players are more than"
            + " \(Self.maxCells) pairs; count the players as one with --together people"))
    }
    if issues.isEmpty { issues = rows.sort() }
    guard issues.isEmpty else { throw FileIssues(file: file, issues: issues) }
    rows.noteLargeTable()
    self = rows
  }

  /// What is wrong with a file that begins as a compressed one does; nil: it does not.
  private static func archive(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) {
      return "the file is compressed with gzip; unpack it, as with zcat FILE | playtest import -"
    }
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      return "the file is a zip archive, as Excel's workbooks are; save the table as CSV in UTF-8"
    }
    return nil
  }

  /// Notes that a report of many pairs of a level and a player takes time and room.
  private mutating func noteLargeTable() {
    let pairs = levels.count * players.count
    guard pairs > Self.manyCells, players.count > 1 else { return }
    notes.append(
      "\(levels.count) levels with \(players.count) players are \(ReportNumber.count(pairs)) pairs, and the"
        + " report has figures for each; to count the players as one, pass --together people")
  }
}
