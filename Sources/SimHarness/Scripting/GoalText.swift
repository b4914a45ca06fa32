/// A goal in a script's own words, with numbers to fill in, such as `Light {pegs}`.
///
/// A noun after a name is written behind its number, in the plural where the number is not 1:
/// `{pegs blue peg}` becomes `1 blue peg` or `2 blue pegs`.
package struct GoalText: Hashable, Sendable {
  let text: String

  package init(text: String) {
    self.text = text
  }

  /// The names in braces, in the order of the text.
  package var names: [String] {
    parts.compactMap { part in
      if case .name(let name, _) = part { name } else { nil }
    }
  }

  /// The text with the numbers in place of their names; a name without one stays as it is.
  package func filled(with numbers: [String: Double]) -> String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .name(let name, let noun):
        numbers[name].map { Self.words(for: $0, noun) }
          ?? "{" + [name, noun].compactMap(\.self).joined(separator: " ") + "}"
      }
    }.joined()
  }

  /// Whole numbers in groups of three digits, others as they are, before a noun.
  private static func words(for number: Double, _ noun: String?) -> String {
    let digits = Int(exactly: number).map(ReportNumber.count) ?? JSONWriter.number(number)
    return noun.map { "\(digits) \($0)" + (number == 1 ? "" : "s") } ?? digits
  }

  private enum Part {
    case words(String)
    case name(String, noun: String?)
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.words(String(rest[..<open])))
      let inside = rest[rest.index(after: open)..<close].split(separator: " ", maxSplits: 1)
      parts.append(
        .name(inside.first.map(String.init) ?? "", noun: inside.dropFirst().first.map(String.init)))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.words(String(rest))]
  }
}
