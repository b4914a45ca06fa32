import PegglePhysics
import SimHarness

extension PeggleLevelFile {
  /// The hash of the layout; nil for an empty board, which looks like any other.
  var layoutHash: String? { objects.isEmpty ? nil : StableDigest.hex(of: layout) }

  /// The objects to a tenth of a px, as they are or mirrored, whichever comes first.
  ///
  /// Colours of pegs are not decoration: orange ones are to be cleared.
  public var layout: String {
    min(layout(isMirrored: false), layout(isMirrored: true))
  }

  private func layout(isMirrored: Bool) -> String {
    let lines = objects.map { object -> String in
      func place(_ value: Double) -> Int { Int(saturating: (value * 10).rounded()) }
      var text = "\(object.title)"
      text += " \(place(isMirrored ? rules.width - object.x : object.x)) \(place(object.y))"
      if object.filter != CollisionFilter() {
        text += " filter \(object.filter.categoryBits),\(object.filter.maskBits)"
      }
      switch object.form {
      case .peg(_, let radius): return text + " \(place(radius))"
      case .block(let width, let height), .triangle(let width, let height):
        text += " \(place(width)) \(place(height))"
      case .polygon(let corners):
        let shown = corners.map { (place(isMirrored ? -$0.x : $0.x), place($0.y)) }
        for corner in shown.sorted(by: <) { text += " \(corner.0),\(corner.1)" }
      }
      // A block looks the same after half a turn.
      var period = 2 * Double.pi
      if case .block = object.form { period = Double.pi }
      let turn = (isMirrored ? -object.rotation : object.rotation)
      let rest = turn - (turn / period).rounded(.down) * period
      let steps = Int(saturating: (period * 1000).rounded())
      return text + " turned \(Int(saturating: (rest * 1000).rounded()) % steps)"
    }
    return "\(Int(rules.width))x\(Int(rules.height)) " + lines.sorted().joined(separator: "; ")
  }
}
