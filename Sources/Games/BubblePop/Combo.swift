import SimHarness

/// A combo: a run of pops of one colour.
///
/// A refresh, an expiry or a miss does not break it.
struct Combo: Hashable, Sendable, BitwiseCopyable {
  /// The colour popped last; 255 before the first pop.
  private(set) var last: UInt8 = 255

  /// The number of the colour popped last.
  var lastColour: Int? { last == 255 ? nil : Int(last) }

  /// Whether a pop of a colour continues the combo.
  func continues(with colour: UInt8) -> Bool { colour == last }

  /// What popping a colour would score.
  func points(of colour: UInt8, in setup: borrowing PopSetup) -> Int {
    continues(with: colour) ? setup.comboPoints[Int(colour)] : setup.points[Int(colour)]
  }

  /// Records a pop.
  mutating func record(_ colour: UInt8) { last = colour }
}
