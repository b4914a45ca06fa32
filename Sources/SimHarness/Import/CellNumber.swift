/// What a cell of a table says as a number.
enum CellNumber: Equatable {
  /// Nothing, or one of the words for a missing value.
  case missing
  case whole(Int)
  case real(Double)
  /// `true`, `yes` and so on.
  case flag(Bool)
  /// Beyond every double.
  case tooLarge
  /// One of the words for an infinite number.
  case infinite
  case text

  /// Reads the bytes of a cell; with `decimalComma` a comma may be the decimal point.
  init(_ cell: ArraySlice<UInt8>, decimalComma: Bool) {
    if let number = Self.whole(cell) {
      self = .whole(number)
      return
    }
    guard !cell.isEmpty, cell.count <= Self.longest else {
      self = cell.isEmpty ? .missing : .text
      return
    }
    let isNumeric = cell.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || Self.marks.contains(byte)
    }
    guard isNumeric else {
      self = Self.word(cell)
      return
    }
    var text = String(decoding: cell, as: UTF8.self)
    if decimalComma, !text.contains("."), text.count(where: { $0 == "," }) == 1 {
      text = text.replacing(",", with: ".")
    }
    guard !text.contains(","), let value = Double(text) else {
      self = .text
      return
    }
    guard value.isFinite else {
      self = .tooLarge
      return
    }
    // A table with missing values often writes whole numbers as `12.0`.
    self = value.rounded() == value && value.magnitude <= 0x1p53 ? .whole(Int(value)) : .real(value)
  }

  /// The number as a double; nil if it is none.
  var value: Double? {
    switch self {
    case .whole(let number): Double(number)
    case .real(let number): number
    case .flag(let isTrue): isTrue ? 1 : 0
    case .missing, .tooLarge, .infinite, .text: nil
    }
  }

  /// A number of at most 18 digits, with a sign or without.
  private static func whole(_ cell: ArraySlice<UInt8>) -> Int? {
    var digits = cell
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard 1...18 ~= digits.count else { return nil }
    var value = 0
    for byte in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      value = 10 * value + Int(byte - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private static func word(_ cell: ArraySlice<UInt8>) -> CellNumber {
    let word = String(decoding: cell, as: UTF8.self).lowercased()
    if missingWords.contains(word) { return .missing }
    if infiniteWords.contains(word) { return .infinite }
    return switch word {
    case "true", "yes": .flag(true)
    case "false", "no": .flag(false)
    default: .text
    }
  }

  private static let longest = 400
  private static let marks = Array("+-.,eE".utf8)
  private static let missingWords: Set = [
    "nan", "-nan", "na", "n/a", "null", "none", "nil", "<na>",
  ]
  private static let infiniteWords: Set = [
    "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity",
  ]
}
