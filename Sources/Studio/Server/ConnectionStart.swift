import NIOCore

/// Waits for the first bytes of a connection, has the handlers of its requests added, and leaves.
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
    hasBegun = true
    begin()
    context.fireChannelRead(data)
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
