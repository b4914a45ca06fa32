import SimHarness

/// What happened while a move was played, as fixed-size values; sets of cells stay masks until
/// somebody prints them.
///
/// Cells are counted from the ceiling, before the turn's descent.
public enum BubbleEvent<Mask: CellMask>: Sendable, BitwiseCopyable {
  case fell(Mask)
  case swapped
  case landed(colour: BubbleColour, cell: Cell, bounces: Int)
  case shotLost(colour: BubbleColour, reason: LostShot, bounces: Int)
  case activated(kind: UInt8, cell: Cell, removed: Mask)
  case matched(colour: BubbleColour, cells: Mask)
  /// A hook of `kind` removed these.
  case removed(kind: UInt8, by: BubbleKind.Hook, cells: Mask)
  /// A hook put a bubble of another kind or colour into a cell; `kind` 255 is a plain bubble,
  /// `colour` 255 none.
  case changed(cell: Cell, kind: UInt8, colour: UInt8)
  /// A hook moved a bubble.
  case moved(from: Cell, to: Cell)
  /// The ceiling has come down this many rows in all.
  case descended(rows: Int)
  case won(bonus: Int)
  case lost(LossReason)
}

/// Why a shot landed nowhere.
public enum LostShot: String, Hashable, Sendable, BitwiseCopyable {
  /// There is no cell to land in.
  case overflow
  /// One bounce too many.
  case bounces
}

/// Why a game was lost.
public enum LossReason: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// A bubble in a row below the playable ones.
  case line
  /// The shots are used up.
  case shots
}
