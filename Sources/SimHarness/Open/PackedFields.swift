/// The fields of what a player sees of a packed position, by name.
///
/// CLua's State.h says what the bytes are.
struct PackedFields {
  /// What a field holds.
  enum Value: Hashable {
    case whole(Int)
    case wholes([Int])
    /// Something else, or something hidden.
    case other

    /// How many whole numbers it is; nil for another value and for an empty list.
    var length: Int? {
      switch self {
      case .whole: 1
      case .wholes(let values): values.isEmpty ? nil : values.count
      case .other: nil
      }
    }
  }

  private(set) var fields: [String: Value] = [:]

  private var bytes: ArraySlice<UInt8>

  private static let tagInteger = 3
  private static let tagNumber = 4
  private static let tagString = 5
  private static let tagIntegers = 6
  private static let tagList = 7
  private static let tagRecord = 8
  private static let tagSecrets = 10

  /// Reads the visible part of a position; what does not follow the form ends it.
  init(_ view: ArraySlice<UInt8>) {
    bytes = view
    guard let names = count() else { return }
    for _ in 0..<max(0, names) {
      guard let length = count(), let name = take(length), let value = value(depth: 0) else {
        return
      }
      fields[String(decoding: name, as: UTF8.self)] = value
    }
  }

  /// The bytes of what a player sees without some fields; all of them where they do not follow the
  /// form.
  static func removing(_ names: [[UInt8]], from view: ArraySlice<UInt8>) -> [UInt8] {
    var reader = PackedFields([])
    reader.bytes = view
    guard let count = reader.count() else { return Array(view) }
    var kept: [UInt8] = []
    kept.reserveCapacity(view.count)
    for _ in 0..<max(0, count) {
      let field = reader.bytes
      guard let length = reader.count(), let name = reader.take(length),
        reader.value(depth: 0) != nil
      else { return Array(view) }
      if names.contains(where: { $0.elementsEqual(name) }) { continue }
      kept += field[..<reader.bytes.startIndex]
    }
    return kept + reader.bytes
  }

  private mutating func count() -> Int? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int(truncatingIfNeeded: value) }
      shift += 7
    }
    return nil
  }

  private mutating func integer() -> Int? {
    count().map { Int(bitPattern: UInt(bitPattern: $0) >> 1) ^ -($0 & 1) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count else { return nil }
    let taken = bytes.prefix(count)
    bytes.removeFirst(count)
    return taken
  }

  private mutating func value(depth: Int) -> Value? {
    guard depth < 32, let tag = bytes.popFirst() else { return nil }
    switch Int(tag) {
    case Self.tagInteger: return integer().map { .whole($0) }
    case Self.tagNumber: return take(8).map { _ in .other }
    case Self.tagString: return count().flatMap { take($0) }.map { _ in .other }
    case Self.tagIntegers:
      guard let members = count(), (0...bytes.count).contains(members) else { return nil }
      var values: [Int] = []
      for _ in 0..<members {
        guard let value = integer() else { return nil }
        values.append(value)
      }
      return .wholes(values)
    case Self.tagList, Self.tagRecord:
      guard let members = count(), (0...bytes.count).contains(members) else { return nil }
      for _ in 0..<members {
        if Int(tag) == Self.tagRecord {
          guard let length = count(), take(length) != nil else { return nil }
        }
        guard value(depth: depth + 1) != nil else { return nil }
      }
      return .other
    case Self.tagSecrets: return count().map { _ in .other }
    default: return .other
    }
  }
}
