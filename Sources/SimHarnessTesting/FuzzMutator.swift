import SimHarness

/// Makes bytes out of a corpus: the same seed and number give the same bytes.
public struct FuzzMutator: Sendable {
  private let corpus: [[UInt8]]
  private let dictionary: [[UInt8]]
  private let key: StreamKey

  /// The longest bytes made.
  public static let maxBytes = 1 << 16

  /// A corpus must not be empty.
  public init(corpus: [[UInt8]], seed: UInt64) {
    precondition(!corpus.isEmpty, "a corpus holds at least one file")
    self.corpus = corpus
    dictionary = Self.words(of: corpus)
    key = StreamKey(rawValue: StreamKey.mix(seed))
  }

  /// Input number `number`: a corpus file after one to eight changes.
  public func input(_ number: UInt64) -> [UInt8] {
    var random = SeededRandom(key: key.derived(number))
    let file = corpus[random.below(corpus.count)]
    return changed(file, &random)
  }

  /// Bytes after one to eight changes; those of the same `number` are the same.
  public func changed(_ bytes: [UInt8], number: UInt64) -> [UInt8] {
    var random = SeededRandom(key: key.derived(number))
    return changed(bytes, &random)
  }

  private func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(8) { change(&bytes, &random) }
    return Array(bytes.prefix(Self.maxBytes))
  }

  /// Tokens that are hard for readers.
  private static let awkward: [String] = [
    "0", "-1", "-0", "1e309", "-1e309", "1e-400", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "18446744073709551616", "0.1", "2147483648", "null", "true", "[]", "{}",
    "\"\"", "\"\\ud800\"", "\\u0000", "\u{0}", "\u{FEFF}", "\u{202E}", "\u{1F468}\u{200D}", "nan",
    ".inf", "&a [*a]", "<<: *a", "!!binary x", "---\n", "? ", "- ", "|\n", ">\n", "\t", "\r\n", "%",
    "return", "function", "end", "..", "//", "goto", "::x::", "<close>", "%f", "%b()", "#", "~=",
    "setmetatable", "coroutine.wrap", "string.rep", "pcall", "math.mininteger", "table.concat",
  ]

  private static func words(of corpus: [[UInt8]]) -> [[UInt8]] {
    var words = Set(awkward.map { Array($0.utf8) })
    for file in corpus {
      for word in file.split(whereSeparator: { !($0 > 47 && $0 < 58 || $0 > 64 && $0 != 123) })
      where word.count < 24 {
        words.insert(Array(word))
      }
    }
    return words.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let start = random.below(bytes.count + 1)
    let end = min(bytes.count, start + random.below(1 << random.below(8)))
    switch random.below(8) {
    case 0: if start < bytes.count { bytes[start] ^= 1 << UInt8(random.below(8)) }
    case 1: if start < bytes.count { bytes[start] = UInt8(random.below(256)) }
    case 2: bytes.removeSubrange(start..<end)
    case 3: bytes.insert(contentsOf: bytes[start..<end], at: end)
    case 4: bytes.insert(contentsOf: dictionary[random.below(dictionary.count)], at: start)
    case 5: bytes.replaceSubrange(start..<end, with: dictionary[random.below(dictionary.count)])
    case 6:
      // A piece of another file.
      let other = corpus[random.below(corpus.count)]
      let from = random.below(other.count + 1)
      let piece = other[from..<min(other.count, from + random.below(64))]
      bytes.replaceSubrange(start..<end, with: piece)
    default:
      // A number with another one in its place.
      guard let digit = bytes[start...].firstIndex(where: { $0 > 47 && $0 < 58 }) else { return }
      let behind = bytes[digit...].firstIndex { !($0 > 47 && $0 < 58) } ?? bytes.count
      let number = Self.awkward[random.below(12)]
      bytes.replaceSubrange(digit..<behind, with: Array(number.utf8))
    }
  }
}
