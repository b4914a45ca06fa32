import NIOCore
import NIOHTTP1

/// A request with its whole body, which has met the rules.
struct ReceivedRequest: Sendable {
  let head: HTTPRequestHead
  var body: [UInt8] = []
}

/// Collects each request of a connection, refuses those that break a rule, and closes the
/// connection of a client that sends or reads too slowly.
///
/// `HTTPServerPipelineHandler` stands before it, so a request comes only after the answer to the
/// one before.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = ReceivedRequest
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case idle
    case reading(ReceivedRequest)
    /// `isLast` once the head of an answer has said that it is the connection's last one.
    case answering(isLast: Bool)
    /// What still comes is ignored.
    case ended
  }

  private let limits: StudioLimits
  /// Why a request is refused, or nil.
  private let refusal: (HTTPRequestHead) -> RequestRefusal?
  /// Called when an answer begins and when it ends.
  private let busy: (Bool) -> Void
  private var state = State.idle
  private var end: Scheduled<Void>?

  init(
    limits: StudioLimits, refusal: @escaping (HTTPRequestHead) -> RequestRefusal?,
    busy: @escaping (Bool) -> Void
  ) {
    self.limits = limits
    self.refusal = refusal
    self.busy = busy
  }

  func handlerAdded(context: ChannelHandlerContext) { wait(limits.idle, context: context) }

  func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.idle, .head(let head)):
      if let refusal = refusal(head) {
        refuse(refusal, context: context)
      } else {
        state = .reading(ReceivedRequest(head: head))
        wait(limits.request, context: context)
      }
    case (.reading(var request), .body(let bytes)):
      // The rules have limited the length that the client gave, and the parser keeps to it.
      state = .idle
      request.body.append(contentsOf: bytes.readableBytesView)
      state = .reading(request)
    case (.reading(let request), .end):
      state = .answering(isLast: false)
      busy(true)
      giveUp(after: limits.answer, context: context)
      context.fireChannelRead(wrapInboundOut(request))
    default: break
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch (state, unwrapOutboundIn(data)) {
    case (.answering, .head(let head)):
      state = .answering(isLast: !head.isKeepAlive)
      wait(limits.idle, context: context)
      context.write(data, promise: promise)
    case (.answering(let isLast), .end):
      // Before the write, because the next request may come while it is being done.
      state = isLast ? .ended : .idle
      busy(false)
      wait(limits.idle, context: context)
      context.write(data, promise: promise)
      if isLast { RefusalWriter(limits: limits).finish(context: context) }
    case (.ended, _):
      // The client has been told that the answer came too late.
      promise?.fail(ChannelError.outputClosed)
    default: context.write(data, promise: promise)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch state {
    case .idle, .reading:
      guard RefusalWriter(limits: limits).refuse(error, context: context) else {
        return context.fireErrorCaught(error)
      }
      state = .ended
    case .answering: context.fireErrorCaught(error)
    case .ended: break
    }
  }

  private func refuse(_ refusal: RequestRefusal, context: ChannelHandlerContext) {
    state = .ended
    RefusalWriter(limits: limits).refuse(refusal, context: context)
  }

  /// Refuses the request whose answer has not begun after a time.
  private func giveUp(after time: Duration, context: ChannelHandlerContext) {
    end?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    end = context.eventLoop.scheduleTask(in: TimeAmount(time)) {
      let (handler, context) = bound.value
      handler.busy(false)
      handler.refuse(.answerLate, context: context)
    }
  }

  /// Closes the connection after a time, unless this is called again before.
  private func wait(_ time: Duration, context: ChannelHandlerContext) {
    end?.cancel()
    let channel = context.channel
    end = context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
  }
}
