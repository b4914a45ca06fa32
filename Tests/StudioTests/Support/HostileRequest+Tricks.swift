@testable import Studio

extension HostileRequest {
  // MARK: Other names of this machine

  /// Every spelling but the two that the page uses is another site.
  static let names: [HostileRequest] = [
    "127.0.0.1.:PORT", "127.1:PORT", "0x7f.0.0.1:PORT", "2130706433:PORT", "[::1]:PORT",
    "[::ffff:127.0.0.1]:PORT", "0.0.0.0:PORT", "localhost.:PORT", "LOCALHOST:PORT",
    "evil.localhost:PORT", "127.0.0.1:0PORT", "127.0.0.1:+PORT", "127.0.0.1 :PORT", "127.0.0.1",
    "127.0.0.1:PORT:80", "127.0.0.1:PORT/", "127.0.0.1:PORT@evil.example",
    "127.0.0.1:PORT, evil.example", "evil.example#127.0.0.1:PORT", "127.0.0.1%20:PORT", "",
  ].map { name in
    HostileRequest("the host '\(name)'", 421) { serving in
      let host = name.replacing("PORT", with: "\(serving.port)")
      return Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
    }
  }

  // MARK: Paths that lead elsewhere

  /// Nothing is decoded, shortened or cut off in a path: what is no route is nothing.
  static let tricks: [HostileRequest] = [
    "/js/../api/levels", "/js/%2e%2e/api/levels", "/js/main.js%00", "/js/main.js?a=b",
    "/js/main.js;a", "/JS/main.js", "/js/main.js/..", "/js\\main.js", "/..", "/.", "/%",
    "/etc/passwd", "/view/../a/report.html", "/view/%00/report.html",
    "/view/a/../../etc/passwd", "/.playtest/studio.json",
  ].map { path in
    HostileRequest("the path '\(path)'", 404) { serving in
      Array(
        ("GET \(path) HTTP/1.1\r\nHost: \(serving.host)\r\nConnection: close\r\n"
          + "X-Playtest-Token: \(serving.server.access.token)\r\n\r\n").utf8)
    }
  }

  // MARK: Bodies that grow when they are read

  static let bombs: [HostileRequest] = {
    let fields = (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let bodies: [(String, String)] = [
      ("a deep array", String(repeating: "[", count: 1 << 20)),
      ("a deep object", String(repeating: #"{"once":"#, count: 100_000)),
      ("many elements", "[\(String(repeating: "1,", count: 400_000))1]"),
      ("many fields", "{\(fields)}"),
      ("a number of many digits", #"{"once":\#(String(repeating: "9", count: 100_000))}"#),
      ("a huge exponent", #"{"once":1e999999999}"#),
      ("a long code", #"{"once":"\#(String(repeating: "a", count: 1_000_000))"}"#),
      ("escapes", #"{"once":"\#(String(repeating: "\\u0000", count: 100_000))"}"#),
      ("half a pair", #"{"once":"\ud800"}"#), ("a field twice", #"{"once":"a","once":"b"}"#),
      ("a field too many", #"{"once":"a","path":"/"}"#), ("nothing", ""), ("null", "null"),
    ]
    return bodies.map { name, body in
      HostileRequest("a body with \(name)", 400) { serving in
        Array(
          ("POST /api/enter HTTP/1.1\r\nHost: \(serving.host)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body).utf8)
      }
    }
  }()
}
