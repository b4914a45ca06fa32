extension GameSpecReader {
  private static let maxReason = 24

  /// Reads why games can be lost.
  mutating func readReasons() {
    let value = fields.table["reasons"]
    if value == .none { return }
    let example =
      isOfEngine ? #""reasons": ["moves", "no way"]"# : "reasons = { \"moves\", \"no way\" }"
    let reasons = value.sequence?.compactMap(\.string) ?? []
    guard case .table(let pairs) = value, pairs.count == reasons.count,
      reasons.count <= GameSpec.maxReasons
    else {
      fields.report(
        "`reasons` must be a list of at most \(GameSpec.maxReasons) names for why a game is lost,"
          + " such as \(example)", at: "reasons")
      return
    }
    for reason in reasons {
      let line = line(of: reason, in: "reasons")
      if !Self.isReason(reason) {
        fields.report(
          "`reasons`: \(SafeText.named(reason)) must be lower-case words of letters, digits, - and _,"
            + " each beginning with a letter, at most \(Self.maxReason) characters", line: line)
      } else if reason == "lost" {
        fields.report(
          "`reasons`: 'lost' is true of each lost game; name what ended it, such as moves",
          line: line)
      } else if reason == "capped" {
        fields.report(
          "`reasons`: 'capped' is taken by games that the maximum of moves ended; rename it",
          line: line)
      } else if spec.lossReasons.contains(reason) {
        fields.report("`reasons`: '\(reason)' appears twice; remove one", line: line)
      } else {
        spec.lossReasons.append(reason)
      }
    }
  }

  private static func isReason(_ text: String) -> Bool {
    text.utf8.count <= maxReason
      && text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { word in
        isPlainName(String(word).replacing("-", with: "_"))
      }
  }
}
