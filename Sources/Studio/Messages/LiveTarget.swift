import TextFormats

/// The pass rate that a level is to have: a band, and whose rate it is.
public struct LiveTarget: Sendable, Equatable {
  /// The name of the simulated player.
  public let player: String
  /// From 0 to 1.
  public let low: Double
  /// From `low` to 1.
  public let high: Double

  static let fields = ["player", "low", "high"]

  var tree: JSONTree {
    ["player": .string(player), "low": .double(low), "high": .double(high)]
  }

  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields) {
    guard let player = fields.name("player"), let low = fields.share("low"),
      let high = fields.share("high")
    else { return nil }
    guard low <= high else {
      fields.cursor.report("'low' is above 'high'; exchange them")
      return nil
    }
    self.player = player
    self.low = low
    self.high = high
  }
}

extension JSONFields {
  /// A number from 0 to 1.
  fileprivate func share(_ name: String) -> Double? { required(name)?.double(in: 0...1) }
}
