@testable import SimHarness
@testable import TextFormats

/// A tiny generator (SplitMix64) of numbers, bytes and trees, the same in every run.
struct JSONRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  mutating func tree(depth: Int = 4) -> JSONTree {
    switch number(below: depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(number(below: 2) == 0)
    case 2: return .int(number(below: 2) == 0 ? number(below: 100) : Int(bitPattern: bits()))
    case 3: return .double(double())
    case 4: return .unsigned(UInt64(Int.max) + 1 + next() >> 1)
    case 5: return .string(text())
    case 6: return .array((0..<number(below: 30)).map { _ in .int(number(below: 1_000)) })
    case 7: return .array((0..<number(below: 6)).map { _ in tree(depth: depth - 1) })
    default:
      var keys: Set<String> = []
      var members: [(key: String, value: JSONTree)] = []
      for _ in 0..<number(below: 6) {
        let key = text()
        guard keys.insert(key).inserted else { continue }
        members.append((key: key, value: tree(depth: depth - 1)))
      }
      return .object(members)
    }
  }

  private mutating func bits() -> UInt { UInt(next()) }

  /// A finite double of any size that is not written like a whole number.
  private mutating func double() -> Double {
    while true {
      let value = number(below: 2) == 0 ? Double(bitPattern: next()) : Double(next() % 999) / 8
      let isWhole = value == value.rounded() && value.magnitude < 1e17
      if value.isFinite, !isWhole || (value.isZero && value.sign == .minus) { return value }
    }
  }

  private mutating func text() -> String {
    var text = ""
    for _ in 0..<number(below: 8) {
      let bound: UInt32 = [0x80, 0x80, 0x3000, 0x110000][number(below: 4)]
      if let scalar = Unicode.Scalar(UInt32(next() % UInt64(bound))) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
