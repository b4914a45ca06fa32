/// How large the worths of a game are and how finely they differ, as met in one decision: from this
/// follows how little may decide between positions of equal worth, and how much a repeat costs.
struct WorthScale {
  /// What the end of a game and a position that was seen before are worth, in a game whose worths
  /// are ordinary: whole numbers or thousandths, and not huge.
  static let end = 1e9
  private static let repeated = 1e7
  /// What decides between positions of equal worth: less than any difference that counts.
  private static let drawn = 1e-4
  /// From here on worths are huge: ordinary draws would soon be lost among their digits.
  private static let huge = 1e10

  private var greatest = 0.0
  private var isFine = false

  private var isOrdinary: Bool { greatest <= Self.huge && !isFine }

  /// Takes a worth into account.
  mutating func note(_ worth: Double) {
    greatest = max(greatest, worth.magnitude)
    if isFine { return }
    let thousandths = worth * 1000
    let rest = (thousandths - thousandths.rounded()).magnitude
    isFine = rest > greatest * 1000 * WorthOrder.rounding
  }

  /// The value of a position among those of the same standing; `draw` is from 0 to below 1.
  func value(of worth: Double, standing: Int, isRepeated: Bool, draw: Double) -> Double {
    if isOrdinary {
      // Rounded as a sum with the end: so exact are the values that a search adds up.
      let end = Double(standing) * Self.end
      return worth + end - (isRepeated ? Self.repeated : 0) + draw * Self.drawn - end
    }
    // Four steps between neighbouring numbers for huge worths, and many for small ones.
    let least = greatest * (greatest > Self.huge ? 0x1p-50 : 0x1p-40)
    let repeated = max(Self.repeated, 4 * greatest)
    return worth - (isRepeated ? repeated : 0) + draw * least
  }

  /// What decides between moves of the same value when they are put in order, from a draw from 0 to
  /// below 1: as exact as a sum with what the move leads to, so coarse beside the end of a game.
  static func draw(
    _ draw: Double, worth: Double, _ foresight: Foresight, isRepeated: Bool
  ) -> Double {
    let most = 0x1p43
    let thousandths = min(max(worth * 1000, -most), most).rounded(.towardZero)
    let end = (foresight.wins ? 0x1p50 : 0) - (foresight.loses ? 0x1p50 : 0)
    return thousandths + end - (isRepeated ? 0x1p44 : 0) + draw * 0.9
  }
}
