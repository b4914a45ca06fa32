@testable import Studio

/// A web socket, frame by frame.
struct RawSocket: Sendable {
  let connection: RawConnection

  /// A frame as it comes from a server.
  struct Frame: Equatable {
    let opcode: UInt8
    let payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }

    /// The code of a closing frame.
    var code: Int? {
      opcode == 8 && payload.count == 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
    }
  }

  /// The fields of an honest handshake.
  static func handshake(port: Int, path: String = "/api/live") -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
      + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
  }

  /// Opens a socket; the first message is still to be sent.
  init(port: Int) throws {
    connection = try RawConnection(port: port)
    connection.send(Self.handshake(port: port))
    let head = try connection.receiveHead()
    guard head.hasPrefix("HTTP/1.1 101 "), head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
      throw RawConnection.Failure.cut
    }
  }

  /// Opens a socket and enters.
  init(_ server: StudioServer) throws {
    try self.init(port: server.port)
    send(Self.hello(token: server.access.token))
    guard try receive().text.hasPrefix(#"{"re":1,"ok":"#) else { throw RawConnection.Failure.cut }
  }

  static func hello(token: String, version: String = "1") -> String {
    #"{"n":1,"do":"enter","token":"\#(token)","version":"\#(version)"}"#
  }

  // MARK: Sending

  /// A frame of any shape: `first` is its first byte, with FIN, reserved bits and opcode; `length`
  /// is the length that it gives, that of the payload where it is nil.
  static func frame(
    first: UInt8 = 0x81, _ payload: [UInt8], masks: Bool = true, length: UInt64? = nil
  ) -> [UInt8] {
    let bit: UInt8 = masks ? 0x80 : 0
    let length = length ?? UInt64(payload.count)
    var bytes = [first]
    switch length {
    case 0..<126: bytes.append(bit | UInt8(length))
    case 126...0xFFFF: bytes += [bit | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default:
      bytes.append(bit | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    }
    guard masks else { return bytes + payload }
    let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
  }

  @discardableResult
  func send(_ text: String) -> Bool { connection.send(Self.frame(Array(text.utf8))) }

  // MARK: Receiving

  func receive() throws -> Frame {
    let start = try connection.receive(exactly: 2)
    var length = Int(start[1])
    if length == 126 || length == 127 {
      let bytes = try connection.receive(exactly: length == 126 ? 2 : 8)
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    return Frame(opcode: start[0] & 0x0F, payload: try connection.receive(exactly: length))
  }

  /// The code of the closing frame, after which the server must close the connection; nil if it
  /// closed without one.
  func end() throws -> Int? {
    var code: Int?
    do {
      while true {
        let frame = try receive()
        if frame.opcode == 8 { code = frame.code }
      }
    } catch RawConnection.Failure.cut {
      return code
    }
  }
}
