import Testing

@testable import Studio

/// An orderly end, whatever the clients do.
@Suite struct StopTests {
  @Test func tabsGetGoodbye() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let socket = try await offPool { try RawSocket(server) }
      await server.stop()
      let (bye, code) = try await offPool { (try socket.receive().text, try socket.end()) }
      #expect(bye == #"{"ev":"bye"}"# && code == 1_001)
      await server.wait()
      #expect(await serving.application.stops == 1)
      #expect(await serving.application.left == 1)
      await #expect(throws: RawConnection.Failure.self) {
        try await offPool { _ = try RawConnection(port: server.port) }
      }
    }
  }

  @Test func whatIsBeingAnsweredIsAnswered() async throws {
    try await Serving.run(limits: .patient { $0.stop = .seconds(3_600) }) { serving in
      let request = serving.request("GET", "/api/wait", keepsAlive: true)
      let port = serving.port
      // Nobody waits for one that says nothing, or for one that is gone.
      let silent = try await offPool {
        _ = try RawConnection(port: port)
        return try RawConnection(port: port)
      }
      defer { silent.finishSending() }
      async let answer = serving.exchange(request)
      while await serving.application.seen.isEmpty { await Task.yield() }
      async let stop: Void = serving.server.stop()
      while await serving.application.stops == 0 { await Task.yield() }
      await serving.application.open()
      let found = try await answer
      #expect(found.statuses == [200] && found.body == "waited")
      await stop
    }
  }

  /// Idle, half-sent, silent and stuck clients, and an application that never answers.
  @Test func nobodyIsWaitedForLonger() async throws {
    let limits = StudioLimits.patient {
      $0.stop = .milliseconds(50)
      $0.linger = .seconds(3_600)
    }
    try await Serving.run(limits: limits) { serving in
      let server = serving.server
      let texts = [
        "", "GET", serving.request("GET", "/api/levels", keepsAlive: true),
        String(serving.request("POST", "/api/echo", body: "{}").dropLast()),
        serving.request("GET", "/api/wait"),
      ]
      let open = try await offPool {
        let connections = try texts.map { text in
          let connection = try RawConnection(port: server.port)
          connection.send(text)
          return connection
        }
        let stuck = try RawSocket(server)
        stuck.send(#"{"n":2,"do":"confirm","doc":1}"#)
        let silent = try RawSocket(port: server.port)
        return connections + [stuck.connection, silent.connection]
      }
      while await serving.application.seen.filter({ $0 == "waiting" }).count < 2 {
        await Task.yield()
      }
      await server.stop()
      for connection in open { _ = try await offPool { try connection.receiveAll() } }
      await #expect(throws: RawConnection.Failure.self) {
        try await offPool { _ = try RawConnection(port: server.port) }
      }
    }
  }

  @Test func stoppingTwiceIsStoppingOnce() async throws {
    try await Serving.run { serving in
      await serving.server.stop()
      await serving.server.stop()
      #expect(await serving.application.stops == 1)
    }
  }
}
