/// The games whose levels can be read.
///
/// The raw value is the name in files.
public enum LevelGame: String, CaseIterable, Hashable, Sendable {
  case bubbleBlast = "bubble-blast"
  case peggle
  case bubblePop = "bubble-pop"
  case set
  case playingCards = "playing-cards"
  /// Any other card game of scripts/cards/.
  case cards
}
