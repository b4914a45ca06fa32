import SimHarness

/// Advice for users who write a percentage where an option takes a share from 0 to 1.
enum PercentageAdvice {
  /// The shares to write instead, such as `; write 0.02 for 2%`; empty if the values are no
  /// percentages of shares in the range.
  static func text(_ values: [Double], in range: ClosedRange<Double>) -> String {
    guard values.contains(where: { $0 >= 1 }), let shares = Share.corrected(values),
      shares.allSatisfy(range.contains)
    else { return "" }
    let texts = [shares, values].map { $0.map(JSONWriter.number).joined(separator: "...") }
    return "; write \(texts[0]) for \(texts[1])%"
  }
}
