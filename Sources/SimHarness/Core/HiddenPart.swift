/// A part of the hidden values of a two-player game: a hidden field, or a player's half of one.
///
/// A packed position has the values part by part, in this order.
public struct HiddenPart: Hashable, Sendable {
  /// The field.
  public let name: String
  /// The pool within which its values change places.
  public let pool: Int
  /// The player who sees it, 1 or 2; 0 where nobody does.
  public let owner: Int

  /// The parts of pools of fields; of those in `own` each player sees a half.
  public static func parts(of pools: [[String]], own: [String]) -> [HiddenPart] {
    pools.enumerated().flatMap { pool, names in
      // The host goes over a pool's fields in the order of their names.
      names.sorted().flatMap { name in
        (own.contains(name) ? [1, 2] : [0]).map { HiddenPart(name: name, pool: pool, owner: $0) }
      }
    }
  }
}
