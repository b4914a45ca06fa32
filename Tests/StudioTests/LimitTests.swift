import Glibc
import Testing

@testable import Studio

/// Each limit of `StudioLimits`, reached and crossed by one.
@Suite struct LimitTests {
  @Test func theLimitsAreThoseOfTheDesign() {
    let limits = StudioLimits()
    #expect(limits.headBytes == 16 * 1_024 && limits.fields == 64 && limits.pathBytes == 2 * 1_024)
    #expect(limits.bodyBytes == 1_048_576 && limits.messageBytes == 1_048_576)
    #expect(limits.connectionsToTake == 4_096 && limits.connections == 64 && limits.sockets == 8)
    #expect(limits.firstRequest == .seconds(5) && limits.hello == .seconds(5))
    #expect(limits.request == .seconds(10) && limits.idle == .seconds(30))
    #expect(limits.onceCode == .seconds(60) && limits.stop < .seconds(2))
  }

  @Test func heads() async throws {
    try await Serving.run { serving in
      let limits = StudioLimits()
      // With Host, the token and Connection.
      let fields = (0..<limits.fields - 3).map { "a\($0): b" }
      let few = try await serving.exchange(
        serving.request("GET", "/api/levels", fields: fields))
      #expect(few.statuses == [200])
      let many = try await serving.exchange(
        serving.request("GET", "/api/levels", fields: fields + ["c: d"]))
      #expect(many.statuses == [431])

      // The head without its first line, and without the end of the head.
      let plain = serving.request("GET", "/api/levels", fields: ["A: "])
      let lines = plain.utf8.count - "GET  HTTP/1.1\r\n".utf8.count - 2
      let value = String(repeating: "b", count: limits.headBytes - lines)
      let full = try await serving.exchange(
        serving.request("GET", "/api/levels", fields: ["A: \(value)"]))
      #expect(full.statuses == [200])
      let over = try await serving.exchange(
        serving.request("GET", "/api/levels", fields: ["A: \(value)b"]))
      #expect(over.statuses == [431])
    }
  }

  @Test func paths() async throws {
    try await Serving.run { serving in
      let path = "/" + String(repeating: "a", count: StudioLimits().pathBytes - 1)
      let full = try await serving.exchange(serving.request("GET", path))
      let over = try await serving.exchange(serving.request("GET", path + "a"))
      #expect(full.statuses == [404] && over.statuses == [414])
    }
  }

  @Test func bodies() async throws {
    try await Serving.run { serving in
      let body = String(repeating: " ", count: StudioLimits().bodyBytes)
      let full = try await serving.exchange(serving.request("POST", "/api/echo", body: body))
      #expect(full.statuses == [200] && full.body.utf8.count == body.utf8.count)
      let over = try await serving.exchange(serving.request("POST", "/api/echo", body: body + " "))
      #expect(over.statuses == [413])
    }
  }

