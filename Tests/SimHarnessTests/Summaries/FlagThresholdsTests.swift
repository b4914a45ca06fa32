import TestSupport
import Testing

@testable import SimHarness
@testable import TextFormats

/// The thresholds of flags, as suites and manifests keep them.
@Suite struct FlagThresholdsTests {
  private func read(_ text: String) throws -> FlagThresholds {
    try JSONReader.read(Array(text.utf8), file: "t.json") { FlagThresholds.decode($0) }
  }

  /// Each threshold that is set is the one that changes, and is kept under the same name.
  @Test(arguments: FlagThresholds.names.map(\.name))
  func eachNameSetsItsOwnThreshold(_ name: String) throws {
    let thresholds = try read("{\"\(name)\": 1}")
    for other in FlagThresholds.names {
      let expected = other.name == name ? 1 : other.get(.standard)
      #expect(other.get(thresholds) == expected, "\(other.name)")
    }
    guard case .object(let kept) = thresholds.tree else {
      Issue.record("thresholds are no object")
      return
    }
    #expect(kept.map(\.key) == [name])
    #expect(try read(JSONWriter.compact(thresholds.tree)) == thresholds)
  }

  /// The usual ones are kept by leaving them out.
  @Test func theUsualOnesAreNotKept() throws {
    #expect(FlagThresholds.standard.tree == .object([]))
    #expect(try read("{}") == .standard)
  }

  /// Shares run from 0 to 1, counts are whole.
  @Test(arguments: [
    "{\"spike\": 1.5}", "{\"luck\": -0.1}", "{\"faults\": 0.5}", "{\"dip-distance\": -1}",
    "{\"too hard\": 0.5}",
  ])
  func othersAreRefused(_ text: String) {
    #expect(throws: FileIssues.self) { try read(text) }
  }
}
