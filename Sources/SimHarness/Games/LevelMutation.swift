/// Small changes of a level, drawn at random, for games whose levels have a layout.
package enum LevelMutation {
  /// The most cells or objects that are changed at once.
  package static let maxEdits = 4
  /// How far the number of shots or balls is moved: a share of it (standard deviation).
  private static let stride = 0.2

  /// A number of shots or balls moved a little, within a range.
  package static func moved(
    _ number: Int, in range: ClosedRange<Int>, using random: inout SeededRandom
  ) -> Int {
    let step = (random.gaussian() * stride * Double(number)).rounded()
    let whole = step == 0 ? (random.below(2) == 0 ? -1 : 1) : Int(step)
    return min(max(number + whole, range.lowerBound), range.upperBound)
  }
}
