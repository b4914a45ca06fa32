import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

extension StudioServer {
  /// What a connection has become after its first request's head.
  enum Connection: Sendable {
    case http(NIOAsyncChannel<ReceivedRequest, HTTPServerResponsePart>)
    case socket(LiveSocket.Connection)

    /// Ends the connection; one that breaks meanwhile is closed, which is all that is to be done.
    func close() async {
      switch self {
      case .http(let channel): try? await channel.executeThenClose { _, _ in }
      case .socket(let channel): try? await channel.executeThenClose { _, _ in }
      }
    }
  }

  // MARK: Binding

  /// Binds a port or, where none is asked for, the first free one from the usual one on.
  static func bind(
    _ wanted: Int?, connections: OpenConnections, limits: StudioLimits
  ) async throws(StudioServerError) -> StudioListener {
    let first = wanted ?? usualPort
    let last = wanted ?? min(first + portsTried - 1, Int(UInt16.max))
    var port = first
    while port <= last {
      do {
        return try await StudioListener(port: port, connections: connections, limits: limits)
      } catch let error as IOError where error.errnoCode == EADDRINUSE {
        port += 1
      } catch {
        throw .system(port: port, "\(error)")
      }
    }
    throw .noPort(first: first, last: last)
  }

  // MARK: Pipeline

  /// Adds the handlers of requests to a connection; gives what it becomes after its first request's
  /// head, which has to come before the deadline.
  static func configure(
    _ channel: any Channel, until deadline: NIODeadline, connections: OpenConnections,
    limits: StudioLimits
  ) throws -> EventLoopFuture<Connection> {
    // The port is the connection's own, as 0 lets the system choose one.
    let rules = RequestRules(port: channel.localAddress?.port ?? 0, limits: limits)
    let first = FirstRequestDeadline(deadline, limits: limits) { head in
      if let refusal = rules.refusal(of: head) { return refusal }
      guard rules.opensSocket(head), !connections.admitSocket(channel) else { return nil }
      return .socketsFull(maximum: limits.sockets)
    }
    let shape = RequestShape()
    let removal = NIOLoopBound((first, shape), eventLoop: channel.eventLoop)
    @Sendable func removeFirst(_ channel: any Channel) {
      channel.pipeline.syncOperations.removeHandler(removal.value.0, promise: nil)
    }
    let socket = NIOTypedWebSocketServerUpgrader<Connection>(
      maxFrameSize: limits.messageBytes,
      // What comes this far has met the rules.
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(HTTPHeaders())
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          removeFirst(channel)
          channel.pipeline.syncOperations.removeHandler(removal.value.1, promise: nil)
          connections.set(channel, isBusy: true)
          return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
      })
    let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Connection>(
      upgraders: [socket],
      notUpgradingCompletionHandler: { channel in
        channel.eventLoop.makeCompletedFuture {
          removeFirst(channel)
          let deadline = RequestDeadline(limits: limits) { head in
            rules.refusal(of: head) ?? (rules.opensSocket(head) ? .upgradeLate : nil)
          } busy: { [weak channel] isBusy in
            if let channel { connections.set(channel, isBusy: isBusy) }
          }
          try channel.pipeline.syncOperations.addHandler(deadline)
          return .http(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
      })
    var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
    configuration.enableErrorHandling = false
    configuration.decoderConfiguration.maxHeaderFieldSize = limits.headBytes
    configuration.decoderConfiguration.maxHeaderListSize = limits.headBytes
    configuration.decoderConfiguration.maxHeaderFieldCount = limits.fields
    try channel.pipeline.syncOperations.addHandler(shape)
    let connection = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
      configuration: configuration)
    let upgrader = try channel.pipeline.syncOperations.handler(
      type: NIOTypedHTTPServerUpgradeHandler<Connection>.self)
    try channel.pipeline.syncOperations.addHandler(first, position: .before(upgrader))
    return connection
  }

  // MARK: Serving

  /// Serves connections until the listener is closed and all of them have ended.
  static func serve(_ listener: StudioListener, routes: Routes, socket: LiveSocket) async {
    await withDiscardingTaskGroup { group in
      for await connection in listener.connections {
        group.addTask { await serve(connection, routes: routes, socket: socket) }
      }
    }
  }

  private static func serve(
    _ connection: Connection, routes: Routes, socket: LiveSocket
  ) async {
    switch connection {
    case .socket(let channel): await socket.serve(channel)
    case .http(let channel):
      // A connection that breaks is closed, which is all that is to be done.
      try? await channel.executeThenClose { inbound, outbound in
        for try await request in inbound {
          let response =
            socket.connections.isStopping
            ? .refusal(.stopping) : await routes.answer(request)
          let keepsAlive = request.head.isKeepAlive && !socket.connections.isStopping
          // After the last answer nothing comes in any more, and the client or a deadline closes.
          try await outbound.write(contentsOf: response.parts(keepsAlive: keepsAlive))
        }
      }
    }
  }
}
