/// A game as a person plays it at a terminal: what keys mean, the picture, what happened in words.
///
/// A value holds what belongs to the hand, such as an aim or the place of a cursor, and nothing of
/// the game: it sees the view alone, so that nothing hidden can come to the screen.
public protocol TerminalGame<State> {
  associatedtype State: RecordedGame & ForesightGame

  /// The hand at the start of a game.
  init(level: State.Level, view: State.View)

  /// Whether time passes by itself.
  var isTimed: Bool { get }
  /// Whether a person may ask for another deal at any time.
  static var canDealAgain: Bool { get }

  /// What the keys do, in a few words each.
  func keys(_ view: State.View, _ glyphs: Glyphs) -> [KeyHelp]

  /// What a key means now; places of clicks are those of the board.
  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<State.View>
  ) -> TerminalAction<State.Move>

  /// A turn begins; the first one as well.
  mutating func turnDidBegin(_ view: State.View)

  /// Shows the hint: the offered move at `index`, or one near it. Returns a message.
  mutating func take(hint move: State.Move, index: Int, _ view: State.View) -> String

  /// What happened, in words; empty if there is nothing to say.
  func account(of events: [State.Event], from before: State.View, to view: State.View) -> String

  /// Lines for the side of the screen, beside the score.
  func facts(
    _ view: State.View, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)]

  /// What the characters of the picture mean.
  func legend(_ view: State.View, _ glyphs: Glyphs) -> [StyledText]

  /// The characters that the whole picture takes; nil where it fits into any screen.
  func size(_ view: State.View) -> (width: Int, height: Int)?

  /// Draws the picture; `flight` is what flies just now and where it flew before.
  func draw(
    _ view: State.View, at seconds: Double, flight: ArraySlice<[TerminalPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  )

  /// Plays a move and returns what flew, `TerminalFlight.rate` times per second.
  static func apply(
    _ move: State.Move, to state: inout State, in context: inout GameContext,
    emit: (State.Event) -> Void
  ) throws(MoveError) -> [[TerminalPoint]]

  /// The move that lets time pass, once it is `seconds`; nil while nothing happens by itself.
  func passing(_ view: State.View, at seconds: Double) -> State.Move?

  /// The move of a simulated player at the same table, once it is due.
  ///
  /// - Parameters:
  ///   - turn: The turn, as that player sees it.
  ///   - waited: Seconds since the turn began.
  ///   - imagination: Where that player plays imagined moves.
  /// - Returns: The move; nil where none is due.
  /// - Throws: `AgentError` where that player cannot choose.
  mutating func opponentMove(
    _ turn: borrowing Turn<State>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move?

  /// The points of a second player at the table; nil for a single player.
  func secondScore(_ view: State.View) -> Int?

  /// How the game ended, where that takes more than an outcome and a score.
  func verdict(_ view: State.View) -> String?
}

extension TerminalGame {
  public var isTimed: Bool { false }
  public static var canDealAgain: Bool { false }
  public mutating func turnDidBegin(_ view: State.View) {}
  public func size(_ view: State.View) -> (width: Int, height: Int)? { nil }
  public func legend(_ view: State.View, _ glyphs: Glyphs) -> [StyledText] { [] }
  public func passing(_ view: State.View, at seconds: Double) -> State.Move? { nil }
  public func secondScore(_ view: State.View) -> Int? { nil }
  public func verdict(_ view: State.View) -> String? { nil }

  public mutating func opponentMove(
    _ turn: borrowing Turn<State>, after waited: Double, in imagination: inout GameContext
  ) throws(AgentError) -> State.Move? { nil }

  public static func apply(
    _ move: State.Move, to state: inout State, in context: inout GameContext,
    emit: (State.Event) -> Void
  ) throws(MoveError) -> [[TerminalPoint]] {
    try state.apply(move, in: &context, emit: emit)
    return []
  }
}

/// A key and what it does.
public struct KeyHelp: Sendable, Hashable {
  public let key: String
  public let meaning: String

  public init(_ key: String, _ meaning: String) {
    self.key = key
    self.meaning = meaning
  }
}

/// What a game knows when a key comes.
public struct TerminalMoment<View> {
  public let view: View
  /// The size of the board's part of the screen.
  public let width: Int
  public let height: Int
  /// Seconds since the game began.
  public let seconds: Double
  /// Seconds since the turn began.
  public let thought: Double
}

/// The result of a key in a game.
public enum TerminalAction<Move> {
  /// The key means nothing here.
  case none
  /// Only the hand has changed.
  case moved
  case say(String)
  case play(Move)
}

/// A place on a board, in the game's own units.
public struct TerminalPoint: Sendable, Hashable {
  public let x: Double
  public let y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// The flight that a move causes, shown before the board shows its result.
public struct TerminalFlight: Sendable, Hashable {
  /// Frames per second.
  public static let rate = 30.0

  /// What flies, frame by frame.
  public let frames: [[TerminalPoint]]
  /// When it began, in seconds.
  public let start: Double

  /// When it is over.
  public var end: Double { start + Double(frames.count) / Self.rate }

  /// The frames up to now.
  public func shown(at seconds: Double) -> ArraySlice<[TerminalPoint]> {
    let last = Int(saturating: ((seconds - start) * Self.rate).rounded(.down))
    return frames.prefix(min(max(last, 0) + 1, frames.count))
  }
}
