import Testing

@testable import BubbleBlastGame
@testable import Lab
@testable import SimHarness

@Suite struct LevelFeatureTests {
  private static func pair(_ text: String) throws(GenerateError) -> [LevelFeature] {
    try LevelFeature.pair(text, bins: (10, 5), game: BubbleBlast.entry)
  }

  @Test func readsTwoFigures() throws {
    let features = try Self.pair("pass_rate(casual:aim=2,share=0.5),fallen_share in 0...0.6")
    #expect(
      features == [
        LevelFeature(
          metric: "pass_rate", agent: "casual:aim=2,share=0.5", range: 0...1, bins: 10),
        LevelFeature(
          metric: "fallen_share", agent: "casual:aim=2,share=0.5", range: 0...0.6, bins: 5),
      ])
    let others = try Self.pair("fallen_share, moves_mean(skilled) in 3...30")
    #expect(others.map(\.name) == ["fallen_share(skilled)", "moves_mean(skilled)"])
  }

  @Test(arguments: [
    ("pass_rate", "name two figures"),
    ("pass_rate,pas_rate", "unknown metric 'pas_rate'; did you mean 'pass_rate'?"),
    ("pass_rate,pass_rate(casual)", "both figures are the same"),
    ("pass_rate,moves_mean", "add a range, such as moves_mean in 0...40"),
    ("pass_rate,fallen_share >= 3", "write its range like this: in 0...0.6"),
    ("pass_rate,fallen_share in 1...1", "write its range like this: in 0...0.6"),
  ])
  func saysWhatIsWrong(_ text: String, _ message: String) {
    do throws(GenerateError) {
      _ = try Self.pair(text)
      Issue.record("no error")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test func theArchiveKeepsWhatLiesNearTheMiddle() throws {
    var archive = LevelArchive<String>(try Self.pair("pass_rate,fallen_share in 0...0.5"))
    #expect(archive.spot(1.01, 0.2) == nil)
    #expect(archive.spot(0.3, 0.51) == nil)
    #expect(archive.spot(1, 0.5)?.cell == 49, "the upper ends belong to the last bins")
    let middle = try #require(archive.spot(0.25, 0.05))
    #expect(middle.cell == 2)
    #expect(abs(middle.quality - 1) < 1e-9)
    let edge = try #require(archive.spot(0.29, 0.05))
    #expect(edge.cell == 2)
    #expect(abs(edge.quality - 0.2) < 1e-9)
    let isKept = [("edge", edge), ("middle", middle), ("edge again", edge)].map { level, spot in
      archive.offer(level, at: spot)
    }
    #expect(isKept == [true, true, false])
    #expect(archive.cells[2]?.element == "middle")
    #expect(archive.coverage == 0.02)
    #expect(abs(archive.score - 1) < 1e-9)
    #expect(archive.frontier == [2])
    for cell in [1, 3, 12] {
      archive.offer("beside", at: LevelArchive<String>.Spot(cell: cell, quality: 0.5))
    }
    #expect(archive.filled == [1, 2, 3, 12])
    #expect(archive.frontier == [1, 3, 12], "2 has no empty neighbour left")
  }
}
