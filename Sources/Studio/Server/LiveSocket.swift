import NIOCore
import NIOWebSocket
import Synchronization

/// The socket of one tab: takes messages in order, sends answers and events in order.
struct LiveSocket: Sendable {
  typealias Connection = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  let application: any StudioApplication
  let access: StudioAccess
  let limits: StudioLimits
  let connections: OpenConnections
  let threads: WorkThreads

  /// What is known of the client.
  private final class Client: Sendable {
    let hasEntered = Atomic(false)
    /// Whether a frame has come since the last ping.
    let isAlive = Atomic(true)
    /// Whether a message of it is being answered; the frames behind it are not read meanwhile.
    let waits = Atomic(false)
  }

  /// Serves a tab until its socket is closed.
  func serve(_ connection: Connection) async {
    let channel = connection.channel
    let outbox = Outbox(limits) {
      // A client that does not read the last messages is not waited for.
      channel.eventLoop.scheduleTask(in: TimeAmount(limits.linger)) { channel.close(promise: nil) }
    }
    let tab = connections.addTab(outbox)
    // A connection that breaks is closed, which is all that is to be done.
    try? await connection.executeThenClose { inbound, outbound in
      if connections.isStopping { outbox.close(.goingAway) }
      let client = Client()
      async let sending: Void = send(from: outbox, to: outbound)
      // Cancelled at the end.
      async let _: Void = watch(client, outbox)
      await withTaskExecutorPreference(threads) { await receive(inbound, tab, client) }
      // Nothing can be answered any more, but what waits and a closing frame may still be sent.
      outbox.close(.normalClosure)
      await sending
      if client.hasEntered.load(ordering: .relaxed) {
        await withTaskExecutorPreference(threads) { await application.left(tab) }
      }
    }
    connections.remove(tab)
  }

  // MARK: Sending

  private func send(
    from outbox: Outbox, to outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  ) async {
    for await _ in outbox.wakeups {
      do {
        while let message = outbox.next() { try await outbound.write(message.frame) }
        guard let end = outbox.end else { continue }
        try await outbound.write(
          WebSocketFrame(fin: true, opcode: .connectionClose, data: end.data))
      } catch {
        outbox.close(.goingAway, discarding: true)
      }
      return
    }
  }

  /// Closes the socket of a client that does not enter in time, or no longer answers pings.
  private func watch(_ client: Client, _ outbox: Outbox) async {
    do {
      try await Task.sleep(for: limits.hello)
      // An engine that is slow to start may take longer than the limit for the answer.
      guard client.hasEntered.load(ordering: .relaxed) || client.waits.load(ordering: .relaxed)
      else {
        return outbox.close(.policyViolation)
      }
      while client.isAlive.exchange(false, ordering: .relaxed)
        || client.waits.load(ordering: .relaxed)
      {
        outbox.post(.ping, replacing: "ping")
        try await Task.sleep(for: limits.ping)
      }
      outbox.close(.goingAway, discarding: true)
    } catch {
      // The socket is closed.
    }
  }

  // MARK: Receiving

  private func receive(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ tab: LiveTab, _ client: Client
  ) async {
    var assembly = MessageAssembly(limits: limits)
    do {
      for try await frame in inbound {
        if tab.outbox.end != nil { return }
        client.isAlive.store(true, ordering: .relaxed)
        switch assembly.add(frame) {
        case .nothing, .pong: break
        case .ping(let bytes): tab.outbox.post(.pong(bytes), replacing: "pong")
        case .message(let bytes):
          client.waits.store(true, ordering: .relaxed)
          let answer = await answer(bytes, from: tab, client)
          // The answer to a ping waits behind the message.
          client.isAlive.store(true, ordering: .relaxed)
          client.waits.store(false, ordering: .relaxed)
          tab.outbox.post(.text(answer))
          if !client.hasEntered.load(ordering: .relaxed) { tab.outbox.close(.policyViolation) }
        case .close: return
        case .violation(let code): return tab.outbox.close(code)
        }
      }
    } catch {
      // The connection broke, or its frames could not be read; both end it.
    }
  }

  private func answer(_ bytes: [UInt8], from tab: LiveTab, _ client: Client) async -> String {
    if client.hasEntered.load(ordering: .relaxed) {
      return await application.answer(bytes, from: tab)
    }
    var number: Int?
    do throws(StudioFailure) {
      let hello = try LiveHello.read(bytes)
      number = hello.number
      guard access.allows(hello.token) else { throw RequestRefusal.tokenMissing.failure }
      let welcome = try await application.enter(tab, version: hello.version)
      client.hasEntered.store(true, ordering: .relaxed)
      return LiveAnswer.ok(hello.number, welcome).text
    } catch {
      return LiveAnswer.refused(number, error).text
    }
  }
}

extension Outbox.Message {
  fileprivate var frame: WebSocketFrame {
    switch self {
    case .text(let text):
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
    case .ping: WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
    case .pong(let bytes): WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer(bytes: bytes))
    }
  }
}

extension WebSocketErrorCode {
  fileprivate var data: ByteBuffer {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: self)
    return data
  }
}
