/// Which games of a level and player were passed, by index, so that two players' games can be
/// paired.
///
/// Holds three bits per game, in blocks of 64, so memory follows the number of games and not their
/// indices. Games may come in any order.
struct OutcomeMarks: Sendable, Equatable {
  private struct Block: Sendable, Equatable {
    var played: UInt64 = 0
    var decided: UInt64 = 0
    var passed: UInt64 = 0

    mutating func add(_ bit: UInt64, isPassed: Bool?) {
      played |= bit
      if isPassed != nil { decided |= bit }
      if isPassed == true { passed |= bit }
    }
  }

  private var blocks: [Int: Block] = [:]

  /// Notes a game: passed, not passed, or one that does not say.
  mutating func add(_ result: GameResult, isForTwo: Bool) {
    let isPassed = result.end.isPassed(isForTwo: isForTwo)
    let bit: UInt64 = 1 << UInt64(result.index & 63)
    blocks[result.index >> 6, default: Block()].add(bit, isPassed: isPassed)
  }

  /// The games that both sides played, counted by how they ended; this side is "before".
  func paired(with after: OutcomeMarks) -> PairedOutcomes {
    var outcomes = PairedOutcomes()
    for (place, own) in blocks {
      guard let other = after.blocks[place] else { continue }
      let common = own.decided & other.decided
      outcomes.both += (common & own.passed & other.passed).nonzeroBitCount
      outcomes.lost += (common & own.passed & ~other.passed).nonzeroBitCount
      outcomes.gained += (common & ~own.passed & other.passed).nonzeroBitCount
      outcomes.neither += (common & ~own.passed & ~other.passed).nonzeroBitCount
      let before = own.decided & other.played & ~other.decided
      outcomes.onlyBefore.passed += (before & own.passed).nonzeroBitCount
      outcomes.onlyBefore.failed += (before & ~own.passed).nonzeroBitCount
      let after = other.decided & own.played & ~own.decided
      outcomes.onlyAfter.passed += (after & other.passed).nonzeroBitCount
      outcomes.onlyAfter.failed += (after & ~other.passed).nonzeroBitCount
    }
    return outcomes
  }
}
