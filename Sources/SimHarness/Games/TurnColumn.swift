/// What a column of exported turns holds: its name, unit and meaning.
public struct ExportColumn: Sendable, Equatable {
  /// The type of its values; any of them may be null.
  public enum Kind: String, Sendable, Equatable {
    case whole
    case real
    case text
  }

  /// Lower-case letters, digits and underscores; no reserved word of SQL.
  public let name: String
  public let unit: String
  public let kind: Kind
  /// What it measures, in one line.
  public let summary: String

  public init(_ name: String, _ unit: String, _ summary: String, _ kind: Kind = .whole) {
    self.name = name
    self.unit = unit
    self.kind = kind
    self.summary = summary
  }
}

/// A column of a game's exported turns: what it is, and its value in a position that a move is
/// about to change.
public struct TurnColumn<State: GameState>: Sendable {
  package let column: ExportColumn
  let value: @Sendable (borrowing State, State.Move) -> ExportValue

  public static func whole(
    _ name: String, _ unit: String, _ summary: String,
    _ value: @escaping @Sendable (borrowing State, State.Move) -> Int?
  ) -> Self {
    Self(column: ExportColumn(name, unit, summary, .whole)) { ExportValue(value($0, $1)) }
  }

  public static func real(
    _ name: String, _ unit: String, _ summary: String,
    _ value: @escaping @Sendable (borrowing State, State.Move) -> Double?
  ) -> Self {
    Self(column: ExportColumn(name, unit, summary, .real)) { ExportValue(value($0, $1)) }
  }

  public static func text(
    _ name: String, _ unit: String, _ summary: String,
    _ value: @escaping @Sendable (borrowing State, State.Move) -> String?
  ) -> Self {
    Self(column: ExportColumn(name, unit, summary, .text)) { ExportValue(value($0, $1)) }
  }
}

/// A game whose turns can be written as rows: what a row says of the move and of the position.
///
/// A game gives its lists in `NAMETurns.swift`, next to its tally; without them a row has the
/// columns of every game only.
public protocol ExportedGame: RecordedGame {
  /// The move.
  static var moveColumns: [TurnColumn<Self>] { get }
  /// The position before the move.
  static var features: [TurnColumn<Self>] { get }
  /// Who makes a move in this position: 1 or 2 of two players, 0 for a single player.
  func mover(of move: Move) -> UInt8
  /// A player's points; the change of the mover's is what a move brought.
  func points(of player: UInt8) -> Int
  /// The game whose deal a game is played on, which is another one at a two-player table.
  static func deal(ofGame index: Int, moves: [Move]) -> Int
}

extension ExportedGame {
  public static var moveColumns: [TurnColumn<Self>] { [] }
  public static var features: [TurnColumn<Self>] { [] }
  public func mover(of move: Move) -> UInt8 { 0 }
  public func points(of player: UInt8) -> Int { score }
  public static func deal(ofGame index: Int, moves: [Move]) -> Int { index }
}
