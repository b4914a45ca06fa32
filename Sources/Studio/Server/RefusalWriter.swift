import NIOCore
import NIOHTTP1

/// Writes the answer to a request that is refused before anybody takes it, and ends its connection.
struct RefusalWriter {
  let limits: StudioLimits

  /// Call it only while no other answer is being written.
  func refuse(_ refusal: RequestRefusal, context: ChannelHandlerContext) {
    // Half a request is malformed too when its connection is closed.
    guard context.channel.isActive else { return }
    for part in StudioResponse.refusal(refusal).parts(keepsAlive: false) {
      context.write(NIOAny(part), promise: nil)
    }
    finish(context: context)
  }

  /// Ends a connection behind its last answer, which has been written.
  func finish(context: ChannelHandlerContext) {
    context.flush()
    // A connection closed with unread input is reset, and the client may lose the answer.
    let channel = context.channel
    let sent = context.eventLoop.makePromise(of: Void.self)
    // A client that does not read is closed by the deadline of its answer.
    sent.futureResult.whenComplete { [limits] _ in
      channel.eventLoop.scheduleTask(in: TimeAmount(limits.linger)) { channel.close(promise: nil) }
    }
    channel.close(mode: .output, promise: sent)
  }

  /// Refuses what is not HTTP.
  /// - Returns: Whether the error is of that sort.
  func refuse(_ error: any Error, context: ChannelHandlerContext) -> Bool {
    guard let error = error as? HTTPParserError else { return false }
    refuse(error == .headerOverflow ? .headTooLarge : .malformed, context: context)
    return true
  }
}

extension StudioResponse {
  /// The parts of the answer in their order.
  func parts(keepsAlive: Bool) -> [HTTPServerResponsePart] {
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: status),
      headers: HTTPHeaders(fields))
    if !keepsAlive { head.headers.add(name: "connection", value: "close") }
    return [.head(head), .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil)]
  }
}
