import Testing

@testable import SimHarness

/// Which games there are, against a plain set.
@Suite struct StoredGameRangesTests {
  @Test func behavesLikeASetOfGames() {
    var random = SeededRandom(key: StreamKey(rawValue: 11))
    for _ in 0..<2000 {
      let size = 1 + random.below(24)
      var held = StoredGameRanges(cells: 2)
      var games: Set<Int> = []
      for _ in 0..<random.below(40) {
        let game = random.below(size)
        held.add(game, cell: 1)
        games.insert(game)
        #expect(held.count == games.count)
      }
      let low = random.below(size)
      let range = low..<(low + random.below(12))
      let missing = held.missing(in: range, cell: 1)
      #expect(missing.flatMap { Array($0) } == range.filter { !games.contains($0) })
      #expect(missing.allSatisfy { !$0.isEmpty })
      for game in 0..<size { #expect(held.contains(game, cell: 1) == games.contains(game)) }
      #expect(held.missing(in: 0..<3, cell: 0) == [0..<3])
    }
  }
}
