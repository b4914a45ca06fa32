/// How a table of results is to be read.
public struct ImportRequest: Sendable {
  /// What the columns of a table may be, other than metrics.
  public enum Field: String, Sendable, CaseIterable {
    case level
    case player
    case game
    case passed
    case score
    case moves

    /// The place among all fields, from 0.
    var place: Int {
      switch self {
      case .level: 0
      case .player: 1
      case .game: 2
      case .passed: 3
      case .score: 4
      case .moves: 5
      }
    }
  }

  /// The names of columns that are not called as their fields are.
  public var columns: [Field: String] = [:]
  /// Columns to leave out.
  public var ignored: [String] = []
  /// The name of the one player that all players count as; nil: each is a player of the run.
  public var together: String?

  public init() {}

  /// The fields that a table must have.
  var required: [Field] { together == nil ? [.level, .player, .passed] : [.level, .passed] }
}
