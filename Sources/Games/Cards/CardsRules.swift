import SimHarness

/// The numbers of a card game's rules.
///
/// The defaults are the script's; a level may set others. Source: docs/rules.md, "Card games".
public struct CardsRules: Hashable, Sendable {
  public enum Goal: Hashable, Sendable {
    /// None: the game ends, and only its score counts.
    case none
    /// No card left on the table.
    case clear
    /// A score of at least this.
    case score(Int)
  }

  /// Cards on the table at the start, 1...128.
  public var deal = 12
  /// Ranks and suits of the deck; 0: the deck has none, as its features are others.
  public var ranks = 0
  public var suits = 0
  /// Cards that make a match: 2 or 3.
  public var match = 3
  /// Cards dealt on request, 0...128; 0: there are no requests.
  public var draw = 0
  /// Whether cards are dealt up to `deal` after a match.
  public var refill = false
  /// Whether cards lie face down until they are chosen.
  public var isFaceDown = false
  /// What the points of a match are multiplied by.
  public var matched = 1
  /// Added to the score for a hand that does not match.
  public var mismatched = 0
  /// Added to the score for a deal on request while a match was on the table.
  public var dealt = 0
  /// Added to the score for each card that is turned up, where cards lie face down.
  public var chosen = 0
  public var goal = Goal.none

  public init() {}

  /// What wins, with the numbers of this level.
  var goalWords: String {
    let match = "matches of \(match) cards"
    return switch goal {
    case .none: "Score as much as you can with \(match)."
    case .clear: "Clear the table with \(match)."
    case .score(let score): "Reach a score of \(ReportNumber.count(score)) with \(match)."
    }
  }
}
