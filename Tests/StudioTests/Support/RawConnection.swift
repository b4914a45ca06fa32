import Foundation
import Glibc

/// A connection to a server, byte by byte, so that a test can send what no client library sends.
///
/// Reading and writing block, and belong into `offPool`.
final class RawConnection: Sendable {
  enum Failure: Error {
    case noSocket(Int32)
    case refused(Int32)
    /// The server neither answered nor closed the connection.
    case silent
    /// The answer ended too soon.
    case cut
  }

  private let descriptor: Int32

  /// Seconds after which a test gives up, and fails.
  private static let patience = 20

  init(port: Int, address: String = "127.0.0.1") throws(Failure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw .noSocket(errno) }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, address, &place.sin_addr)
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw .refused(errno) }
  }

  deinit { close(descriptor) }

  /// Sends bytes; false if the server has closed the connection.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next bytes; empty if the server has closed the connection.
  func receive(upTo count: Int = 65_536) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = recv(descriptor, &bytes, count, 0)
    if read < 0, errno == EAGAIN || errno == EWOULDBLOCK { throw .silent }
    return Array(bytes.prefix(max(0, read)))
  }

  /// Everything until the server closes the connection.
  func receiveAll() throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try receive()
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  /// Exactly `count` bytes.
  func receive(exactly count: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let bytes = try receive(upTo: count - all.count)
      if bytes.isEmpty { throw .cut }
      all += bytes
    }
    return all
  }

  /// Everything to the end of a head.
  func receiveHead() throws(Failure) -> String {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      head += try receive(exactly: 1)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// One answer with its body, of a connection that stays open.
  func receiveAnswer() throws(Failure) -> RawAnswer {
    let head = try receiveHead()
    let length = RawAnswer(head).field("content-length").flatMap { Int($0) } ?? 0
    let body = try receive(exactly: length)
    return RawAnswer(head + String(decoding: body, as: UTF8.self))
  }
}

/// An answer of a server, not trusted to be one.
struct RawAnswer: Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The statuses of all answers in the text.
  var statuses: [Int] {
    text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
      .compactMap { Int($0.prefix(3)) }
  }

  var status: Int? { statuses.first }

  var body: String {
    text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first.map { String($0) } ?? ""
  }

  /// The value of a field of the first answer.
  func field(_ name: String) -> String? {
    let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first ?? ""
    for line in head.split(separator: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.first?.lowercased() == name { return parts.last.map { String($0.dropFirst()) } }
    }
    return nil
  }
}

/// Runs what blocks on a thread of its own; the shared threads, also those of Dispatch, are few and
/// the server needs them.
func offPool<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
