import TextFormats

/// What can only be said of a table when all of its rows were read.
extension ImportReader {
  /// All rows, once every record was taken.
  mutating func finish() -> ImportedRows {
    for (cell, problem) in marks.problems { complain(cell.line, cell.column, problem) }
    for (cell, mark) in marks.doubtful {
      rows.notes.append(
        "the column \(SafeText.named(columns.names[cell.column])): \(cell.shown) (line \(cell.line)) is"
          + " read with a decimal \(mark); if it groups thousands, write it without the \(mark)")
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
}
