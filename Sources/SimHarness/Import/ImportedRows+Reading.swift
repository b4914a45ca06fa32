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
    var table = CSVReader(source)
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
          columns, request: request, decimalComma: table.separator == UInt8(ascii: ";"))
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
    self = rows
  }
}
