/// Ratios of whole numbers, game by game: in multiples of 2^-32, or of 1/16 where one of them is too
/// large for that, as with imported scores of billions.
struct RatioSample: Sendable {
  private var fine: FigureSample
  private var coarse: FigureSample
  private var hasLarge = false

  init(hasPairs: Bool) {
    fine = FigureSample(hasPairs: hasPairs)
    coarse = FigureSample(hasPairs: hasPairs)
  }

  mutating func add(_ ratio: Double, game index: Int) {
    if ratio.magnitude >= 0x1p31 { hasLarge = true }
    fine.add(MetricDefinition.fixed(ratio), game: index)
    coarse.add(Int64(saturating: (ratio * 16).rounded()), game: index)
  }

  /// The ratios as whole numbers, and the unit they are counted in.
  var sample: (values: FigureSample, scale: Double) {
    hasLarge ? (coarse, 1.0 / 16) : (fine, 0x1p-32)
  }
}
