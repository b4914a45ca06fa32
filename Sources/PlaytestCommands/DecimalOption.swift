import SimHarness

/// Reads the value of an option that takes a number with a fraction.
///
/// Like options that take whole numbers, it knows no hexadecimal.
enum DecimalOption {
  static func read(_ text: String) throws -> Double {
    guard let number = DecimalText.number(text) else { throw NotDecimal() }
    return number
  }

  /// Why a text is not a value; `ParserMessage` says it in its own words.
  struct NotDecimal: Error, CustomStringConvertible {
    var description: String { "not a decimal number" }
  }
}
