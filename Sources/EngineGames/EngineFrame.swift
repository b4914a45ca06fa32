import SimHarness
import TextFormats

/// Operations for an engine, as the text of a line's list.
struct EngineFrame: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ other: EngineFrame) {
    if count > 0 && other.count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += other.bytes
    count += other.count
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// The line with this number, without its end.
  func line(numbered id: Int) -> [UInt8] {
    var line = Array("{\"id\":\(id),\"do\":[".utf8)
    line.reserveCapacity(line.count + bytes.count + 2)
    line += bytes
    line += [UInt8(ascii: "]"), UInt8(ascii: "}")]
    return line
  }

  /// An operation with these arguments, written as they stand.
  private mutating func add(_ name: StaticString, _ arguments: String) {
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    bytes += Array("[\"".utf8)
    name.withUTF8Buffer { bytes += $0 }
    bytes += Array("\",".utf8)
    bytes += arguments.utf8
    bytes.append(UInt8(ascii: "]"))
    count += 1
  }

  // MARK: Operations

  mutating func level(_ level: Int, fields: String) { add("level", "\(level),\(fields)") }
  mutating func forget(_ level: Int) { add("forget", "\(level)") }
  mutating func new(_ state: Int, level: Int, _ seed: EngineSeed) {
    add("new", "\(state),\(level),\(seed.text)")
  }
  mutating func apply(_ state: Int, move: String) { add("apply", "\(state),\(move)") }
  mutating func drop(_ state: Int) { add("drop", "\(state)") }
  mutating func figures(_ state: Int) { add("figures", "\(state)") }
  mutating func copy(_ state: Int, to other: Int) { add("copy", "\(state),\(other)") }
  mutating func imagine(_ state: Int, to other: Int, _ seed: EngineSeed) {
    add("imagine", "\(state),\(other),\(seed.text)")
  }
  mutating func `try`(_ state: Int, _ seed: EngineSeed) { add("try", "\(state),\(seed.text)") }
  mutating func view(_ state: Int) { add("view", "\(state)") }
  mutating func picture(_ state: Int) { add("picture", "\(state)") }
  mutating func observe(_ state: Int) { add("observe", "\(state)") }
  mutating func save(_ state: Int) { add("save", "\(state)") }
  mutating func load(_ state: Int, level: Int, text: String) {
    add("load", "\(state),\(level),\(JSONWriter.compact(.string(text)))")
  }
  /// An operation that no version has.
  mutating func unknown() { add("no-such-operation", "0") }
}
