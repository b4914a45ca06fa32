import Foundation
import Testing

@testable import Studio

/// Clients that are too slow; each deadline is short here while all others are an hour.
@Suite struct DeadlineTests {
  private static let short = Duration.milliseconds(50)

  /// Whether the server ends a connection on which no more is sent.
  private static func ends(
    _ text: String, in serving: Serving, halfOpen: Bool = false
  ) async throws -> RawAnswer {
    let port = serving.port
    return try await offPool {
      let connection = try RawConnection(port: port)
      connection.send(text)
      if halfOpen { connection.finishSending() }
      return RawAnswer(String(decoding: try connection.receiveAll(), as: UTF8.self))
    }
  }

  /// What comes of a first request before its deadline.
  @Test(arguments: ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: HOST\r\nA: b\r\n"])
  func aSlowFirstRequestEnds(_ text: String) async throws {
    try await Serving.run(limits: .patient { $0.firstRequest = Self.short }) { serving in
      let text = text.replacing("HOST", with: serving.host)
      #expect(try await Self.ends(text, in: serving).statuses == [])
      try await serving.untilAnswered(serving.request("GET", "/api/levels"))
    }
  }

  /// One byte after another does not move the deadline.
  @Test func aTricklingHeadEnds() async throws {
    try await Serving.run(limits: .patient { $0.firstRequest = Self.short }) { serving in
      let port = serving.port
      let sent = try await offPool {
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\n")
        var sent = 0
        while connection.send("a") { sent += 1 }
        return sent
      }
      // It ends by the deadline or by the size, whichever comes first.
      #expect(sent > 0)
      try await serving.untilAnswered(serving.request("GET", "/api/levels"))
    }
  }

  @Test func aSlowBodyEnds() async throws {
    try await Serving.run(limits: .patient { $0.request = Self.short }) { serving in
      let request = serving.request("POST", "/api/echo", body: "{}", keepsAlive: true)
      #expect(try await Self.ends(String(request.dropLast()), in: serving).statuses == [])
      #expect(await serving.application.seen == [])
      try await serving.untilAnswered(serving.request("GET", "/api/levels"))
    }
  }

  @Test func anIdleConnectionEnds() async throws {
    try await Serving.run(limits: .patient { $0.idle = Self.short }) { serving in
      let request = serving.request("GET", "/api/levels", keepsAlive: true)
      try await serving.untilAnswered(request)
      // A second head that does not end is idle too.
      try await serving.untilAnswered(request + "GET / HT")
    }
  }

  @Test func anAnswerThatIsNotMadeIsRefused() async throws {
    try await Serving.run(limits: .patient { $0.answer = Self.short }) { serving in
      let request = serving.request("GET", "/api/wait", keepsAlive: true)
      let late = try await Self.ends(request, in: serving)
      #expect(late.statuses == [503])
      #expect(late.body.contains("answer.late"), "\(late.body)")
      // What comes after all is not sent.
      await serving.application.open()
      try await serving.untilAnswered(serving.request("GET", "/api/levels"))
    }
  }

  /// What keeps a thread keeps neither the page nor the end of the server.
  @Test func whatBlocksIsNotWaitedFor() async throws {
    try await Serving.run(limits: .patient { $0.stop = Self.short }) { serving in
      let (server, port) = (serving.server, serving.port)
      let application = serving.application
      let text = serving.request("GET", "/api/block")
      // As many as could keep all of Swift's own threads here, and some.
      let count = ProcessInfo.processInfo.activeProcessorCount + WorkThreads.count
      let blocked = try await offPool {
        let connections = try (0..<count).map { _ in
          let connection = try RawConnection(port: port)
          connection.send(text)
          return connection
        }
        // All threads that may be kept are.
        for _ in 0..<WorkThreads.count { application.blocked.wait() }
        return connections
      }
      #expect(try await serving.exchange(serving.request("GET", "/")).statuses == [200])
      await server.stop()
      for _ in blocked { application.gate.signal() }
    }
  }

  /// A client that sends a request and nothing more may lose its answer, but not the server.
  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"])
  func halfOpenConnectionsEnd(_ text: String) async throws {
    try await Serving.run { serving in
      let text = text.replacing("HOST", with: serving.host)
      _ = try await Self.ends(text, in: serving, halfOpen: true)
      let body = serving.request("POST", "/api/echo", body: "{}").dropLast()
      #expect(try await Self.ends(String(body), in: serving, halfOpen: true).statuses == [])
      try await serving.expectHonestAnswer()
    }
  }

  /// After a refusal the client has a moment to read it, also if it keeps the connection.
  @Test func aRefusedConnectionEnds() async throws {
    try await Serving.run(limits: .patient { $0.linger = Self.short }) { serving in
      let port = serving.port
      let ended = try await offPool {
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\n\r\n")
        _ = try connection.receiveAll()
        // The server's side is closed; its own reading ends too.
        while connection.send("more\r\n") {}
        return true
      }
      #expect(ended)
    }
  }

  // MARK: Sockets

  @Test func aSocketWithoutHelloEnds() async throws {
    try await Serving.run(limits: .patient { $0.hello = Self.short }) { serving in
      let port = serving.port
      let code = try await offPool { try RawSocket(port: port).end() }
      #expect(code == 1_008)
      // Neither pings nor half a message are a hello.
      let busy = try await offPool {
        let socket = try RawSocket(port: port)
        socket.connection.send(RawSocket.frame(first: 0x89, []))
        socket.connection.send(RawSocket.frame(first: 0x01, Array("{".utf8)))
        return try socket.end()
      }
      #expect(busy == 1_008)
      try await serving.expectHonestAnswer()
    }
  }

  /// Pings come soon, and no page takes too long to enter.
  private static var pinging: StudioLimits {
    .patient {
      $0.hello = .seconds(1)
      $0.ping = short
    }
  }

  /// The next text of a socket that is pinged meanwhile.
  private static func answer(of socket: RawSocket) async throws -> String {
    try await offPool {
      while true {
        let frame = try socket.receive()
        if frame.opcode != 9 { return frame.text }
      }
    }
  }

  @Test func aSocketThatIsGoneEnds() async throws {
    try await Serving.run(limits: Self.pinging) { serving in
      let server = serving.server
      let opcodes = try await offPool {
        let socket = try RawSocket(server)
        return [try socket.receive().opcode, try socket.receive().opcode]
      }
      #expect(opcodes == [9, 8])
      // Answering keeps a socket open; on a busy machine it may take several attempts.
      try await offPool {
        var pings = 0
        while pings < 3 {
          let socket = try RawSocket(server)
          pings = 0
          while pings < 3, try socket.receive().opcode == 9 {
            socket.connection.send(RawSocket.frame(first: 0x8A, []))
            pings += 1
          }
        }
      }
    }
  }

  /// While a message of it is answered, nothing more of a tab is read, so it cannot answer a ping.
  @Test func aSocketThatWaitsForAnAnswerStays() async throws {
    try await Serving.run(limits: Self.pinging) { serving in
      let server = serving.server
      // On a busy machine the socket may be closed before its message is read.
      let socket = try await offPool {
        while true {
          let socket = try RawSocket(server)
          socket.send(#"{"n":2,"do":"confirm","doc":1}"#)
          let opcodes = [try socket.receive().opcode, try socket.receive().opcode]
          if opcodes == [9, 9] { return socket }
        }
      }
      let pings = try await offPool { try (0..<5).map { _ in try socket.receive().opcode } }
      #expect(pings == Array(repeating: 9, count: 5))
      await serving.application.open()
      let answer = try await Self.answer(of: socket)
      #expect(answer == #"{"re":2,"ok":true}"#)
    }
  }

  /// The answer to its first message may take longer than that message.
  @Test func aSocketWhoseEntryTakesLongStays() async throws {
    try await Serving.run(limits: Self.pinging) { serving in
      let server = serving.server
      // On a busy machine the socket may be closed before its message is read.
      let socket = try await offPool {
        for _ in 0..<20 {
          let socket = try RawSocket(port: server.port)
          socket.send(RawSocket.hello(token: server.access.token, version: "slow"))
          if try socket.receive().opcode == 9 { return socket }
        }
        throw RawConnection.Failure.cut
      }
      await serving.application.open()
      let answer = try await Self.answer(of: socket)
      #expect(answer.hasPrefix(#"{"re":1,"ok":{"tab":"#))
    }
  }

  /// A tab that does not read is closed when too much waits for it.
  @Test func aSocketThatDoesNotReadEnds() async throws {
    let limits = StudioLimits.patient {
      $0.waitingMessages = 10
      $0.linger = Self.short
    }
    try await Serving.run(limits: limits) { serving in
      let server = serving.server
      try await offPool {
        let socket = try RawSocket(server)
        let message = #"{"n":2,"do":"delete","level":"\#(String(repeating: "a", count: 2_000))"}"#
        while socket.send(message) {}
      }
      #expect(await serving.application.entered == 1)
      try await serving.expectHonestAnswer()
    }
  }
}
