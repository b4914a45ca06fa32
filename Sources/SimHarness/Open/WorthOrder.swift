/// Worths as whole numbers in the same order, beside which the end of a game and a position that was
/// seen before have their places.
///
/// A game may count points by the million or give the probability of a win, so two worths are equal
/// only if they are the same number, or the same number of thousandths but for the rounding of sums.
enum WorthOrder {
  /// What lies between positions whatever they are worth: one that was seen before costs this much,
  /// the end of a game counts for twice as much.
  static let repeated = 1 << 60
  static let decisive = 2 << 60

  /// Worths beyond the greatest count as that one, those below the least as 0.
  ///
  /// The bits of all between them span less than 2^59, so that their places fit in a whole number.
  private static let greatest = 0x1p62
  private static let least = 0x1p-64
  /// How far sums of some numbers are from what they should be, as a share of them.
  static let rounding = 0x1p-48

  /// The place of a worth among all: in their order, and 0 for 0.
  static func key(of worth: Double) -> Int {
    let given = min(worth.magnitude, greatest)
    let thousandths = (given * 1000).rounded()
    let isThousandths =
      thousandths < 0x1p53
      && (given * 1000 - thousandths).magnitude <= given * 1000 * rounding
    let size = isThousandths ? thousandths / 1000 : given
    guard size >= least else { return 0 }
    // The bits of positive numbers are in the order of the numbers.
    let place = Int(size.bitPattern &- least.bitPattern) + 1
    return worth < 0 ? -place : place
  }
}
