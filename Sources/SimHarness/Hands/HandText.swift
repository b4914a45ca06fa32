/// Sentences about a person's game.
package enum HandText {
  /// What happened and the points that it brought: words that do not fit are left out, the points
  /// never.
  static func message(_ text: String, gain: Int, width: Int) -> String {
    let points = gain == 0 ? "" : gain > 0 ? "+\(gain)" : "\(gain)"
    if text.isEmpty { return points }
    if points.isEmpty { return text }
    // Room for what may follow, such as how the game ended.
    let room = max(width - points.count - 10, 20)
    if text.count <= room { return "\(text): \(points)" }
    return "\(text.prefix(room)) ...: \(points)"
  }

  /// A sentence about what happened; its first letter is a capital.
  package static func sentence(_ text: String) -> String {
    text.first.map { $0.uppercased() + text.dropFirst() } ?? text
  }

  /// Sentences after one another; one that ends without a stop gets it.
  package static func joined(_ first: String, _ second: String) -> String {
    guard let last = first.last else { return second }
    return first + ("!.".contains(last) ? " " : ". ") + second
  }

  /// How the game ended.
  static func end(_ outcome: Outcome, score: Int) -> HandEnding {
    let words =
      switch outcome {
      case .won: "You won"
      case .lost: "You lost"
      case .ended: "The game is over"
      }
    return HandEnding(outcome: outcome, words: "\(words) with \(points(score)).")
  }

  /// `1 point`, `1200 points`.
  package static func points(_ score: Int) -> String { "\(score) point\(score == 1 ? "" : "s")" }
}
