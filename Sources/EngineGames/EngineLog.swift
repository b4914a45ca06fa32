import SimHarness
import TextFormats

/// The last lines that an engine wrote to its standard error.
struct EngineLog: Sendable {
  static let maxLines = 200
  private static let maxBytes = 2000

  private(set) var lines: [String] = []
  private var rest: [UInt8] = []

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if rest.count < Self.maxBytes {
        rest.append(byte)
      }
    }
  }

  private mutating func endLine() {
    lines.append(SafeText.escaped(String(decoding: rest, as: UTF8.self), limit: Self.maxBytes))
    rest.removeAll(keepingCapacity: true)
    if lines.count > Self.maxLines { lines.removeFirst(lines.count - Self.maxLines) }
  }

  /// All that is there, a line without its end included.
  mutating func taken() -> [String] {
    if !rest.isEmpty { endLine() }
    defer { lines = [] }
    return lines
  }
}
