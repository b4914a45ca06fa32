import Testing

@testable import Studio

/// A request that no browser sends for our page, and how the server must answer it.
struct HostileRequest: Sendable, CustomTestStringConvertible {
  let name: String
  /// The statuses of all answers until the server closes the connection.
  let statuses: [Int]
  private let make: @Sendable (Serving) -> [UInt8]

  var testDescription: String { name }

  func bytes(_ serving: Serving) -> [UInt8] { make(serving) }

  init(
    _ name: String, _ statuses: Int..., bytes: @escaping @Sendable (Serving) -> [UInt8]
  ) {
    self.name = name
    self.statuses = statuses
    make = bytes
  }

  /// A request in text, where `HOST` stands for the server's own host and `TOKEN` for the token.
  init(_ name: String, _ statuses: Int..., text: String) {
    self.name = name
    self.statuses = statuses
    make = { serving in
      var bytes: [UInt8] = []
      for part in Self.parts(of: text) {
        switch part {
        case "HOST": bytes += serving.host.utf8
        case "TOKEN": bytes += serving.server.access.token.utf8
        default: bytes += part.utf8
        }
      }
      return bytes
    }
  }

  /// The text cut at the words `HOST` and `TOKEN`, which are parts of their own.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while let next = ["HOST", "TOKEN"].compactMap({ rest.firstRange(of: $0) })
      .min(by: { $0.lowerBound < $1.lowerBound })
    {
      parts += [rest[..<next.lowerBound], rest[next]]
      rest = rest[next.upperBound...]
    }
    return parts + [rest]
  }

  static let all =
    smuggling + lines + targets + sources + bodies + floods + upgrades + names + tricks + bombs
    + shapes

  /// An honest POST that must not be answered, behind a body that is read in two ways.
  private static let hidden =
    "POST /api/echo HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
    + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

  private static let post =
    "POST /api/echo HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
    + "Content-Type: application/json\r\n"

  private static let get =
    "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"

  // MARK: Bodies read in two ways

  private static let smuggling: [HostileRequest] = [
    .init("two lengths", 400, text: post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}\n"),
    .init("one length twice", 400, text: post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
    .init("a list of lengths", 400, text: post + "Content-Length: 2, 2\r\n\r\n{}"),
    .init(
      "a length and chunks", 400,
      text: post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden),
    .init(
      "chunks and a length", 400,
      text: post + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + hidden),
    .init("chunks", 411, text: post + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden),
    .init(
      "chunks with a bad size", 411,
      text: post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
    .init(
      "chunks with a huge size", 411,
      text: post + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n"),
    .init(
      "chunks with an extension", 411,
      text: post + "Transfer-Encoding: chunked\r\n\r\n2;a=\"\r\n{}\r\n0\r\n\r\n"),
    .init("chunks in capitals", 411, text: post + "TRANSFER-ENCODING: CHUNKED\r\n\r\n0\r\n\r\n"),
    .init(
      "two codings", 400,
      text: post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"),
    .init("another coding", 411, text: post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    .init(
      "a coding behind a tab", 411, text: post + "Transfer-Encoding:\tx chunked\r\n\r\n0\r\n\r\n"),
    .init(
      "a coding with a space in its name", 400,
      text: post + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
    .init("a negative length", 400, text: post + "Content-Length: -2\r\n\r\n{}"),
    .init("a length with a sign", 400, text: post + "Content-Length: +2\r\n\r\n{}"),
    .init("a length in hexadecimal", 400, text: post + "Content-Length: 0x2\r\n\r\n{}"),
    .init("a length with a fraction", 400, text: post + "Content-Length: 2.0\r\n\r\n{}"),
    .init("an empty length", 400, text: post + "Content-Length: \r\n\r\n{}"),
    .init(
      "a length that overflows", 400,
      text: post + "Content-Length: 18446744073709551618\r\n\r\n{}"),
    .init("a length in other digits", 400, text: post + "Content-Length: \u{0662}\r\n\r\n{}"),
    .init("a GET with a body", 400, text: get + "Content-Length: 2\r\n\r\n{}" + hidden),
    .init(
      "a GET with chunks", 411,
      text: get + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden),
  ]

  // MARK: Lines

  private static let lines: [HostileRequest] = [
    .init("a folded line", 400, text: get + "A: b\r\n c\r\n\r\n"),
    .init("a folded host", 400, text: "GET / HTTP/1.1\r\nHost:\r\n HOST\r\n\r\n"),
    .init("a fold in the first line", 400, text: "GET / HTTP/1.1\r\n Host: HOST\r\n\r\n"),
    .init("bare line feeds", 400, text: "GET / HTTP/1.1\nHost: HOST\n\n"),
    .init("a bare line feed in the middle", 400, text: get + "A: b\nC: d\r\n\r\n"),
    .init("a bare carriage return", 400, text: get + "A: b\rC: d\r\n\r\n"),
    .init("a null in a value", 400, text: get + "A: b\0c\r\n\r\n"),
    .init("a null in a name", 400, text: get + "A\0: b\r\n\r\n"),
    .init("a null in the path", 400, text: "GET /\0 HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("a null first", 400, text: "\0GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("a space before a colon", 400, text: "GET / HTTP/1.1\r\nHost : HOST\r\n\r\n"),
    .init("a field without a name", 400, text: get + ": b\r\n\r\n"),
    .init("a field without a colon", 400, text: get + "Nonsense\r\n\r\n"),
    .init("a name with a bracket", 400, text: get + "A(b): c\r\n\r\n"),
    .init("no version", 400, text: "GET /\r\n\r\n"),
    .init("a newer version", 400, text: "GET / HTTP/3.0\r\nHost: HOST\r\n\r\n"),
    .init("an older version", 505, text: "GET / HTTP/1.0\r\nHost: HOST\r\n\r\n"),
    .init("a version in small letters", 400, text: "GET / http/1.1\r\nHost: HOST\r\n\r\n"),
    .init("a method in small letters", 400, text: "get / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("an unknown method", 400, text: "FETCH / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("HTTP/2", 400, text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    .init("TLS", 400, bytes: { _ in [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] }),
    .init("random bytes", 400, bytes: { _ in (0..<200).map { UInt8(($0 * 37 + 11) % 256) } }),
  ]

  // MARK: Targets

  private static let targets: [HostileRequest] = [
    .init("an absolute target", 400, text: "GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init(
      "another site as the target", 400,
      text: "GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("an authority as the target", 400, text: "GET HOST HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("CONNECT", 400, text: "CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("an asterisk", 400, text: "OPTIONS * HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("two slashes", 400, text: "GET //evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init(
      "a preflight", 405,
      text: "OPTIONS /api/echo HTTP/1.1\r\nHost: HOST\r\nAccess-Control-Request-Method: POST\r\n"
        + "Access-Control-Request-Private-Network: true\r\n\r\n"),
    .init("TRACE", 405, text: "TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init("HEAD", 405, text: "HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    .init(
      "DELETE", 405,
      text: "DELETE /api/levels/a HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n\r\n"),
    .init(
      "a long path", 414,
      bytes: { serving in
        Array(
          ("GET /" + String(repeating: "a", count: 3_000)
            + " HTTP/1.1\r\nHost: \(serving.host)\r\n\r\n").utf8)
      }),
    .init(
      "a path without an end", 431,
      bytes: { _ in
        Array(("GET /" + String(repeating: "a", count: 200_000)).utf8)
      }),
  ]

  // MARK: Sources

  private static let sources: [HostileRequest] = [
    .init("no host", 400, text: "GET / HTTP/1.1\r\n\r\n"),
    .init("two hosts", 400, text: "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n"),
    .init(
      "two hosts in two cases", 400,
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nhOST: evil.example\r\n\r\n"),
    .init("a rebound name", 421, text: "GET / HTTP/1.1\r\nHost: rebind.example:80\r\n\r\n"),
    .init("a name of this machine", 421, text: "GET / HTTP/1.1\r\nHost: localtest.me\r\n\r\n"),
    .init("a host with a user", 421, text: "GET / HTTP/1.1\r\nHost: a@HOST\r\n\r\n"),
    .init("another origin", 403, text: get + "Origin: http://evil.example\r\n\r\n"),
    .init("no origin of a sandbox", 403, text: get + "Origin: null\r\n\r\n"),
    .init("another port's origin", 403, text: get + "Origin: http://127.0.0.1:3000\r\n\r\n"),
    .init(
      "two origins", 400,
      text: get + "Origin: http://HOST\r\nOrigin: http://evil.example\r\n\r\n"),
    .init("another site", 403, text: get + "Sec-Fetch-Site: cross-site\r\n\r\n"),
    .init("another port of the site", 403, text: get + "Sec-Fetch-Site: same-site\r\n\r\n"),
    .init("two tokens", 400, text: get + "X-Playtest-Token: x\r\n\r\n"),
    .init(
      "a token as a cookie", 401,
      text: "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
        + "Cookie: token=TOKEN\r\n\r\n"),
    .init(
      "a token in the path", 401,
      text: "GET /api/levels?token=TOKEN HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"),
  ]

  // MARK: Bodies

  private static let bodies: [HostileRequest] = [
    .init(
      "a form", 415,
      text: "POST /api/echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=b"),
    .init(
      "a body in plain text", 415,
      text: "POST /api/echo HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 2\r\n\r\n{}"),
    .init("two types", 400, text: post + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}"),
    .init("a large body", 413, text: post + "Content-Length: 1048577\r\n\r\n"),
    .init("an endless body", 413, text: post + "Content-Length: 9223372036854775807\r\n\r\n{"),
    .init(
      "an expectation", 417,
      text: post + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}"),
    .init("no length", 411, text: post + "\r\n{}" + hidden),
  ]

  // MARK: Floods

  private static let floods: [HostileRequest] = [
    .init(
      "many fields", 431,
      bytes: { serving in
        let fields = (0..<1_000).map { "a\($0): b\r\n" }.joined()
        return Array("GET / HTTP/1.1\r\nHost: \(serving.host)\r\n\(fields)\r\n".utf8)
      }),
    .init(
      "a long field", 431,
      bytes: { serving in
        let field = "A: " + String(repeating: "b", count: 1_000_000)
        return Array("GET / HTTP/1.1\r\nHost: \(serving.host)\r\n\(field)\r\n\r\n".utf8)
      }),
    .init(
      "a long name", 431,
      bytes: { serving in
        let name = String(repeating: "a", count: 100_000)
        return Array("GET / HTTP/1.1\r\nHost: \(serving.host)\r\n\(name): b\r\n\r\n".utf8)
      }),
    .init(
      "a long method", 400, bytes: { _ in Array(repeating: UInt8(ascii: "G"), count: 100_000) }),
    .init(
      "fields without an end", 431,
      bytes: { serving in
        let field = "A: " + String(repeating: "b", count: 1_000) + "\r\n"
        return Array("GET / HTTP/1.1\r\nHost: \(serving.host)\r\n".utf8)
          + (0..<100).flatMap { _ in field.utf8 }
      }),
  ]

  // MARK: Upgrades

  private static let upgrades: [HostileRequest] = [
    .init(
      "an upgrade of a page", 400,
      text: "GET / HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
    .init(
      "an upgrade to HTTP/2", 400,
      text: get + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n"),
    .init(
      "the socket without an upgrade", 426,
      text: "GET /api/live HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n\r\n"),
    .init(
      "the socket by POST", 405,
      text: "POST /api/live HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
        + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Type: application/json\r\n"
        + "Content-Length: 2\r\n\r\n{}"),
    .init(
      "an upgrade with a body", 400,
      bytes: { serving in
        Array(
          RawSocket.handshake(port: serving.port).replacing(
            "Connection:", with: "Content-Length: 5\r\nConnection:"
          ).utf8) + Array("hello".utf8)
      }),
    .init(
      "an upgrade with chunks", 411,
      bytes: { serving in
        Array(
          RawSocket.handshake(port: serving.port).replacing(
            "Connection:", with: "Transfer-Encoding: chunked\r\nConnection:"
          ).utf8) + Array("0\r\n\r\n".utf8)
      }),
  ]
}
