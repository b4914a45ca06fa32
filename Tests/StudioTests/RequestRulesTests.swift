import NIOHTTP1
import Testing

@testable import Studio

/// What every request must meet, without a connection.
@Suite struct RequestRulesTests {
  private static let rules = RequestRules(port: 7_700, limits: StudioLimits())
  private static let host = "127.0.0.1:7700"

  private static func refusal(
    _ fields: [(String, String)], method: HTTPMethod = .GET, path: String = "/",
    version: HTTPVersion = .http1_1
  ) -> RequestRefusal? {
    rules.refusal(
      of: HTTPRequestHead(
        version: version, method: method, uri: path, headers: HTTPHeaders(fields)))
  }

  private static func get(
    _ path: String = "/", _ fields: [(String, String)] = []
  ) -> RequestRefusal? {
    refusal([("Host", host)] + fields, path: path)
  }

  private static func post(_ fields: [(String, String)]) -> RequestRefusal? {
    refusal([("Host", host)] + fields, method: .POST, path: "/api/enter")
  }

  @Test func honestRequestsAreTaken() {
    #expect(Self.get() == nil)
    #expect(Self.refusal([("host", "localhost:7700")]) == nil)
    #expect(Self.get("/", [("Content-Length", "0")]) == nil)
    #expect(Self.post([("Content-Type", "application/json"), ("Content-Length", "2")]) == nil)
    #expect(
      Self.post([("content-type", "Application/JSON; charset=UTF-8"), ("Content-Length", "0")])
        == nil)
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:7701", "127.0.0.1:77000", "localhost", "localhost:80",
    "LOCALHOST:7700", "localhost.:7700", "127.0.0.1.:7700", "127.1:7700", "0.0.0.0:7700",
    "[::1]:7700", "evil.example:7700", "127.0.0.1:7700.evil.example", "127.0.0.1:7700@evil.example",
    "evil.example#127.0.0.1:7700", "localhost:7700, evil.example", "2130706433:7700", "",
    "127.0.0.1.nip.io:7700", "192.168.0.1:7700", "localtest.me:7700", "rebind.network:7700",
  ])
  func otherHostsAreRefused(_ host: String) {
    #expect(Self.refusal([("Host", host)]) == .hostForeign)
  }

  @Test func oneHostIsNeeded() {
    #expect(Self.refusal([]) == .hostMissing)
    #expect(Self.get("/", [("Host", Self.host)]) == .duplicateField("host"))
    #expect(Self.get("/", [("HOST", "evil.example")]) == .duplicateField("host"))
  }

  @Test(arguments: [
    "http://127.0.0.1:7701", "http://127.0.0.1", "https://127.0.0.1:7700", "http://localhost:7700",
    "http://evil.example", "http://127.0.0.1:7700.evil.example", "null", "",
    "http://127.0.0.1:7700/", "HTTP://127.0.0.1:7700", "file://", "chrome-extension://abc",
    "http://127.0.0.1:7700 http://evil.example",
  ])
  func otherOriginsAreRefused(_ origin: String) {
    #expect(Self.get("/", [("Origin", origin)]) == .originForeign)
  }

  @Test func theOwnOriginIsTaken() {
    #expect(Self.get("/", [("Origin", "http://127.0.0.1:7700")]) == nil)
    #expect(
      Self.refusal([("Host", "localhost:7700"), ("Origin", "http://localhost:7700")]) == nil)
    #expect(
      Self.get("/", [("Origin", "http://127.0.0.1:7700"), ("Origin", "http://127.0.0.1:7700")])
        == .duplicateField("origin"))
  }

  @Test func otherSitesAreRefused() {
    for site in ["same-origin", "none"] {
      #expect(Self.get("/", [("Sec-Fetch-Site", site)]) == nil)
    }
    for site in ["cross-site", "same-site", "", "NONE", "same-origin, none"] {
      #expect(Self.get("/", [("Sec-Fetch-Site", site)]) == .siteForeign)
    }
    #expect(
      Self.get("/", [("Sec-Fetch-Site", "none"), ("sec-fetch-site", "none")])
        == .duplicateField("sec-fetch-site"))
  }

  @Test func onlyGetAndPost() {
    let methods: [HTTPMethod] = [
      .HEAD, .PUT, .DELETE, .OPTIONS, .PATCH, .TRACE, .CONNECT, .PROPFIND, .RAW(value: "get"),
    ]
    for method in methods {
      #expect(Self.refusal([("Host", Self.host)], method: method) == .method)
    }
  }

  @Test(arguments: [
    "", "*", "levels", "http://127.0.0.1:7700/", "//evil.example/", "/a b", "/\u{E9}", "/\t",
    "127.0.0.1:7700", "/\u{7F}", "\\\\evil", "?x",
  ])
  func onlyPlainPaths(_ path: String) {
    #expect(Self.get(path) == .target)
  }

  @Test func onlyJSONOfAKnownLength() {
    let json = ("Content-Type", "application/json")
    #expect(Self.post([json]) == .lengthMissing)
    #expect(Self.post([json, ("Content-Length", "x")]) == .lengthWrong)
    #expect(Self.post([json, ("Content-Length", "1048576")]) == nil)
    #expect(
      Self.post([json, ("Content-Length", "1048577")]) == .bodyTooLarge(maximum: 1_048_576))
    for coding in ["chunked", "identity", "gzip, chunked", ""] {
      #expect(Self.post([json, ("Transfer-Encoding", coding)]) == .transferEncoding)
    }
    #expect(
      Self.post([json, ("Content-Length", "2"), ("Transfer-Encoding", "chunked")])
        == .transferEncoding)
    #expect(Self.post([json, ("Content-Length", "2"), ("Expect", "100-continue")]) == .expectation)
    #expect(Self.get("/", [("Content-Length", "1")]) == .bodyUnexpected)
    #expect(Self.get("/", [("Transfer-Encoding", "chunked")]) == .transferEncoding)
  }

  @Test(arguments: [
    nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a",
    "text/plain; application/json", "application/json, text/plain", "application/jsonx",
    "application/json;charset=utf-16",
  ])
  func formsAreRefused(_ type: String?) {
    let fields = type.map { [("Content-Type", $0)] } ?? []
    #expect(Self.post(fields + [("Content-Length", "2")]) == .contentType)
  }

  @Test func sizesEndWhereTheySay() {
    let limits = StudioLimits()
    let path = "/" + String(repeating: "a", count: limits.pathBytes - 1)
    #expect(Self.get(path) == nil)
    #expect(Self.get(path + "a") == .pathTooLong(maximum: limits.pathBytes))
    let fields = (1..<limits.fields).map { ("a\($0)", "") }
    #expect(Self.get("/", fields) == nil)
    #expect(Self.get("/", fields + [("b", "")]) == .headTooLarge)
    // "/", "Host: 127.0.0.1:7700" and "a: " with the ends of their lines.
    let rest = limits.headBytes - 1 - (4 + 14 + 4) - (1 + 4)
    #expect(Self.get("/", [("a", String(repeating: "b", count: rest))]) == nil)
    #expect(Self.get("/", [("a", String(repeating: "b", count: rest + 1))]) == .headTooLarge)
  }

  @Test func onlyOneVersion() {
    for version in [HTTPVersion.http1_0, .http2, .http0_9, HTTPVersion(major: 1, minor: 2)] {
      #expect(Self.refusal([("Host", Self.host)], version: version) == .version)
    }
  }

  // MARK: Socket

  private static let handshake = [
    ("Origin", "http://127.0.0.1:7700"), ("Connection", "keep-alive, Upgrade"),
    ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
  ]

  /// The handshake with one field changed, or left out.
  private static func handshake(_ name: String, _ value: String?) -> RequestRefusal? {
    get(
      RequestRules.socketPath,
      handshake.compactMap { field in
        field.0 == name ? value.map { (name, $0) } : field
      })
  }

  @Test func handshakesAreTakenAsTheyAre() {
    #expect(Self.get(RequestRules.socketPath, Self.handshake) == nil)
    #expect(Self.handshake("Origin", nil) == .originMissing)
    #expect(Self.handshake("Origin", "http://evil.example") == .originForeign)
    #expect(Self.handshake("Upgrade", nil) == .upgradeMissing)
    #expect(Self.handshake("Upgrade", "h2c") == .upgradeMissing)
    #expect(Self.handshake("Connection", nil) == .upgradeMissing)
    #expect(Self.handshake("Connection", "keep-alive") == .upgradeMissing)
    #expect(Self.handshake("Sec-WebSocket-Version", nil) == .socketVersion)
    #expect(Self.handshake("Sec-WebSocket-Version", "8") == .socketVersion)
    for key in [nil, "", "abc", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZ\"=="] {
      #expect(Self.handshake("Sec-WebSocket-Key", key) == .socketKey)
    }
    #expect(Self.get("/", Self.handshake) == .upgradeElsewhere)
    #expect(Self.get("/api/live/", Self.handshake) == .upgradeElsewhere)
  }

  // MARK: Words

  @Test func everyRefusalSaysWhatToDo() {
    let all: [RequestRefusal] = [
      .malformed, .version, .headTooLarge, .pathTooLong(maximum: 1), .duplicateField("a\nb"),
      .hostMissing, .hostForeign, .target, .method, .originForeign, .originMissing, .siteForeign,
      .transferEncoding, .lengthMissing, .lengthWrong, .bodyUnexpected, .bodyTooLarge(maximum: 1),
      .contentType, .expectation, .upgradeElsewhere, .upgradeMissing, .upgradeLate, .socketVersion,
      .socketKey, .socketsFull(maximum: 8), .tokenMissing, .codeWrong, .pathUnknown, .stopping,
      .answerLate,
    ]
    for refusal in all {
      let failure = refusal.failure
      #expect((400...505).contains(failure.status))
      #expect(failure.message.contains("; ") && !failure.message.contains("\n"))
      #expect(failure.code.split(separator: ".").count == 2)
    }
  }
}