  @Test func messages() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let start = #"{"n":2,"do":"undo","doc":1}"#
      let full =
        start + String(repeating: " ", count: StudioLimits().messageBytes - start.utf8.count)
      let (answer, code) = try await offPool {
        let socket = try RawSocket(server)
        socket.send(full)
        let answer = try socket.receive().text
        socket.send(full + " ")
        return (answer, try socket.end())
      }
      #expect(answer == #"{"re":2,"ok":true}"# && code == 1_009)
    }
  }

  @Test func fragments() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let limit = StudioLimits().fragments
      let (answer, code) = try await offPool {
        let socket = try RawSocket(server)
        for count in [limit, limit + 1] {
          let message = Array(#"{"n":2,"do":"undo","doc":1}"#.utf8)
          socket.connection.send(RawSocket.frame(first: 0x01, message))
          for _ in 2..<count { socket.connection.send(RawSocket.frame(first: 0x00, [])) }
          socket.connection.send(RawSocket.frame(first: 0x80, []))
        }
        return (try socket.receive().text, try socket.end())
      }
      #expect(answer == #"{"re":2,"ok":true}"# && code == 1_009)
    }
  }

  /// As many as are being answered at the same time.
  @Test func connections() async throws {
    try await Serving.run { serving in
      let port = serving.port
      let request = serving.request("GET", "/api/wait", keepsAlive: true)
      let open = try await offPool {
        try (0..<StudioLimits().connections).map { _ in
          let connection = try RawConnection(port: port)
          connection.send(request)
          return connection
        }
      }
      while await serving.application.seen.count < open.count { await Task.yield() }
      #expect(try await serving.exchange(request).text == "")
      await serving.application.open()
      let statuses = try await offPool { try open.map { try $0.receiveAnswer().status } }
      #expect(statuses == Array(repeating: 200, count: 64))
    }
  }

  /// Connections that only wait keep nobody out: the one that waits longest is closed.
  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: HOST\r\nA: ", "GET"])
  func waitingConnectionsMakeRoom(_ text: String) async throws {
    try await Serving.run { serving in
      let (server, port) = (serving.server, serving.port)
      let request = serving.request("GET", "/api/levels", keepsAlive: true)
      let sent = text == "GET" ? request : text.replacing("HOST", with: serving.host)
      let (tab, first, last) = try await offPool {
        let socket = try RawSocket(server)
        let kept = try RawConnection(port: port)
        kept.send(request)
        _ = try kept.receiveAnswer()
        var crowd: [RawConnection] = []
        for _ in 0..<(3 * StudioLimits().connections) {
          crowd.append(try RawConnection(port: port))
          crowd.last?.send(sent)
        }
        // The last one is let in, and the first ones were closed for it.
        let last = try RawConnection(port: port)
        last.send(request)
        let status = try last.receiveAnswer().status
        let end = try kept.receiveAll()
        socket.send(#"{"n":2,"do":"undo","doc":1}"#)
        return (try socket.receive().text, end, status)
      }
      #expect(last == 200 && first == [])
      // A tab stays.
      #expect(tab == #"{"re":2,"ok":true}"#)
      try await serving.expectHonestAnswer()
    }
  }

  /// A crowd that comes faster than the server takes connections is kept, and loses no packet.
  @Test func connectionsThatAreNotTakenYetAreKept() async throws {
    let limits = StudioLimits()
    let listener = try await StudioListener(
      port: 0, connections: OpenConnections(limits: limits), limits: limits)
    defer { listener.channel.close(promise: nil) }
    let port = try #require(listener.channel.localAddress?.port)
    let count = try await offPool {
      // Nothing is taken meanwhile.
      try listener.channel.eventLoop.submit {
        try (0..<500).map { _ in try RawConnection(port: port) }.count
      }.wait()
    }
    #expect(count == 500)
  }

  @Test func sockets() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let (over, again) = try await offPool {
        var open = try (0..<StudioLimits().sockets).map { _ in try RawSocket(server) }
        let ninth = try RawConnection(port: server.port)
        ninth.send(RawSocket.handshake(port: server.port))
        let over = RawAnswer(String(decoding: try ninth.receiveAll(), as: UTF8.self))
        open.removeLast()
        var again = false
        while !again { again = (try? RawSocket(server)) != nil }
        return (over, again)
      }
      #expect(over.statuses == [429] && over.body.contains("8 tabs are open already"))
      #expect(again)
      try await serving.expectHonestAnswer()
    }
  }

  /// Connections that come and go leave no place taken.
  @Test func manyConnectionsInTurn() async throws {
    try await Serving.run { serving in
      let port = serving.port
      let host = serving.host
      for text in ["", "GET", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n"] {
        try await offPool {
          for _ in 0..<200 {
            let connection = try RawConnection(port: port)
            connection.send(text)
          }
        }
      }
      var isFree = false
      while !isFree {
        isFree = try await serving.exchange(serving.request("GET", "/api/levels")).statuses == [200]
      }
      try await serving.expectHonestAnswer()
    }
  }

  // MARK: Addresses

  /// The IPv4 addresses of this machine but 127.0.0.1.
  private static func otherAddresses() -> [String] {
    var found = ["127.0.0.2", "127.255.255.254"]
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return found }
    defer { freeifaddrs(list) }
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
        continue
      }
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      let text = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text != "127.0.0.1" { found.append(text) }
    }
    return found
  }

  @Test func otherAddressesOfTheMachineAreRefused() async throws {
    try await Serving.run { serving in
      let port = serving.port
      for address in Self.otherAddresses() {
        let error = try await offPool {
          do {
            _ = try RawConnection(port: port, address: address)
            return Int32(0)
          } catch RawConnection.Failure.refused(let error) {
            return error
          }
        }
        #expect(error == ECONNREFUSED, "\(address)")
      }
      try await serving.expectHonestAnswer()
    }
  }

  /// Without a port of one's own; a port that was asked for is used or refused.
  @Test func thePortAfterATakenOneIsUsed() async throws {
    let first = try await StudioServer(TestApplication())
    let second = try await StudioServer(TestApplication())
    #expect(first.port >= 7_700 && second.port > first.port && second.port < 7_800)
    await #expect {
      _ = try await StudioServer(TestApplication(), port: first.port)
    } throws: { error in
      "\(error)"
        == "port \(first.port) of 127.0.0.1 is taken; choose another with --port, or leave --port out"
    }
    for server in [first, second] {
      await server.stop()
      await server.wait()
    }
  }

  @Test func theErrorsSayWhatToDo() {
    #expect(
      StudioServerError.noPort(first: 7_700, last: 7_799).description
        == "the ports 7700 to 7799 of 127.0.0.1 are all taken; choose another with --port")
    #expect(
      StudioServerError.system(port: 80, "not allowed").description
        == "port 80 of 127.0.0.1 cannot be opened: not allowed; choose another with --port")
  }
}
