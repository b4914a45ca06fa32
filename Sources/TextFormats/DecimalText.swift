/// Numbers as people write them in options: decimal digits with a sign, a point, an exponent.
package enum DecimalText {
  /// The number; nil for anything else, such as `0x10`, `inf` and `nan`.
  package static func number(_ text: some StringProtocol) -> Double? {
    let isPlain = text.utf8.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
    return isPlain ? Double(String(text)).flatMap { $0.isFinite ? $0 : nil } : nil
  }
}
