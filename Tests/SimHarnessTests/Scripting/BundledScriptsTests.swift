import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// Our own scripts but the agents and generators keep nothing between calls, so they may share a
/// machine from game to game.
@Suite struct BundledScriptsTests {
  /// The scripts of the stateless kinds.
  private func stateless() throws -> [ScriptSource] {
    try [ScriptKind.bubble, .peg, .mode, .master, .pop, .spawner].flatMap {
      try Bubbles.library.sources(of: $0)
    }
  }

  @Test func theListHoldsEveryScriptThatKeepsNothing() throws {
    var lines: [(hash: String, name: String)] = []
    let check = ScriptCheck(library: Bubbles.library)
    for source in try stateless() {
      let report = check.report(source)
      #expect(report.problems == [], "\(source.name)")
      // What a module keeps would be shared as well.
      if report.isFine && !source.mentionsRequire { lines.append((source.hash, report.name)) }
    }
    lines.sort { $0.hash < $1.hash }
    let text = """
      /// The content hashes of our own stateless scripts, which a test shows to keep nothing between
      /// calls; those may share a machine from game to game.
      ///
      /// `PLAYTEST_UPDATE_GOLDEN=1 swift test --filter BundledScripts` writes this file.
      enum BundledScripts {
        static let hashes: Set<String> = [
      \(lines.map { "    \"\($0.hash)\",  // \($0.name)" }.joined(separator: "\n"))
        ]
      }

      """
    try Golden.expect(text, at: "Sources/SimHarness/Scripting/BundledScripts.swift")
    if !Golden.isUpdating {
      #expect(BundledScripts.hashes == Set(lines.map(\.hash)))
    }
  }

  @Test func everyBundledScriptIsMarked() throws {
    if Golden.isUpdating { return }
    for source in try stateless() {
      #expect(source.isBundled, "\(source.name)")
    }
    let edited = ScriptSource(name: "bubbles/bomb.lua", text: "return {}")
    #expect(!edited.isBundled)
  }
}
