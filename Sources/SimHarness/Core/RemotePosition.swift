/// A position that is kept elsewhere, such as in another program; the owner lets it go with the
/// last reference.
public protocol RemotePosition: AnyObject, Sendable {
  /// Identifies everything that can influence its future.
  var stableHash: UInt64 { get }

  /// What a player imagines of it, drawn from an imagination's streams at an offset.
  func imagined(in streams: GameStreams, at offset: UInt64) -> PackedPosition
}
