/// What a worker keeps of rules that are not a script, from game to game.
///
/// Lives as long as the worker's host. Not Sendable.
public protocol RulesSession: AnyObject {
  /// A new game begins; its number in its cell, or nil if it has none.
  func beginGame(_ number: Int?)

  /// What there is to say of the game that has just ended, apart from its faults. Called after each
  /// game of a run.
  func endGame(_ game: EndedGame) -> GameVerdict
}

/// A game that has ended, for the rules that played it.
public struct EndedGame: Sendable {
  public let index: Int
  /// What failed; nil: nothing.
  public let fault: String?
}

/// What a worker's rules say of a game that has ended.
public struct GameVerdict: Sendable {
  /// Why the game does not count: its fault, or why it is inconclusive; nil: it counts.
  public var fault: ScriptFault?
  /// Whether what carries out the rules died in the game.
  public var hasDied: Bool

  public init(fault: ScriptFault? = nil, hasDied: Bool = false) {
    self.fault = fault
    self.hasDied = hasDied
  }
}
