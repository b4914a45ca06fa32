import TestSupport
import Testing

@testable import Charts
@testable import Reporting
@testable import SimHarness
@testable import TextFormats

@Suite struct ChartTests {
  @Test func numbersHaveTwoDecimalsAtMost() {
    #expect(SVG.number(1.0 / 3) == "0.33")
    #expect(SVG.number(-0.001) == "0")
    #expect(SVG.number(-2.5) == "-2.5")
    #expect(SVG.number(12) == "12")
    #expect(SVG.number(.nan) == "0")
    #expect(SVG.number(.infinity) == "0")
    #expect(SVG.number(1e30) == "1000000000")
  }

  @Test(arguments: [1, 2, 14, 60, 200]) func theCurveTakesAnyNumberOfLevels(count: Int) {
    let run = ReportFixture.realistic(levels: count, players: 4, games: 20)
    for size in DifficultyChart.Size.allCases {
      let chart = DifficultyChart(run, thresholds: .standard, size: size).render()
      #expect(chart.contains("<title>Difficulty curve</title>"))
      #expect(chart.contains("role=\"img\""))
      #expect(MarkupScanner(chart).findings == [])
      #expect(chart.split(separator: "class=\"target\"").count == count + 1)
      #expect(numbers(in: chart).allSatisfy { $0.split(separator: ".").last?.count ?? 0 <= 4 })
    }
  }

  @Test func aCurveSkipsWhatWasNotPlayed() {
    let run = ReportFixture.run([
      ReportFixture.cell("A", "x", wins: 1, of: 2), ReportFixture.cell("B", "y", wins: 1, of: 2),
    ])
    let chart = DifficultyChart(run, thresholds: .standard, size: .wide).render()
    #expect(MarkupScanner(chart).findings == [])
    #expect(chart.contains("x: –"))
  }

  @Test func binsCoverEveryValue() {
    for (low, high) in [(0, 0), (-7, 30), (5, 5_000), (0, 23), (0, 24), (.min, .max)] {
      let bins = HistogramBins(from: low, to: high)
      #expect(bins.count >= 1 && bins.count <= HistogramBins.limit + 1)
      #expect(bins.index(of: low) == 0)
      #expect(bins.index(of: high) == bins.count - 1)
    }
    #expect(HistogramBins(from: 0, to: 22).width == 1)
    #expect(HistogramBins(from: 0, to: 23).width == 2)
    #expect(HistogramBins(from: 100, to: 199).width == 5)
    #expect(HistogramBins(from: 100, to: 199).label(1) == "105–109")
    #expect(HistogramBins(from: 3, to: 4).label(1) == "4")
    let huge = HistogramBins(from: 1_000_000_000_000_000, to: 2_000_000_000_000_000)
    #expect(huge.label(0) == "1,000,000,000,000,000–1,049,999,999,999,999")
    #expect(HistogramBins.text(-1e18) == "-1,000,000,000,000,000,000")
  }

  @Test func aHistogramStacksWinsAndOthers() {
    let bins = HistogramBins(from: 1, to: 2)
    let bars = HistogramChart.bars([(1, 3, 1, 0), (2, 0, 1, 3)], bins: bins)
    #expect(bars.map(\.solid) == [3, 0])
    #expect(bars.map(\.outlined) == [1, 4])
    #expect(HistogramChart.peak(bars) == 0.5)
    let chart = HistogramChart(
      title: "T", bins: bins, bars: bars, median: 1, top: 0.5, kind: "s0")
    #expect(chart.render().contains("<desc>8 games from 1 to 2, median 1.</desc>"))
    #expect(MarkupScanner(chart.render()).findings == [])
  }

  @Test func aBoardShowsItsLetters() {
    let picture = LevelPicture.render(.hexagons(rows: ["RR.", "B*", "..."]), name: "A & B")
    #expect(picture.contains("<title>The board of A &amp; B</title>"))
    #expect(picture.contains(">RR</text>"))
    #expect(picture.contains("class=\"ball-B\""))
    #expect(picture.contains("class=\"ball-special\""))
    #expect(MarkupScanner(picture).findings == [])
  }

  @Test func aSceneShowsItsShapes() {
    let scene = LevelScene(
      width: 960, height: 600,
      shapes: [
        LevelScene.Shape(.circle(x: 100, y: 200, radius: 20), colour: "orange", letter: "o"),
        LevelScene.Shape(.circle(x: 100, y: 300, radius: 8), colour: "blue", letter: "b"),
        LevelScene.Shape(
          .polygon([[0, 0], [40, 0], [40, 40], [0, 40]]), colour: "block", letter: "<"),
      ], cannon: LevelScene.Spot(x: 480, y: 50, radius: 20),
      bucket: LevelScene.Box(x: 380, y: 500, width: 200, height: 100))
    let picture = LevelPicture.render(.scene(scene), name: "A & B")
    #expect(picture.contains("<title>The board of A &amp; B</title>"))
    #expect(
      picture.contains("<desc>960 by 600, with a bucket: 1 block, 1 blue, 1 orange</desc>"))
    #expect(picture.contains("viewBox=\"0 0 480 300\""))
    #expect(
      picture.contains(
        "<g class=\"ball-O\"><path class=\"body\" d=\"M40 100a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z"
          + "\"/><text x=\"50\" y=\"104\">o</text></g>"))
    // A letter does not fit on the small one, and markup is escaped.
    #expect(!picture.contains(">b</text>"))
    #expect(picture.contains(">&lt;</text>"))
    #expect(picture.contains("class=\"stone\""))
    #expect(picture.contains("<path class=\"mark\" d=\"M190 250v50h100v-50\"/>"))
    #expect(MarkupScanner(picture).findings == [])
    let bare = LevelScene(width: 1, height: 2, shapes: [], cannon: nil, bucket: nil)
    let empty = LevelPicture.render(.scene(bare), name: "E")
    #expect(empty.contains("<desc>1 by 2, without a bucket: empty</desc>"))
    #expect(!empty.contains("<path"))
    for scene in [scene, bare] {
      let text = JSONWriter.compact(scene.tree)
      let again = try? JSONReader.read(Array(text.utf8), file: "a") { LevelScene.decode($0) }
      #expect(again == scene)
    }
  }

  @Test func otherPicturesAreText() {
    #expect(LevelPicture.render(.text("a<b\nc"), name: "L").contains("a&lt;b\nc"))
    #expect(LevelPicture.render(.hexagons(rows: []), name: "L").hasPrefix("<pre"))
  }

  @Test func markersDiffer() {
    let markers = (0..<Chart.seriesCount).map { Chart.marker($0, x: 0, y: 0, radius: 4) }
    #expect(Set(markers).count == Chart.seriesCount)
  }

  /// The ninth player has the first one's colour with another marker, and so on for 64 players.
  @Test func playersBeyondTheNumberOfColoursLookDifferent() {
    #expect(Chart.series(0) == "s0")
    #expect(Chart.series(8) == "s0 hollow")
    #expect(Chart.series(16) == "s0")
    let keys = (0..<Chart.seriesCount * Chart.seriesCount).map { Chart.key($0) }
    #expect(Set(keys).count == keys.count)
  }

  private func numbers(in text: String) -> [Substring] {
    text.split { !($0.isNumber || $0 == "." || $0 == "-") }.filter { $0.contains(".") }
  }
}
