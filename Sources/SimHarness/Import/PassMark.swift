/// How a table of results says that a game was passed.
package enum PassMark {
  /// How the game of a cell ended; nil if the cell does not say it.
  package static func end(_ cell: ArraySlice<UInt8>) -> GameEnd? {
    if cell.count == 1, let byte = cell.first {
      if byte == UInt8(ascii: "1") { return .won }
      if byte == UInt8(ascii: "0") { return .lost }
    }
    return ends[String(decoding: cell.prefix(20), as: UTF8.self).lowercased()]
  }

  /// Whether a cell says that its game has ended and cannot be passed, and not nothing.
  static func saysEnded(_ cell: ArraySlice<UInt8>) -> Bool {
    String(decoding: cell.prefix(20), as: UTF8.self).lowercased() == "ended"
  }

  private static let ends: [String: GameEnd] = [
    "true": .won, "yes": .won, "y": .won, "t": .won, "win": .won, "won": .won, "pass": .won,
    "passed": .won, "1.0": .won,
    "false": .lost, "no": .lost, "n": .lost, "f": .lost, "lose": .lost, "lost": .lost,
    "loss": .lost, "fail": .lost, "failed": .lost, "0.0": .lost,
    "": .ended, "ended": .ended, "nan": .ended, "na": .ended, "null": .ended, "none": .ended,
  ]
}
