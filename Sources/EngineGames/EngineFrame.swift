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

  /// Writes the line with this number and its end, with the operations of a frame and then those of
  /// another.
  static func write(
    _ first: EngineFrame, _ second: EngineFrame, numbered id: Int, to line: inout [UInt8]
  ) {
    line.removeAll(keepingCapacity: true)
    line.append("{\"id\":")
    line.append(decimal: id)
    line.append(",\"do\":[")
    line += first.bytes
    if first.count > 0 && second.count > 0 { line.append(UInt8(ascii: ",")) }
    line += second.bytes
    line.append("]}\n")
  }

  /// Begins an operation on a state or level.
  private mutating func begin(_ name: StaticString, _ number: Int) {
    bytes.append(count > 0 ? ",[\"" : "[\"")
    bytes.append(name)
    bytes.append("\",")
    bytes.append(decimal: number)
    count += 1
  }

  /// Adds an argument, written as it stands.
  private mutating func add(_ text: String) {
    bytes.append(UInt8(ascii: ","))
    bytes += text.utf8
  }

  private mutating func add(_ number: Int) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(decimal: number)
  }

  private mutating func finish() { bytes.append(UInt8(ascii: "]")) }

  private mutating func add(_ name: StaticString, _ number: Int) {
    begin(name, number)
    finish()
  }

  private mutating func add(_ name: StaticString, _ number: Int, _ text: String) {
    begin(name, number)
    add(text)
    finish()
  }

  // MARK: Operations

  mutating func level(_ level: Int, fields: String) { add("level", level, fields) }
  mutating func forget(_ level: Int) { add("forget", level) }
  mutating func new(_ state: Int, level: Int, _ seed: EngineSeed) {
    begin("new", state)
    add(level)
    add(seed.text)
    finish()
  }
  mutating func apply(_ state: Int, move: String) { add("apply", state, move) }
  /// The same of a move of `count` numbers; a bare one is no list.
  mutating func apply(_ state: Int, _ move: UInt64, count: Int, isBare: Bool) {
    begin("apply", state)
    let isBare = isBare && count == 1
    bytes.append(isBare ? "," : ",[")
    for place in 0..<count {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(decimal: Int(Int16(truncatingIfNeeded: move >> UInt64(16 * place))))
    }
    bytes.append(isBare ? "]" : "]]")
  }
  mutating func drop(_ state: Int) { add("drop", state) }
  mutating func figures(_ state: Int) { add("figures", state) }
  mutating func copy(_ state: Int, to other: Int) {
    begin("copy", state)
    add(other)
    finish()
  }
  mutating func imagine(_ state: Int, to other: Int, _ seed: EngineSeed) {
    begin("imagine", state)
    add(other)
    add(seed.text)
    finish()
  }
  mutating func `try`(_ state: Int, _ seed: EngineSeed) { add("try", state, seed.text) }
  mutating func view(_ state: Int) { add("view", state) }
  mutating func picture(_ state: Int) { add("picture", state) }
  mutating func observe(_ state: Int) { add("observe", state) }
  mutating func save(_ state: Int) { add("save", state) }
  mutating func load(_ state: Int, level: Int, text: String) {
    begin("load", state)
    add(level)
    add(JSONWriter.compact(.string(text)))
    finish()
  }
  /// An operation that no version has.
  mutating func unknown() { add("no-such-operation", 0) }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Writes a whole number.
  fileprivate mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
