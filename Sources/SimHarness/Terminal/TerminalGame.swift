/// A game as a person plays it at a terminal: a hand, and how characters show the game.
public protocol TerminalGame<State>: Hand {
  /// What a key or a click means to the hand; nil for nothing.
  mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<State.View>
  ) -> HandInput?

  /// What the characters of the picture mean.
  func legend(_ view: State.View, _ glyphs: Glyphs) -> [StyledText]

  /// The characters that the whole picture takes; nil if it fits into any screen.
  func size(_ view: State.View) -> (width: Int, height: Int)?

  /// Draws the picture; `flight` is what flies just now and where it flew before.
  func draw(
    _ view: State.View, at seconds: Double, flight: ArraySlice<[BoardPoint]>?,
    on board: inout Canvas, _ glyphs: Glyphs
  )

  /// Plays a move and returns what flew, `TerminalFlight.rate` times per second.
  static func apply(
    _ move: State.Move, to state: inout State, in context: inout GameContext,
    emit: (State.Event) -> Void
  ) throws(MoveError) -> [[BoardPoint]]
}

extension TerminalGame {
  public func size(_ view: State.View) -> (width: Int, height: Int)? { nil }
  public func legend(_ view: State.View, _ glyphs: Glyphs) -> [StyledText] { [] }

  public mutating func input(
    for key: TerminalKey, _ moment: TerminalMoment<State.View>
  ) -> HandInput? { key.input }

  public static func apply(
    _ move: State.Move, to state: inout State, in context: inout GameContext,
    emit: (State.Event) -> Void
  ) throws(MoveError) -> [[BoardPoint]] {
    try state.apply(move, in: &context, emit: emit)
    return []
  }

  /// What the keys do, in the characters of a terminal.
  func keys(_ view: State.View, _ glyphs: Glyphs) -> [KeyHelp] {
    keys(view).map { KeyHelp(glyphs.shown($0.key), $0.meaning) }
  }

  /// Lines for the side of the screen, beside the score.
  func facts(
    _ view: State.View, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    facts(view, at: seconds).map { fact in
      let pieces = fact.pieces.map { piece in
        (
          text: glyphs.shown(piece.text),
          style: CanvasStyle(
            piece.colour.map { CanvasColour(named: $0) }, isBold: piece.isBold,
            isDim: piece.isDim)
        )
      }
      return (fact.label, StyledText(pieces))
    }
  }
}

/// What a game at a terminal knows when a key comes.
public struct TerminalMoment<View> {
  public let hand: HandMoment<View>
  /// The size of the board's part of the screen.
  public let width: Int
  public let height: Int

  public var view: View { hand.view }
}

/// The flight that a move causes, shown before the board shows its result.
public struct TerminalFlight: Sendable, Hashable {
  /// Frames per second.
  public static let rate = 30.0

  /// What flies, frame by frame.
  public let frames: [[BoardPoint]]
  /// When it began, in seconds.
  public let start: Double

  /// When it is over.
  public var end: Double { start + Double(frames.count) / Self.rate }

  /// The frames up to now.
  public func shown(at seconds: Double) -> ArraySlice<[BoardPoint]> {
    let last = Int(saturating: ((seconds - start) * Self.rate).rounded(.down))
    return frames.prefix(min(max(last, 0) + 1, frames.count))
  }
}
