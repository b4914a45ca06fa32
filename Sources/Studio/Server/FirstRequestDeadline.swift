import NIOCore
import NIOHTTP1

/// Closes a connection that does not send the head of a request in time, and refuses a first
/// request that breaks a rule.
///
/// It stands before the upgrade to a socket, because a request that the upgrade refuses is lost,
/// and is removed when a request has passed.
final class FirstRequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private enum State {
    case waiting
    case passed
    /// What still comes is ignored.
    case refused
  }

  private let deadline: NIODeadline
  private let limits: StudioLimits
  /// Why a request is refused, or nil.
  private let refusal: (HTTPRequestHead) -> RequestRefusal?
  private var state = State.waiting
  private var end: Scheduled<Void>?

  init(
    _ deadline: NIODeadline, limits: StudioLimits,
    refusal: @escaping (HTTPRequestHead) -> RequestRefusal?
  ) {
    self.deadline = deadline
    self.limits = limits
    self.refusal = refusal
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    end = context.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch state {
    case .waiting:
      if case .head(let head) = unwrapInboundIn(data), let refusal = refusal(head) {
        state = .refused
        RefusalWriter(limits: limits).refuse(refusal, context: context)
      } else {
        state = .passed
        context.fireChannelRead(data)
      }
    // After an upgrade these are no longer parts of a request.
    case .passed: context.fireChannelRead(data)
    case .refused: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard case .waiting = state else { return }
    if RefusalWriter(limits: limits).refuse(error, context: context) { state = .refused }
  }
}
