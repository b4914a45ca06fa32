/// A goal in a script's own words, with numbers to fill in, such as `Light {pegs} pegs`.
package struct GoalText: Hashable, Sendable {
  let text: String

  package init(text: String) {
    self.text = text
  }

  /// The names in braces, in the order of the text.
  package var names: [String] {
    parts.compactMap { part in
      if case .name(let name) = part { name } else { nil }
    }
  }

  /// The text with the numbers in place of their names; a name without one stays as it is.
  package func filled(with numbers: [String: Double]) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .name(let name): numbers[name].map(Self.words(for:)) ?? "{\(name)}"
      }
    }.joined()
  }

  /// Whole numbers in groups of three digits, others as they are.
  static func words(for number: Double) -> String {
    Int(exactly: number).map(ReportNumber.count) ?? JSONWriter.number(number)
  }

  private enum Part {
    case words(String)
    case name(String)
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.words(String(rest[..<open])))
      parts.append(.name(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.words(String(rest))]
  }
}
