import SimHarness
import StableNumerics

/// What an engine draws from: a whole number below 2^53, made of the host's streams.
///
/// An engine that can `streams` gets the streams' keys too, so that it can draw as a game inside
/// this program does: `playtest engine serve` does that.
struct EngineSeed: Hashable, Sendable {
  let number: UInt64
  /// The keys of deal, rules and scripts; in imagined games those of deal and rules, and the offset.
  ///
  /// Empty: not given.
  let keys: [UInt64]

  /// The seed as an operation's arguments.
  var text: String {
    guard !keys.isEmpty else { return "\(number)" }
    return "\(number),[" + keys.map { "\"\(StableDigest.hex($0))\"" }.joined(separator: ",") + "]"
  }

  init(number: UInt64) {
    self.number = number & Self.mask
    keys = []
  }

  private static let mask: UInt64 = (1 << 53) - 1

  /// The seed of a game whose deal draws from a stream, one of a game's.
  init(starting deal: StreamKey, _ streams: GameStreams?, withStreams: Bool) {
    number = deal.bits(0) >> 11
    guard withStreams, let streams else {
      keys = []
      return
    }
    keys = [streams.deal, streams.rules, streams.scripts].map(\.rawValue)
  }

  /// The seed of a game that a player imagines.
  init(imagining streams: GameStreams, at offset: UInt64, withStreams: Bool) {
    number = streams.rules.derived(offset).bits(0) >> 11
    keys = withStreams ? [streams.deal.rawValue, streams.rules.rawValue, offset] : []
  }
}
