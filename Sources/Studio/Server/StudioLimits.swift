/// How much the server takes from its clients, and how long it waits for them.
///
/// Tests inject small sizes and short times; everything else uses the defaults.
public struct StudioLimits: Sendable, Hashable {
  /// Bytes of a request's line and fields together.
  public var headBytes = 16_384
  /// Fields of a request.
  public var fields = 64
  /// Bytes of a request's path.
  public var pathBytes = 2_048
  /// Bytes of a request's body.
  public var bodyBytes = 1 << 20
  /// Bytes of a message of a socket, all of its fragments together.
  public var messageBytes = 1 << 20
  /// Fragments of a message of a socket.
  public var fragments = 256
  /// Connections that the system keeps until the server takes them, if it allows as many.
  ///
  /// The system drops what comes beyond them, and a client tries again after a second.
  public var connectionsToTake = 4_096
  /// Connections that are open at the same time, sockets among them.
  public var connections = 64
  /// Sockets that are open at the same time, which is one per tab.
  public var sockets = 8
  /// Messages that wait for a tab that reads slowly.
  public var waitingMessages = 1_000
  /// Bytes that wait for a tab that reads slowly.
  public var waitingBytes = 16 << 20
  /// Report pages that can be opened at the same time.
  public var tickets = 16

  /// From the connection to the end of the first request's head.
  public var firstRequest = Duration.seconds(5)
  /// From the end of a request's head to the end of its body.
  public var request = Duration.seconds(10)
  /// Between two requests, and for an answer to be read.
  public var idle = Duration.seconds(30)
  /// For an answer to be made; then the request is refused.
  public var answer = Duration.seconds(60)
  /// From the opening of a socket to its first message.
  public var hello = Duration.seconds(5)
  /// For a tab to answer a ping; a ping is sent as often.
  public var ping = Duration.seconds(30)
  /// For a client to read the last answer before its connection is closed.
  public var linger = Duration.seconds(1)
  /// While a one-time code is valid.
  public var onceCode = Duration.seconds(60)
  /// For open connections to end when the server stops; then they are closed.
  public var stop = Duration.milliseconds(1_500)

  public init() {}
}
