import ArgumentParser
import Testing

@testable import PlaytestCommands
@testable import SimHarness
@testable import TextFormats

/// Which exit code every kind of error becomes.
@Suite struct CommandFailureTests {
  /// An error that nobody foresaw.
  private struct Unforeseen: Error, CustomStringConvertible {
    let description: String
  }

  private static let sorted: [(error: any Error & Sendable, code: Int32)] = [
    (RunFolderError.missing("r", "run.json"), 66),
    (RunFolderError.exists("r"), 73),
    (RunFolderError.foreign("r"), 73),
    (RunFolderError.unwritable("r", "why"), 73),
    (RunFolderError.busy("r"), 73),
    (RunFolderError.failed("r", "why"), 74),
    (StorageError.outOfTime("r"), 74),
    (ResumeError(path: "r", reason: "why"), 65),
    (HighScoreError.unwritable("r", "why"), 73),
    (HighScoreError.failed("r", "why"), 74),
    (FileWriteError(path: "r", reason: "why"), 73),
    (FileWriteError(path: "r", reason: "why", isBroken: true), 74),
    (MergeError.none, 65),
    (MergeError.noPart("r"), 65),
    (MergeError.other("r", "why"), 65),
    (MergeError.cutOff("r", "why"), 75),
    (MergeError.gap("why"), 75),
    (StorageError.missing("r"), 66),
    (StorageError.damaged("r", "why"), 65),
    (StorageError.foreign("r", "why"), 65),
    (StorageError.disturbed("r", "why"), 74),
    (MergeError.overlap("r", "p"), 64),
    (StorageError.unwritable("r", "why"), 73),
    (StorageError.failed("r", "why"), 74),
    (ReplayError.unreadable, 65),
    (ReplayError.move(number: 3, .gameOver), 65),
    (LevelProblem.badArgument("r", reason: "why"), 64),
    (CommandFailure(.failed, "a gate"), 1),
    (ValidationError("--jobs must be 1 to 1024"), 64),
    (Unforeseen(description: "why"), 70),
    (CancellationError(), 70),
  ]

  @Test(arguments: sorted.indices)
  func everyErrorHasItsCode(_ index: Int) {
    let (error, code) = Self.sorted[index]
    let failure = PlaytestCommand.failure(behind: error)
    #expect(failure.code.rawValue == code)
    #expect(failure.lines.count == 1)
  }

  @Test func aDefectIsOneLineThatAsksForAReport() {
    let failure = PlaytestCommand.failure(behind: Unforeseen(description: "first\nsecond\u{1B}"))
    #expect(failure.code.rawValue == 70)
    #expect(failure.lines.count == 1)
    let line = failure.lines.first ?? ""
    #expect(line.hasPrefix("internal error: first"))
    #expect(line.hasSuffix("report it, with the command that you ran"))
    #expect(!line.contains("\n") && !line.contains("\u{1B}"))
  }
}
