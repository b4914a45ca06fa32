import Testing

@testable import Studio

/// Requests that no browser sends for our page.
@Suite struct HostileRequestTests {
  @Test(arguments: HostileRequest.all)
  func isRefusedAndTheNextIsAnswered(_ hostile: HostileRequest) async throws {
    try await Serving.run { serving in
      let answer = try await serving.exchange(hostile.bytes(serving))
      #expect(answer.statuses == hostile.statuses, "\(answer.text.prefix(300))")
      #expect(await serving.application.seen == [])
      try await serving.expectHonestAnswer()
    }
  }

  @Test func thereAreManyOfThem() {
    #expect(HostileRequest.all.count >= 60)
    #expect(Set(HostileRequest.all.map(\.name)).count == HostileRequest.all.count)
  }

  /// What is sent after a refused request on the same connection is not answered.
  @Test func aRefusalEndsTheConnection() async throws {
    try await Serving.run { serving in
      let good = serving.request("GET", "/api/levels", keepsAlive: true)
      let bad = "GET /api/levels HTTP/1.1\r\nHost: evil.example\r\n\r\n"
      let answer = try await serving.exchange(good + bad + good)
      #expect(answer.statuses == [200, 421])
      let nonsense = try await serving.exchange(good + "nonsense\r\n\r\n" + good)
      #expect(nonsense.statuses == [200, 400])
    }
  }

  /// What comes behind a request that says that it is the last one is no request.
  @Test(arguments: ["hello", "GET / HTTP/1.1\r\n\r\n", "\r\n", "\u{0}"])
  func bytesAfterTheLastRequestAreIgnored(_ text: String) async throws {
    try await Serving.run { serving in
      let last = serving.request("GET", "/api/levels")
      for behind in [text, String(repeating: text, count: 20_000), last] {
        let answer = try await serving.exchange(last + behind)
        #expect(answer.statuses == [200])
        #expect(answer.body == #"{"levels":[]}"#)
      }
      try await serving.expectHonestAnswer()
    }
  }

  /// The first line of a later request, also behind a body, and in pieces.
  @Test func laterFirstLinesAreLookedAt() async throws {
    try await Serving.run { serving in
      let get = serving.request("GET", "/api/levels", keepsAlive: true)
      let post = serving.request("POST", "/api/echo", body: "GET  / ", keepsAlive: true)
      let bad = "GET /  HTTP/1.1\r\nHost: \(serving.host)\r\n\r\n"
      let last = serving.request("GET", "/api/levels")
      #expect(try await serving.exchange(get + post + bad + get).statuses == [200, 200, 400])
      #expect(
        try await serving.exchange(post + get + post + last).statuses == [200, 200, 200, 200])
      let port = serving.port
      for (text, statuses) in [(post + get + last, [200, 200, 200]), (post + bad, [200, 400])] {
        let found = try await offPool {
          let connection = try RawConnection(port: port)
          for byte in text.utf8 { connection.send([byte]) }
          return RawAnswer(String(decoding: try connection.receiveAll(), as: UTF8.self)).statuses
        }
        #expect(found == statuses)
      }
    }
  }

  /// An upgrade is possible by the first request only; browsers open a connection for it.
  @Test func aLaterUpgradeIsRefused() async throws {
    try await Serving.run { serving in
      let good = serving.request("GET", "/api/levels", keepsAlive: true)
      let answer = try await serving.exchange(good + RawSocket.handshake(port: serving.port))
      #expect(answer.statuses == [200, 400])
      try await serving.expectHonestAnswer()
    }
  }

  /// Texts in the place of an identifier.
  static let paths = [
    "..", ".", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%2Fetc%2Fpasswd", "a%00", "a.json", "a;b",
    "a?b", "a#b", "a\\b", "..\\..\\windows", "a:b", "C:", "a%", "%", "~", "~root", "a@b", "a,b",
    "a=b", "a&b", "a'b", "a\"b", "a<b", "a*", "%c0%ae%c0%ae", "%252e%252e", "a+b", "$HOME", "`id`",
    "(a)", "a|b", "", String(repeating: "a", count: 101),
  ]

  @Test(arguments: paths)
  func noPathComesIn(_ text: String) async throws {
    try await Serving.run { serving in
      for path in [
        "/api/levels/\(text)", "/api/scripts/\(text)/a", "/api/scripts/a/\(text)",
        "/view/\(text)/report.html", "/\(text)", "/js/\(text)", "/api/levels/a/\(text)",
        "/api/levels/../levels/\(text)",
      ] where path != "/" {
        let answer = try await serving.exchange(serving.request("GET", path))
        #expect(answer.statuses == [404], "\(path)")
      }
      #expect(await serving.application.seen == [])
    }
  }

  @Test func identifiersComeIn() async throws {
    try await Serving.run { serving in
      for text in ["a", "Zz-9_0", "-", "_", String(repeating: "a", count: 100)] {
        let level = try await serving.exchange(serving.request("GET", "/api/levels/\(text)"))
        #expect(level.statuses == [200] && level.body == text)
        let script = try await serving.exchange(serving.request("GET", "/api/scripts/k/\(text)"))
        #expect(script.statuses == [200] && script.body == "k \(text)")
      }
      let wrong = try await serving.exchange(serving.request("POST", "/api/levels/a", body: "{}"))
      #expect(wrong.statuses == [405])
    }
  }

  /// JSON for `/api/enter` that is not what is expected.
  @Test(arguments: [
    "", "{", "[]", "null", "1", #"{"once":1}"#, #"{"once":""}"#, #"{"once":"a","more":1}"#,
    #"{"once":"a","once":"b"}"#, #"{"Once":"a"}"#, #"{"once":["a"]}"#, "{\"once\":\"\u{1}\"}",
    #"{"once":"\ud800"}"#, #"{"once":"a"}{}"#,
    String(repeating: "[", count: 10_000), #"{"once":"# + String(repeating: "[", count: 500_000),
    "[" + String(repeating: "1,", count: 400_000) + "1]",
    "{" + (0..<50_000).map { #""a\#($0)":0"# }.joined(separator: ",") + "}",
    #"{"once":"\#(String(repeating: "a", count: 1_000_000))"}"#,
  ])
  func onlyTheExpectedJSONIsRead(_ body: String) async throws {
    try await Serving.run { serving in
      let answer = try await serving.exchange(
        serving.request("POST", "/api/enter", body: body, token: false))
      #expect(answer.statuses == [400])
      #expect(answer.body.hasPrefix(#"{"error":{"code":"#) && answer.body.utf8.count < 1_000)
      try await serving.expectHonestAnswer()
    }
  }
}
