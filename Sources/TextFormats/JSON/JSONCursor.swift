/// One value of a file together with its path and the reader that collects what is wrong with it.
///
/// Every getter returns nil after recording an issue.
public struct JSONCursor {
  public let value: JSONValue
  public let path: JSONPath
  package let reader: JSONReader
  /// Whether what is recorded says its column, too, here and below.
  package var tellsColumns = false

  /// The line of the value.
  public var line: Int { value.position.line }

  public var isNull: Bool { value.kind == .null }

  // MARK: Recording

  /// Records that something is wrong with this value.
  public func report(_ message: String) {
    report(message, at: value.position, path: path)
  }

  /// Records that something is wrong at a place in this value.
  func report(_ message: String, at position: JSONPosition, path: JSONPath) {
    let column = tellsColumns ? position.column : nil
    reader.report(FileIssue(line: position.line, column: column, path: path, message: message))
  }

  /// Records `expected X, found Y`.
  public func report(expected: String) {
    report("expected \(expected), found \(value.summary)")
  }

  // MARK: Scalars

  public func string() -> String? {
    if case .string(let text) = value.kind { return text }
    report(expected: "a string")
    return nil
  }

  /// A string whose length in characters lies in a range.
  public func string(length range: ClosedRange<Int>) -> String? {
    guard let text = string() else { return nil }
    if range.contains(text.count) { return text }
    let wanted = JSONExpectation.count(range, of: "characters")
    report(
      "expected a string of \(wanted), found \(text.isEmpty ? "an empty string" : "\(text.count)")")
    return nil
  }

  public func bool() -> Bool? {
    if case .bool(let value) = value.kind { return value }
    report(expected: "true or false")
    return nil
  }

  /// A whole number in a range; `30.0` is one too.
  public func int(in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
    if case .number(let number) = value.kind, let int = number.int, range.contains(int) {
      return int
    }
    if case .number(let number) = value.kind, number.double.magnitude >= 0x1p63 {
      // It is whole, and no number of the program: both bounds are said.
      report(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    } else {
      report(expected: JSONExpectation.wholeNumber(range))
    }
    return nil
  }

  /// A whole number from 0 to 2^64 - 1, such as a seed.
  public func uint64() -> UInt64? {
    if case .number(let number) = value.kind, let value = number.uint64 { return value }
    report(expected: JSONExpectation.wholeNumber(0...UInt64.max))
    return nil
  }

  /// A finite number in a range.
  public func double(in range: ClosedRange<Double> = JSONExpectation.anyNumber) -> Double? {
    if case .number(let number) = value.kind, range.contains(number.double) {
      return number.double
    }
    report(expected: JSONExpectation.number(range))
    return nil
  }

  /// A finite number above a bound that does not belong to the range, such as a size.
  public func double(
    above bound: Double, to maximum: Double = .greatestFiniteMagnitude
  ) -> Double? {
    if case .number(let number) = value.kind, number.double > bound, number.double <= maximum {
      return number.double
    }
    report(expected: JSONExpectation.number(above: bound, to: maximum))
    return nil
  }

  // MARK: Names

  /// The value that a name stands for, looked up in the order of the table.
  public func enumeration<Named>(_ names: KeyValuePairs<String, Named>) -> Named? {
    guard let name = name(among: names.map(\.key)) else { return nil }
    return names.first { $0.key == name }?.value
  }

  /// The case with this raw value.
  public func enumeration<Named>(_ type: Named.Type) -> Named?
  where Named: CaseIterable & RawRepresentable<String> {
    name(among: type.allCases.map(\.rawValue)).flatMap { Named(rawValue: $0) }
  }

  /// One of the known names; for others the nearest is suggested.
  ///
  /// - Parameters:
  ///   - known: The names in the order of the message.
  ///   - noun: What a name is called, such as `colour`.
  /// - Returns: The name if it is known.
  public func name(among known: [String], called noun: String = "name") -> String? {
    guard case .string(let text) = value.kind else {
      report(expected: "one of " + NearestName.list(known))
      return nil
    }
    if known.contains(text) { return text }
    report(reader.complaint(about: text, called: noun, known: known))
    return nil
  }
}
