/// A person's hand in a game: what keys and a pointer mean on its board, and what the game says.
///
/// A value holds what belongs to the hand, such as an aim or the place of a cursor, and nothing of
/// the game: it sees the view alone, so that nothing hidden can be shown. Places are in the board's
/// own unit.
public protocol Hand<State> {
  associatedtype State: RecordedGame & ForesightGame

  /// The hand at the start of a game.
  init(level: State.Level, view: State.View)

  /// Units of the game's films in a unit of the board.
  static var filmUnits: Double { get }
  /// Whether time passes by itself.
  var isTimed: Bool { get }
  /// Whether a person may ask for another deal at any time.
  static var canDealAgain: Bool { get }

  // MARK: What can be done

  /// What the keys do, in a few words each.
  func keys(_ view: State.View) -> [KeyHelp]

  /// What buttons beside the board do, for those who have no keys.
  func offers(_ view: State.View) -> [HandOffer]

  /// The keys of bodies on the board.
  func labels(_ view: State.View) -> [HandLabel]

  /// What an input means now.
  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<State.View>
  ) -> HandAction<State.Move>

  /// What pressing at a place would do; without a place, what would be done with the aim as it is.
  func preview(at place: BoardPoint?, _ moment: HandMoment<State.View>) -> HandPreview

  /// A turn begins; the first one as well.
  mutating func turnDidBegin(_ view: State.View)

  /// Shows the hint: the offered move at `index`, or one near it. Returns a message.
  mutating func take(hint move: State.Move, index: Int, _ view: State.View) -> String

  /// Whether the last hint can still be followed, once time has passed.
  func canFollowHint(_ view: State.View) -> Bool

  // MARK: What is said

  /// What happened, in words; empty if there is nothing to say.
  func account(of events: [State.Event], from before: State.View, to view: State.View) -> String

  /// Lines beside the board, after the score.
  func facts(_ view: State.View, at seconds: Double) -> [HandFact]

  /// The board as text, for games without films.
  func picture(_ view: State.View) -> String?

  /// How the game ended, where another player at the table has a part in it.
  func verdict(_ view: State.View) -> HandEnding?

  // MARK: Time and company

  /// The move that lets time pass, once it is `seconds`; nil while nothing happens by itself.
  func passing(_ view: State.View, at seconds: Double) -> State.Move?

  /// How bodies move until then; nil if none does.
  func motion(_ view: State.View) -> HandMotion?

  /// The move of a simulated player at the same table, once it is due.
  ///
  /// - Parameters:
  ///   - turn: The turn, as that player sees it.
  ///   - waited: Seconds since the turn began.
  ///   - imagination: Where that player plays imagined moves.
  /// - Returns: The move; nil if none is due.
  /// - Throws: `AgentError` where that player cannot choose.
  mutating func opponentMove(
    _ turn: borrowing Turn<State>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move?

  /// Whether a simulated player at the same table is to move now, without waiting.
  func awaitsOpponent(_ view: State.View) -> Bool

  /// The points of a second player at the table; nil for a single player.
  func secondScore(_ view: State.View) -> Int?
}

extension Hand {
  public static var filmUnits: Double { 1 }
  public var isTimed: Bool { false }
  public static var canDealAgain: Bool { false }
  public func offers(_ view: State.View) -> [HandOffer] { [] }
  public func labels(_ view: State.View) -> [HandLabel] { [] }
  public mutating func turnDidBegin(_ view: State.View) {}
  public func canFollowHint(_ view: State.View) -> Bool { true }
  public func picture(_ view: State.View) -> String? { nil }
  public func verdict(_ view: State.View) -> HandEnding? { nil }
  public func passing(_ view: State.View, at seconds: Double) -> State.Move? { nil }
  public func motion(_ view: State.View) -> HandMotion? { nil }
  public func awaitsOpponent(_ view: State.View) -> Bool { false }
  public func secondScore(_ view: State.View) -> Int? { nil }

  public mutating func opponentMove(
    _ turn: borrowing Turn<State>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move? { nil }
}
