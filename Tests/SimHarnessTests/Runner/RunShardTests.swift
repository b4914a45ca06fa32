import Testing

@testable import SimHarness

/// Parts of a run.
@Suite struct RunShardTests {
  @Test func allPartsPlayEachGameOnce() throws {
    for games in [0, 1, 2, 7, 64, 1000, 999_999_937] {
      for count in [1, 2, 3, 7, 64, 1001] {
        var next = 0
        var sizes: Set<Int> = []
        for number in 1...count {
          let range = try #require(RunShard(number: number, count: count)).range(of: games)
          #expect(range.lowerBound == next)
          next = range.upperBound
          sizes.insert(range.count)
        }
        #expect(next == games)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
      }
    }
    let last = try #require(RunShard("1000000/1000000"))
    #expect(last.range(of: .max).upperBound == .max)
  }

  @Test(arguments: [
    "", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/1000001", " 1/2", "1/2 ", "+1/2",
    "٢/٣", "99999999999999999999/3", "1/",
  ])
  func anythingElseIsNoPart(_ text: String) { #expect(RunShard(text) == nil) }

  @Test func aPartReadsBack() {
    #expect(RunShard("2/8")?.description == "2/8")
  }
}
