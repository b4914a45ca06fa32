/// What a person's input means in a game.
public enum HandAction<Move> {
  /// Nothing here.
  case none
  /// Only the hand has changed.
  case moved
  case say(String)
  case play(Move)
}
