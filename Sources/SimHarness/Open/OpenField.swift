/// A field that a level of an open game may set beside those of every level.
public struct OpenField: Hashable, Sendable {
  /// What it holds.
  public enum Kind: Hashable, Sendable {
    case whole(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case flag
    /// One of several words.
    case choice([String])
    case text
    /// Whole numbers, and how many there may be.
    case list(ClosedRange<Int>, count: ClosedRange<Int>)
    /// Rows of letters.
    case grid(letters: [Character], rows: ClosedRange<Int>, columns: ClosedRange<Int>)
  }

  public let name: String
  public let kind: Kind
  /// Its value where the file does not have it.
  public let usual: OpenValue
  /// What a number counts, in the plural; empty: nothing.
  public let unit: String
  public let summary: String
  /// Whether tuning and explaining may change it.
  public let isLever: Bool
  /// By how much a lever changes a number in one step; nil: by 1, or by a tenth of its value.
  public let step: Double?

  /// The same field in other words.
  func describing(unit: String, summary: String) -> OpenField {
    OpenField(
      name: name, kind: kind, usual: usual, unit: unit, summary: summary, isLever: isLever,
      step: step)
  }

  /// The number as rules are listed; nil for what is not a number.
  var parameter: RuleParameter? {
    let range: ClosedRange<Double>
    let isWhole: Bool
    switch kind {
    case .whole(let whole):
      range = Double(whole.lowerBound)...Double(whole.upperBound)
      isWhole = true
    case .number(let numbers):
      range = numbers
      isWhole = false
    default: return nil
    }
    return RuleParameter(
      name, unit: unit, range, defaultValue: usual.number, isWhole: isWhole, field: name,
      step: step, summary: summary.isEmpty ? name : summary)
  }

  /// Whether its value is text on a command line too.
  var isText: Bool {
    switch kind {
    case .choice, .text: true
    default: false
    }
  }

  /// The maximum number of characters of a text.
  static let maxTextLength = 4000

  // MARK: Files

  /// Reads a value; everything wrong with it is recorded.
  func value(at cursor: JSONCursor) -> OpenValue? {
    switch kind {
    case .whole(let range): return cursor.int(in: range).map { .whole($0) }
    case .number(let range): return cursor.double(in: range).map { .number($0) }
    case .flag: return cursor.bool().map { .flag($0) }
    case .choice(let words): return cursor.name(among: words, called: name).map { .text($0) }
    case .text: return cursor.string(length: 0...Self.maxTextLength).map { .text($0) }
    case .list(let range, let count):
      return cursor.array(of: "numbers", count: count, decode: { $0.int(in: range) })
        .map { .list($0) }
    case .grid(let letters, let rows, let columns):
      return grid(at: cursor, letters, rows, columns)
    }
  }

  private func grid(
    at cursor: JSONCursor, _ letters: [Character], _ rows: ClosedRange<Int>,
    _ columns: ClosedRange<Int>
  ) -> OpenValue? {
    var width: Int?
    let lines = cursor.array(
      of: "rows", count: rows,
      decode: { row -> String? in
        guard let text = row.string() else { return nil }
        let expected = width ?? text.count
        guard columns.contains(text.count) else {
          row.report(
            "expected \(Self.words(for: columns)) characters in a row, found \(text.count)")
          return nil
        }
        guard text.count == expected else {
          row.report("expected \(expected) characters as in the first row, found \(text.count)")
          return nil
        }
        width = expected
        if let other = text.first(where: { !letters.contains($0) }) {
          row.report(
            "the character \(SafeText.named(String(other))) is not one of"
              + " \(SafeText.named(String(letters)))")
          return nil
        }
        return text
      })
    return lines.map { .grid($0) }
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    range.lowerBound == range.upperBound
      ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// The part of a JSON Schema that says what the field may hold.
  var schema: JSONTree {
    let about: JSONTree = .string(summary.isEmpty ? name : summary)
    switch kind {
    case .whole, .number:
      guard let parameter else { return [:] }
      guard unit.isEmpty else { return SchemaPart.number(parameter) }
      return [
        "description": about, "type": .string(parameter.isWhole ? "integer" : "number"),
        "minimum": .double(parameter.minimum), "maximum": .double(parameter.maximum),
        "default": usual.tree,
      ]
    case .flag: return ["description": about, "type": "boolean", "default": usual.tree]
    case .choice(let words):
      return [
        "description": about, "type": "string", "enum": .array(words.map { .string($0) }),
        "default": usual.tree,
      ]
    case .text:
      return [
        "description": about, "type": "string", "maxLength": .int(Self.maxTextLength),
        "default": usual.tree,
      ]
    case .list(let range, let count):
      return [
        "description": about, "type": "array", "minItems": .int(count.lowerBound),
        "maxItems": .int(count.upperBound),
        "items": [
          "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ],
        "default": usual.tree,
      ]
    case .grid(let letters, let rows, let columns):
      return [
        "description": .string(
          "\(summary.isEmpty ? name : summary): rows of equal length, each character one of"
            + " \(String(letters))"),
        "type": "array", "minItems": .int(rows.lowerBound), "maxItems": .int(rows.upperBound),
        "items": [
          "type": "string", "minLength": .int(columns.lowerBound),
          "maxLength": .int(columns.upperBound),
        ],
        "default": usual.tree,
      ]
    }
  }

  // MARK: Scripts

  /// The value as a script's chunk writes it: numbers for the letters of a grid, 0 for the first.
  func chunk(of value: OpenValue) -> String {
    switch value {
    case .whole(let number): return "\(number)"
    case .number(let number):
      // A real number stays one.
      return Int(exactly: number).map { "\($0).0" } ?? "\(number)"
    case .flag(let flag): return "\(flag)"
    case .text(let text): return Self.quoted(text)
    case .list(let numbers): return "{" + numbers.map { "\($0)" }.joined(separator: ",") + "}"
    case .grid(let rows):
      guard case .grid(let letters, _, _) = kind else { return "{}" }
      let numbers = rows.flatMap { row in
        row.map { letter in "\(letters.firstIndex(of: letter) ?? 0)" }
      }
      return "{" + numbers.joined(separator: ",")
        + ";rows=\(rows.count),columns=\(rows.first?.count ?? 0)}"
    }
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for byte in text.utf8 {
      let isPlain =
        byte == 32 || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
      if isPlain {
        quoted.append(Character(UnicodeScalar(byte)))
      } else {
        let digits = "\(byte)"
        quoted += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
