@testable import Studio

extension HostileRequest {
  private static let get =
    "GET /api/levels HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
  private static let post =
    "POST /api/enter HTTP/1.1\r\nHost: HOST\r\nX-Playtest-Token: TOKEN\r\n"
    + "Content-Type: application/json\r\n"
  private static let end = "Host: HOST\r\n\r\n"

  // MARK: First lines that the parser takes and others read differently

  static let shapes: [HostileRequest] = [
    .init("two spaces after the method", 400, text: "GET  / HTTP/1.1\r\n" + end),
    .init("two spaces before the version", 400, text: "GET /  HTTP/1.1\r\n" + end),
    .init("a tab after the method", 400, text: "GET\t/ HTTP/1.1\r\n" + end),
    .init("a tab before the version", 400, text: "GET /\tHTTP/1.1\r\n" + end),
    .init("a space behind the version", 400, text: "GET / HTTP/1.1 \r\n" + end),
    .init("a space before the method", 400, text: " GET / HTTP/1.1\r\n" + end),
    .init("an empty line first", 400, text: "\r\nGET / HTTP/1.1\r\n" + end),
    .init("a bare line feed first", 400, text: "\nGET / HTTP/1.1\r\n" + end),
    .init(
      "many empty lines", 400,
      bytes: { _ in (0..<100_000).flatMap { _ in "\r\n".utf8 } }),
    .init("two carriage returns", 400, text: "GET / HTTP/1.1\r\r\n" + end),
    .init("a byte order mark", 400, text: "\u{FEFF}GET / HTTP/1.1\r\n" + end),
    .init("a version with more digits", 400, text: "GET / HTTP/1.10\r\n" + end),
    .init("a version with a zero before it", 400, text: "GET / HTTP/01.1\r\n" + end),
    .init("the version of RTSP", 400, text: "GET / RTSP/1.1\r\n" + end),
    .init("the version of ICE", 400, text: "SOURCE / ICE/1.0\r\n" + end),
    .init("a method of RTSP", 400, text: "DESCRIBE / HTTP/1.1\r\n" + end),
    .init("other letters in the target", 400, text: "GET /\u{E4} HTTP/1.1\r\n" + end),
    .init("a target that turns the text", 400, text: "GET /\u{202E}a HTTP/1.1\r\n" + end),
    .init(
      "a bare line feed after the fields", 400, text: "GET / HTTP/1.1\r\nHost: HOST\n\r\n"),
    .init("a length with a zero before it", 400, text: post + "Content-Length: 02\r\n\r\n{}"),
    .init("a length with a space inside", 400, text: post + "Content-Length: 2 2\r\n\r\n{}"),
    .init("a length by another name", 411, text: post + "Content_Length: 2\r\n\r\n{}"),
    .init("an empty coding", 411, text: post + "Transfer-Encoding: \r\n\r\n0\r\n\r\n"),
    .init(
      "a coding behind a vertical tab", 400, text: post + "Transfer-Encoding: \u{B}chunked\r\n\r\n"),
    .init("an origin of TLS", 403, text: get + "Origin: https://HOST\r\n\r\n"),
    .init("an origin with a path", 403, text: get + "Origin: http://HOST/\r\n\r\n"),
    .init("an origin of a file", 403, text: get + "Origin: file://\r\n\r\n"),
    .init(
      "a host behind another one", 421,
      text: "GET / HTTP/1.1\r\nX-Forwarded-Host: HOST\r\nHost: evil.example\r\n\r\n"),
    .init(
      "half a token", 401,
      bytes: { serving in
        Array(
          ("GET /api/levels HTTP/1.1\r\nHost: \(serving.host)\r\nConnection: close\r\n"
            + "X-Playtest-Token: \(serving.server.access.token.prefix(16))\r\n\r\n").utf8)
      }),
  ]
}
