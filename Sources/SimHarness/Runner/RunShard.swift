/// Part `number` of `count` of a run's games.
///
/// Every cell's games are divided by index, so that all parts together play each game once.
public struct RunShard: Sendable, Hashable, CustomStringConvertible {
  /// From 1 to `count`.
  public let number: Int
  public let count: Int

  /// The maximum number of parts of a run.
  public static let maxParts = 1_000_000

  /// Nil if there is no such part.
  public init?(number: Int, count: Int) {
    guard (1...Self.maxParts).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `k/n`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCII) }),
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) }), let number = Int(parts[0]),
      let count = Int(parts[1])
    else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  /// This part's share of a cell's games; the first parts have one more where they do not divide.
  public func range(of games: Int) -> Range<Int> {
    let (share, rest) = games.quotientAndRemainder(dividingBy: count)
    let start = (number - 1) * share + min(number - 1, rest)
    return start..<(start + share + (number <= rest ? 1 : 0))
  }
}
