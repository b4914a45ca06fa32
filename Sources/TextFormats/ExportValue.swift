/// One value of an exported table; a column holds one sort of value, or nulls.
public enum ExportValue: Sendable, Equatable {
  case null
  case int(Int)
  /// A finite number; always written with a fraction or an exponent, so that readers which guess a
  /// column's type from its first rows guess right.
  case real(Double)
  /// User text.
  case text(String)

  public init(_ value: Int?) { self = value.map { .int($0) } ?? .null }
  public init(_ value: Double?) { self = value.flatMap { $0.isFinite ? .real($0) : nil } ?? .null }
  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}

/// How rows of an exported table are written.
public enum ExportLayout: Sendable {
  /// RFC 4180 with line feeds: a line of column names, then one line per row; a null is empty.
  ///
  /// No cell is a formula to a spreadsheet: text that begins like one gets an apostrophe.
  case csv
  /// One JSON object per line, with the same keys in each.
  case ndjson

  /// What stands before the rows.
  package func head(_ columns: [String]) -> String {
    switch self {
    case .csv: columns.map(Self.quoted).joined(separator: ",") + "\n"
    case .ndjson: ""
    }
  }

  /// A value as it stands in a row.
  package func text(of value: ExportValue) -> String {
    switch self {
    case .csv: Self.cell(value)
    case .ndjson: Self.json(value)
    }
  }

  /// A row of the columns.
  package func row(_ columns: [String], _ values: [ExportValue]) -> String {
    switch self {
    case .csv: return values.map(Self.cell).joined(separator: ",") + "\n"
    case .ndjson:
      let members = zip(columns, values).map { name, value in
        JSONWriter.compact(.string(name)) + ":" + Self.json(value)
      }
      return "{" + members.joined(separator: ",") + "}\n"
    }
  }

  /// Longer texts, such as a script's message, are shortened.
  private static let maxTextLength = 2000

  private static func cell(_ value: ExportValue) -> String {
    switch value {
    case .null: return ""
    case .int(let value): return value.description
    case .real(let value): return value.description
    case .text(let text):
      // Also without line breaks and other control characters.
      let safe = SafeText.escaped(text, limit: maxTextLength)
      return quoted(beginsFormula(safe) ? "'" + safe : safe)
    }
  }

  /// Whether a spreadsheet might take a text for a formula.
  private static func beginsFormula(_ text: String) -> Bool {
    // Scalar by scalar: `=` with a combining mark is one `Character` unlike `=`.
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    return first.map { "=+-@|%＝＋－＠".unicodeScalars.contains($0) } ?? false
  }

  /// The text of a cell that was written as `csv`, without the apostrophe before what a spreadsheet
  /// might take for a formula.
  package static func withoutApostrophe(_ text: String) -> String {
    guard text.unicodeScalars.first == "'" else { return text }
    let rest = String(text.unicodeScalars.dropFirst())
    return beginsFormula(rest) ? rest : text
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\n\r;".unicodeScalars.contains($0) }) else {
      return text
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  private static func json(_ value: ExportValue) -> String {
    switch value {
    case .null: "null"
    case .int(let value): value.description
    case .real(let value): value.description
    case .text(let text): JSONWriter.compact(.string(text))
    }
  }
}
