import NIOCore

/// Waits for the first bytes of a connection, and only then has the handlers of its requests added.
///
/// A crowd of connections that say nothing, or are gone again, costs little in this way, so that the
/// next client does not wait behind it.
final class ConnectionStart: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let deadline: NIODeadline
  /// Adds the handlers behind this one.
  private let begin: () -> Void
  /// Called if the connection is closed before it has sent anything.
  private let giveUp: () -> Void
  private var hasBegun = false
  private var end: Scheduled<Void>?

  init(deadline: NIODeadline, begin: @escaping () -> Void, giveUp: @escaping () -> Void) {
    self.deadline = deadline
    self.begin = begin
    self.giveUp = giveUp
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    end = context.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end?.cancel()
    if !hasBegun { giveUp() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasBegun else { return context.fireChannelRead(data) }
    hasBegun = true
    begin()
    context.fireChannelRead(data)
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, !hasBegun {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if hasBegun { context.fireErrorCaught(error) } else { context.close(promise: nil) }
  }
}
