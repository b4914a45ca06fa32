import NIOWebSocket
import Synchronization

/// What waits to be sent to one tab, in order.
final class Outbox: Sendable {
  enum Message: Sendable {
    case text(String)
    case ping
    case pong([UInt8])

    var size: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .ping: 0
      case .pong(let bytes): bytes.count
      }
    }
  }

  private struct Waiting {
    var messages: [(key: String?, message: Message)] = []
    var bytes = 0
    /// Why the socket closes after the last message.
    var end: WebSocketErrorCode?
  }

  private let waiting = Mutex(Waiting())
  private let limits: StudioLimits
  private let onClose: @Sendable () -> Void
  private let wakener: AsyncStream<Void>.Continuation
  /// Yields when there may be something to send, for one reader.
  let wakeups: AsyncStream<Void>

  /// - Parameters:
  ///   - limits: How much may wait.
  ///   - onClose: Called once, when nothing more will be accepted.
  init(_ limits: StudioLimits, onClose: @escaping @Sendable () -> Void) {
    self.limits = limits
    self.onClose = onClose
    (wakeups, wakener) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Why the socket closes; nil while it is open.
  var end: WebSocketErrorCode? { waiting.withLock(\.end) }

  /// Adds a message in place of one with the same key; closes the socket if too much waits.
  func post(_ message: Message, replacing key: String? = nil) {
    let isFull = waiting.withLock { waiting in
      guard waiting.end == nil else { return false }
      if let key, let old = waiting.messages.firstIndex(where: { $0.key == key }) {
        waiting.bytes -= waiting.messages.remove(at: old).message.size
      }
      waiting.messages.append((key, message))
      waiting.bytes += message.size
      return waiting.messages.count > limits.waitingMessages
        || waiting.bytes > limits.waitingBytes
    }
    // 1013: try again later.
    if isFull { close(.unknown(1_013), discarding: true) } else { wakener.yield() }
  }

  /// Closes the socket after the messages that wait.
  func close(_ code: WebSocketErrorCode, discarding: Bool = false) {
    let isFirst = waiting.withLock { waiting in
      if discarding { waiting.messages = [] }
      defer { waiting.end = waiting.end ?? code }
      return waiting.end == nil
    }
    guard isFirst else { return }
    onClose()
    wakener.yield()
  }

  /// The next message to send, or nil while there is none.
  func next() -> Message? {
    waiting.withLock { waiting in
      guard !waiting.messages.isEmpty else { return nil }
      let message = waiting.messages.removeFirst().message
      waiting.bytes -= message.size
      return message
    }
  }
}
