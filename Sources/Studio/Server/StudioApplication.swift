import TextFormats

/// What a `StudioServer` serves: lists and texts by HTTP, everything live by one socket per tab.
public protocol StudioApplication: Sendable {
  /// The paths that it answers; `/api/enter`, `/api/live` and `/view/` are the server's own.
  var routes: [Route] { get }
  /// The report pages that can be opened.
  var tickets: Tickets { get }

  /// Takes a tab that has shown the token.
  ///
  /// - Parameters:
  ///   - tab: Takes events until `left`.
  ///   - version: The version of the tab's page.
  /// - Returns: What the tab needs to know at once.
  /// - Throws: Why it cannot be served, such as a page of another version; then it is closed.
  func enter(_ tab: LiveTab, version: String) async throws(StudioFailure) -> JSONTree

  /// Answers a message of a tab that has entered; one after another, in their order.
  ///
  /// While it waits, the tab's next messages wait too, so it should be short. It runs on threads of
  /// the server's own, which it may keep for a while.
  func answer(_ message: [UInt8], from tab: LiveTab) async -> String

  /// Forgets a tab that has entered and is gone.
  func left(_ tab: LiveTab) async

  /// Writes what must be kept; the server stops.
  func stop() async
}
