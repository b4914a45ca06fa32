import NIOCore
import NIOPosix
import Synchronization

/// The port that the server listens at, and the connections that come over it.
struct StudioListener: Sendable {
  let channel: any Channel
  /// The connections with the head of a request; it ends when the port is closed and no connection is
  /// left whose first head has not come.
  let connections: AsyncStream<StudioServer.Connection>

  init(port: Int, connections open: OpenConnections, limits: StudioLimits) async throws {
    let (connections, continuation) = AsyncStream<StudioServer.Connection>.makeStream()
    let arrivals = Arrivals(continuation)
    // One event loop: nothing that runs on it waits.
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    channel = try await ServerBootstrap(group: loop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.backlog, value: Int32(clamping: limits.connectionsToTake))
      // Fewer than may be open: the first ones must be read before others need their places.
      .serverChannelOption(.maxMessagesPerRead, value: 16)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard open.admit(channel) else { throw ChannelError.operationUnsupported }
          let deadline = NIODeadline.now() + TimeAmount(limits.firstRequest)
          let start = ConnectionStart(deadline: deadline) {
            do {
              try StudioServer.configure(
                channel, until: deadline, connections: open, limits: limits
              ).whenComplete { arrivals.remove($0) }
            } catch {
              channel.close(promise: nil)
              arrivals.remove(.failure(error))
            }
          } giveUp: {
            arrivals.remove(.failure(ChannelError.eof))
          }
          try channel.pipeline.syncOperations.addHandler(start)
          arrivals.add()
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    self.connections = connections
    channel.closeFuture.whenComplete { _ in arrivals.close() }
  }

  /// Counts the connections whose first head has not come yet, and passes them on when it has.
  private final class Arrivals: Sendable {
    private struct State {
      var count = 0
      var isClosed = false
    }

    private let state = Mutex(State())
    private let passed: AsyncStream<StudioServer.Connection>.Continuation

    init(_ passed: AsyncStream<StudioServer.Connection>.Continuation) { self.passed = passed }

    func add() { state.withLock { $0.count += 1 } }

    /// A connection's first head has come, or the connection is gone.
    func remove(_ result: Result<StudioServer.Connection, any Error>) {
      if case .success(let connection) = result, case .terminated = passed.yield(connection) {
        // The server no longer waits for what is open.
        Task { await connection.close() }
      }
      change { $0.count -= 1 }
    }

    /// No more connections will come.
    func close() { change { $0.isClosed = true } }

    private func change(_ body: (inout State) -> Void) {
      let isOver = state.withLock { state in
        body(&state)
        return state.isClosed && state.count == 0
      }
      if isOver { passed.finish() }
    }
  }
}
