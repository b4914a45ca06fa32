import Foundation
import SimHarnessTesting
import TestSupport
import Testing

@testable import PlaytestCommands
@testable import SimHarness

/// The fuzzer's corpus, what it once found, and a few thousand made inputs of a fixed seed.
///
/// A trap ends the test process: the input's number is then printed by `make fuzz`.
@Suite struct FuzzTargetTests {
  private static let folder = Oracle.root
    .appending(path: "Tests/SimHarnessTests/Fixtures/Fuzz").path

  private static func files(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = "\(folder)/\(target.rawValue)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func keptInputsAreNoFindings(_ target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    try #require(!files.isEmpty)
    for file in files { #expect(target.finding(file) == nil) }
  }

  @Test(arguments: FuzzTarget.allCases)
  func madeInputsAreNoFindings(_ target: FuzzTarget) throws {
    let mutator = FuzzMutator(corpus: try Self.files(of: target), seed: 99)
    for number in 0..<(target == .script || target == .game ? 150 : 400) as Range<UInt64> {
      if let finding = target.finding(mutator.input(number)) {
        Issue.record("input \(number): \(finding)")
      }
    }
  }

  /// Inputs differ from number to number and seed to seed, and are the same again.
  @Test func inputsDependOnSeedAndNumberAlone() {
    let corpus = [Array("{\"a\": 12, \"b\": [1, 2]}".utf8)]
    let one = FuzzMutator(corpus: corpus, seed: 1)
    let inputs = (0..<50).map { one.input($0) }
    #expect(Set(inputs).count > 40)
    #expect(inputs == (0..<50).map { FuzzMutator(corpus: corpus, seed: 1).input($0) })
    #expect(inputs != (0..<50).map { FuzzMutator(corpus: corpus, seed: 2).input($0) })
  }

  /// The record files of the corpus also go through the program's own reader.
  @Test func recordsGoThroughTheProgramsReader() throws {
    let folder = "\(Self.folder)/record"
    let mutator = FuzzMutator(corpus: try Self.files(of: .record), seed: 7)
    try Program.inFolder { root in
      let path = root.appending(path: "r.json").path
      for number in 0..<200 as Range<UInt64> {
        _ = FileManager.default.createFile(atPath: path, contents: Data(mutator.input(number)))
        do {
          let record = try RecordedGameFile(file: path, library: ScriptLibrary(folder: nil))
          _ = try? record.verified()
        } catch {
          #expect(CommandFailure(error) != nil, "input \(number) of \(folder): \(error)")
        }
      }
    }
  }
}
