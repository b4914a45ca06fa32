/// 128 random bits from the system's random device, written in hexadecimal.
public struct Secret: Sendable {
  public let text: String

  public init() {
    var source = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(source.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether this is the text, compared in a time that depends on its length only.
  public func matches(_ guess: String) -> Bool {
    let (left, right) = (Array(text.utf8), Array(guess.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
