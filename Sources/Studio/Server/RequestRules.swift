import NIOHTTP1

/// What every request must meet, whatever it asks for; see SECURITY.md.
///
/// A page of another site can make a browser send requests here, but it cannot choose `Host`,
/// `Origin` and `Sec-Fetch-Site`. What is not needed is refused, such as chunked bodies, so that
/// no other program reads a request differently.
public struct RequestRules: Sendable {
  /// The path of the socket.
  public static let socketPath = "/api/live"

  let port: Int
  let limits: StudioLimits

  /// Why a request is refused, or nil.
  func refusal(of head: HTTPRequestHead) -> RequestRefusal? {
    sizeRefusal(of: head) ?? duplicateRefusal(of: head) ?? sourceRefusal(of: head)
      ?? targetRefusal(of: head) ?? bodyRefusal(of: head) ?? upgradeRefusal(of: head)
  }

  /// Whether a request that is not refused opens the socket.
  func opensSocket(_ head: HTTPRequestHead) -> Bool { head.uri == Self.socketPath }

  // MARK: Shape

  private func sizeRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    guard head.version == .http1_1 else { return .version }
    if head.uri.utf8.count > limits.pathBytes { return .pathTooLong(maximum: limits.pathBytes) }
    // ": " and the end of the line.
    let size = head.headers.reduce(head.uri.utf8.count) { size, field in
      size + field.name.utf8.count + field.value.utf8.count + 4
    }
    let isLarge = size > limits.headBytes || head.headers.count > limits.fields
    return isLarge ? .headTooLarge : nil
  }

  /// No browser sends a field twice, and programs differ in which one of them counts.
  private func duplicateRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    var seen: Set<String> = []
    for field in head.headers where !seen.insert(field.name.lowercased()).inserted {
      return .duplicateField(field.name.lowercased())
    }
    return nil
  }

  private func targetRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    let isPlain = head.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain, head.uri.hasPrefix("/"), !head.uri.hasPrefix("//") else { return .target }
    return head.method == .GET || head.method == .POST ? nil : .method
  }

  // MARK: Source

  private func sourceRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    guard let host = head.headers.first(name: "host") else { return .hostMissing }
    guard host == "127.0.0.1:\(port)" || host == "localhost:\(port)" else { return .hostForeign }
    if let origin = head.headers.first(name: "origin"), origin != "http://\(host)" {
      return .originForeign
    }
    if let site = head.headers.first(name: "sec-fetch-site"),
      site != "same-origin", site != "none"
    {
      return .siteForeign
    }
    return nil
  }

  // MARK: Body

  private func bodyRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    if head.headers.contains(name: "transfer-encoding") { return .transferEncoding }
    if head.headers.contains(name: "expect") { return .expectation }
    let field = head.headers.first(name: "content-length")
    let length = field.map { Int($0) }
    // A number with a zero before it is of another base for some programs.
    if case .some(nil) = length { return .lengthWrong }
    if let field, field.utf8.count > 1, field.hasPrefix("0") { return .lengthWrong }
    if head.method == .GET { return (length ?? 0) == 0 ? nil : .bodyUnexpected }
    guard let length = length ?? nil else { return .lengthMissing }
    if length > limits.bodyBytes { return .bodyTooLarge(maximum: limits.bodyBytes) }
    let type = head.headers.first(name: "content-type")?.lowercased()
    let isJSON = type == "application/json" || type == "application/json; charset=utf-8"
    return isJSON ? nil : .contentType
  }

  // MARK: Socket

  private func upgradeRefusal(of head: HTTPRequestHead) -> RequestRefusal? {
    let upgrade = head.headers.first(name: "upgrade")?.lowercased()
    guard opensSocket(head) else { return upgrade == nil ? nil : .upgradeElsewhere }
    guard head.method == .GET else { return .method }
    let connection = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    guard upgrade == "websocket", connection.contains("upgrade") else { return .upgradeMissing }
    guard head.headers.contains(name: "origin") else { return .originMissing }
    guard head.headers.first(name: "sec-websocket-version") == "13" else { return .socketVersion }
    let key = head.headers.first(name: "sec-websocket-key") ?? ""
    return Self.isKey(key) ? nil : .socketKey
  }

  /// Whether a text is 16 bytes in base 64.
  private static func isKey(_ key: String) -> Bool {
    guard key.utf8.count == 24, key.hasSuffix("==") else { return false }
    return key.utf8.dropLast(2).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}
