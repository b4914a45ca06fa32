/// A tab whose socket is open.
public struct LiveTab: Sendable, Identifiable {
  /// Unique among the tabs of a server.
  public let id: Int
  let outbox: Outbox

  /// Sends an event; it returns at once, whether or not the tab reads.
  ///
  /// - Parameters:
  ///   - event: JSON of one line.
  ///   - key: Replaces an event of the same key that has not been sent yet, so that a slow tab gets
  ///     only the newest figures.
  public func send(_ event: String, replacing key: String? = nil) {
    outbox.post(.text(event), replacing: key)
  }
}
