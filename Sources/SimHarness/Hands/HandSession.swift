/// One game that a person plays by pointing and by keys, whatever the game is.
///
/// It has no clock of its own: the caller passes the time, in monotonic seconds. Places are in the
/// unit of the game's films.
public protocol HandSession: AnyObject {
  /// Whether time passes by itself once the game has started.
  var isTimed: Bool { get }
  var stage: HandStage { get }
  /// The game as it stands, for its record.
  var played: PlayedGame { get }

  /// What pressing at a place would do; without a place, what would be done with the aim as it is.
  /// It changes nothing but where keys begin to aim.
  func point(at place: BoardPoint?, at seconds: Double) -> HandPreview
  /// Presses at a place.
  func press(at place: BoardPoint, at seconds: Double)
  /// Takes a key or an offer.
  func take(_ key: HandInput, at seconds: Double)
  /// Shows what a player who looks one move ahead would do; counted.
  func hint(at seconds: Double)
  /// Lets time pass.
  func pass(to seconds: Double)
  /// What is to be shown.
  func status(at seconds: Double) -> HandStatus
}
