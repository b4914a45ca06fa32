import Testing

@testable import Studio

/// The socket of a tab: who may open it, what it takes, what it sends.
@Suite struct SocketTests {
  @Test func messagesAreAnsweredInOrder() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let answers = try await offPool {
        let socket = try RawSocket(server)
        for number in 2..<200 { socket.send(#"{"n":\#(number),"do":"undo","doc":1}"#) }
        return try (2..<200).map { _ in try socket.receive().text }
      }
      #expect(answers == (2..<200).map { #"{"re":\#($0),"ok":true}"# })
    }
  }

  @Test func helloMayComeWithTheHandshake() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let text = try await offPool {
        let connection = try RawConnection(port: server.port)
        let hello = RawSocket.frame(Array(RawSocket.hello(token: server.access.token).utf8))
        connection.send(Array(RawSocket.handshake(port: server.port).utf8) + hello)
        _ = try connection.receiveHead()
        return String(decoding: try connection.receive(exactly: 25), as: UTF8.self)
      }
      #expect(text.contains(#"{"re":1,"ok":{"tab":1}}"#))
    }
  }

  @Test(arguments: [
    nil, "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:PORT",
    "http://localhost:PORT",
  ])
  func otherOriginsAreRefused(_ origin: String?) async throws {
    try await Serving.run { serving in
      let own = "Origin: http://127.0.0.1:\(serving.port)\r\n"
      let other = origin.map {
        "Origin: " + $0.replacing("PORT", with: "\(serving.port)") + "\r\n"
      }
      let handshake = RawSocket.handshake(port: serving.port).replacing(own, with: other ?? "")
      #expect(try await serving.exchange(handshake).statuses == [403])
      try await serving.expectHonestAnswer()
    }
  }

  /// First messages that are not a hello with the token.
  @Test(arguments: [
    RawSocket.hello(token: ""), RawSocket.hello(token: "x"),
    RawSocket.hello(token: String(repeating: "0", count: 32)), #"{"n":1,"do":"undo","doc":1}"#,
    #"{"n":1,"do":"enter","version":"1"}"#, #"{"n":1,"do":"enter","token":"TOKEN"}"#,
    #"{"n":1,"do":"enter","token":"TOKEN","version":"1","more":1}"#,
    #"{"n":1,"do":"enter","token":["TOKEN"],"version":"1"}"#, "", "{", "[]", "TOKEN",
    #"{"n":-1,"do":"enter","token":"TOKEN","version":"1"}"#,
    #"{"n":1,"do":"enter","token":"TOKEN","version":"2"}"#,
  ])
  func nothingIsDoneWithoutHello(_ message: String) async throws {
    try await Serving.run { serving in
      let server = serving.server
      let code = try await offPool {
        let socket = try RawSocket(port: server.port)
        socket.send(message.replacing("TOKEN", with: server.access.token))
        socket.send(#"{"n":2,"do":"undo","doc":1}"#)
        guard try socket.receive().text.contains(#","error":{"code":"#) else { return nil as Int? }
        return try socket.end()
      }
      #expect(code == 1_008)
      #expect(await serving.application.seen == [])
      #expect(await serving.application.entered == 0)
      #expect(await serving.application.left == 0)
      try await serving.expectHonestAnswer()
    }
  }

  @Test func messagesThatCannotBeReadAreAnswered() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let messages = [
        "", "{", "[1]", #"{"n":3}"#, #"{"n":4,"do":"format"}"#, #"{"n":5,"do":"undo"}"#,
        String(repeating: "[", count: 100_000),
        #"{"n":"# + String(repeating: "9", count: 1_000) + "}",
        "\u{0}", #"{"n":6,"do":"undo","doc":1,"path":"../../etc/passwd"}"#,
      ]
      let answers = try await offPool {
        let socket = try RawSocket(server)
        return try messages.map { message in
          socket.send(message)
          return try socket.receive().text
        }
      }
      let numbers = ["null", "null", "null", "3", "4", "5", "null", "null", "null", "6"]
      for (answer, number) in zip(answers, numbers) {
        #expect(answer.hasPrefix(#"{"re":\#(number),"error":{"code":"message.unreadable""#))
        #expect(answer.utf8.count < 2_000)
      }
    }
  }

  // MARK: Frames

  /// Frames that no browser sends, with the code that the socket is closed with.
  static let frames: [(name: String, bytes: [UInt8], code: Int)] = [
    ("not masked", RawSocket.frame(Array("{}".utf8), masks: false), 1_002),
    ("an empty one, not masked", RawSocket.frame([], masks: false), 1_002),
    ("reserved bit 1", RawSocket.frame(first: 0xC1, Array("{}".utf8)), 1_002),
    ("reserved bit 2", RawSocket.frame(first: 0xA1, Array("{}".utf8)), 1_002),
    ("reserved bit 3", RawSocket.frame(first: 0x91, Array("{}".utf8)), 1_002),
    ("unknown content", RawSocket.frame(first: 0x83, Array("{}".utf8)), 1_002),
    ("unknown control", RawSocket.frame(first: 0x8B, []), 1_002),
    ("binary", RawSocket.frame(first: 0x82, Array("{}".utf8)), 1_003),
    ("a continuation of nothing", RawSocket.frame(first: 0x80, Array("{}".utf8)), 1_002),
    (
      "a message in a message",
      RawSocket.frame(first: 0x01, Array("{".utf8)) + RawSocket.frame(Array("{}".utf8)), 1_002
    ),
    ("a long ping", RawSocket.frame(first: 0x89, Array(repeating: 0, count: 126)), 1_002),
    ("a long close", RawSocket.frame(first: 0x88, Array(repeating: 0, count: 200)), 1_002),
    ("a cut ping", RawSocket.frame(first: 0x09, []), 1_002),
    ("a cut close", RawSocket.frame(first: 0x08, []), 1_002),
    ("a long frame", RawSocket.frame([], length: (1 << 20) + 1), 1_009),
    ("a frame of 2^40 bytes", RawSocket.frame([], length: 1 << 40), 1_009),
    ("a frame of 2^63 bytes", RawSocket.frame([], length: 1 << 63), 1_009),
    ("a frame of 2^64 - 1 bytes", RawSocket.frame([], length: .max), 1_009),
    (
      "many fragments",
      RawSocket.frame(first: 0x01, [])
        + (0..<300).flatMap { _ in RawSocket.frame(first: 0x00, []) }, 1_009
    ),
    (
      "a long message in fragments",
      RawSocket.frame(first: 0x01, Array(repeating: 0x20, count: 600_000))
        + RawSocket.frame(first: 0x80, Array(repeating: 0x20, count: 600_000)), 1_009
    ),
    ("a close", RawSocket.frame(first: 0x88, [0x03, 0xE8]), 1_000),
    ("a close with half a code", RawSocket.frame(first: 0x88, [0x03]), 1_000),
  ]

  @Test(arguments: frames.indices)
  func otherFramesEndTheSocket(_ index: Int) async throws {
    let (name, bytes, code) = Self.frames[index]
    try await Serving.run { serving in
      let server = serving.server
      for hasEntered in [true, false] {
        let found = try await offPool {
          let socket = hasEntered ? try RawSocket(server) : try RawSocket(port: server.port)
          socket.connection.send(bytes)
          return try socket.end()
        }
        #expect(found == code, "\(name)")
      }
      #expect(await serving.application.seen == [])
      try await serving.expectHonestAnswer()
    }
  }

  @Test func fragmentsAndPingsAreTaken() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let frames = try await offPool {
        let socket = try RawSocket(server)
        let message = Array(#"{"n":2,"do":"undo","doc":1}"#.utf8)
        socket.connection.send(RawSocket.frame(first: 0x01, Array(message[..<5])))
        socket.connection.send(RawSocket.frame(first: 0x89, [1, 2, 3]))
        let pong = try socket.receive()
        socket.connection.send(RawSocket.frame(first: 0x00, Array(message[5..<9])))
        socket.connection.send(RawSocket.frame(first: 0x8A, []))
        socket.connection.send(RawSocket.frame(first: 0x80, Array(message[9...])))
        return [pong, try socket.receive()]
      }
      #expect(frames[0] == RawSocket.Frame(opcode: 10, payload: [1, 2, 3]))
      #expect(frames[1].text == #"{"re":2,"ok":true}"#)
    }
  }

  /// A tab that does not read gets only the newest figures, and what it asked for.
  @Test func aSlowTabGetsTheNewestFigures() async throws {
    try await Serving.run { serving in
      let server = serving.server
      let texts = try await offPool {
        let socket = try RawSocket(server)
        socket.send(#"{"n":2,"do":"look","doc":1,"players":["casual"],"games":1000}"#)
        var texts: [String] = []
        while texts.last?.hasPrefix(#"{"re""#) != true { texts.append(try socket.receive().text) }
        return texts
      }
      #expect(texts.count <= 1_001)
      #expect(texts[texts.count - 2] == #"{"ev":"figures","doc":1,"rev":0,"games":999}"#)
    }
  }

  @Test func tabsThatAreGoneAreForgotten() async throws {
    try await Serving.run(limits: .patient { $0.sockets = 20 }) { serving in
      let server = serving.server
      for _ in 0..<20 {
        try await offPool { _ = try RawSocket(server) }
      }
      // Each of them is gone when its place is free again.
      var left = 0
      while left < 20 {
        left = await serving.application.left
        await Task.yield()
      }
      #expect(await serving.application.entered == 20)
    }
  }
}
