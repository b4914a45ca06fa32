/// What a player of a two-player game sees of a packed position, as the bytes of a view: its own
/// hidden values stand among what is seen.
///
/// CLua's State.c says what the bytes are.
struct SeenPosition {
  /// What a value begins with; the numbers are those of CLua's State.h.
  private enum Tag: UInt8 {
    case no = 1
    case yes, integer, number, string, integers, list, record, secret, secrets
  }

  private var rest: ArraySlice<UInt8>
  private var out: [UInt8] = []
  private let parts: [HiddenPart]
  private let player: Int
  /// The values of each part that were not used yet.
  private var values: [ArraySlice<Int>]

  /// The bytes for the player who moves; nil if nothing hidden is anybody's own.
  static func bytes(of state: OpenState) -> [UInt8]? {
    let spec = state.level.spec
    let parts = spec.parts
    guard !spec.own.isEmpty, let values = PackedValues(state.position, pools: parts.count)
    else { return nil }
    var seen = SeenPosition(
      state.position, values, parts, player: Int(state.table.turn))
    return seen.write() ? seen.out : nil
  }

  private init(
    _ position: PackedPosition, _ values: PackedValues, _ parts: [HiddenPart], player: Int
  ) {
    rest = position.bytes[..<position.visibleCount]
    self.parts = parts
    self.player = player
    self.values = values.pools.map { $0[...] }
  }

  /// Writes it all; false where the bytes are none of a position.
  private mutating func write() -> Bool {
    guard let count = copyCount(), copyFields(count), let hidden = copyCount() else {
      return false
    }
    var part = 0
    for _ in 0..<hidden {
      guard copyName(), part < parts.count else { return false }
      guard parts[part].owner > 0 else {
        guard copyValue(part) else { return false }
        part += 1
        continue
      }
      guard copyBoth(part) else { return false }
      part += 2
    }
    return rest.isEmpty
  }

  // MARK: Numbers

  private mutating func count() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64, let byte = rest.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func add(_ value: UInt64) {
    var left = value
    while left > 0x7F {
      out.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    out.append(UInt8(truncatingIfNeeded: left))
  }

  private mutating func add(integer value: Int) {
    let value = Int64(value)
    add(UInt64(bitPattern: value) << 1 ^ UInt64(bitPattern: value >> 63))
  }

  private mutating func copyCount() -> UInt64? {
    guard let value = count(), value <= 1 << 16 else { return nil }
    add(value)
    return value
  }

  private mutating func copy(bytes count: UInt64) -> Bool {
    guard count <= UInt64(rest.count) else { return false }
    out += rest.prefix(Int(count))
    rest = rest.dropFirst(Int(count))
    return true
  }

  // MARK: Values

  private mutating func copyName() -> Bool { copyCount().map { copy(bytes: $0) } ?? false }

  private mutating func copyFields(_ count: UInt64, _ part: Int? = nil) -> Bool {
    for _ in 0..<count where !(copyName() && copyValue(part)) { return false }
    return true
  }

  /// The next value of a part; the part's values are written where the player sees them.
  private mutating func addSecret(_ part: Int) -> Bool {
    guard let value = values[part].popFirst() else { return false }
    if parts[part].owner == player { add(integer: value) }
    return true
  }

  /// Copies the list of both players: the halves are values of two parts.
  private mutating func copyBoth(_ part: Int) -> Bool {
    guard let tag = rest.popFirst().flatMap(Tag.init), count() == 2 else { return false }
    out.append(Tag.list.rawValue)
    add(2)
    for half in [part, part + 1] {
      if tag == .list {
        guard copyValue(half) else { return false }
      } else if tag == .secrets {
        out.append((parts[half].owner == player ? Tag.integer : .secret).rawValue)
        guard addSecret(half) else { return false }
      } else {
        return false
      }
    }
    return true
  }

  /// Copies a value, which is of a part where it is hidden.
  private mutating func copyValue(_ part: Int?) -> Bool {
    guard let tag = rest.popFirst().flatMap(Tag.init) else { return false }
    if tag == .secret || tag == .secrets {
      guard let part else { return false }
      let isSeen = parts[part].owner == player
      if tag == .secret {
        out.append((isSeen ? Tag.integer : .secret).rawValue)
        return addSecret(part)
      }
      out.append((isSeen ? Tag.integers : .secrets).rawValue)
      guard let count = copyCount() else { return false }
      for _ in 0..<count where !addSecret(part) { return false }
      return true
    }
    out.append(tag.rawValue)
    switch tag {
    case .no, .yes, .secret, .secrets: return true
    case .integer:
      guard let value = count() else { return false }
      add(value)
      return true
    case .number: return copy(bytes: 8)
    case .string: return copyCount().map { copy(bytes: $0) } ?? false
    case .integers:
      guard let count = copyCount() else { return false }
      for _ in 0..<count {
        guard let value = self.count() else { return false }
        add(value)
      }
      return true
    case .list:
      guard let count = copyCount() else { return false }
      for _ in 0..<count where !copyValue(part) { return false }
      return true
    case .record: return copyCount().map { copyFields($0, part) } ?? false
    }
  }
}
