import Testing

@testable import SimHarness
@testable import TextFormats

/// What a full disk says, of which file it may be.
@Suite struct FullDiskAdviceTests {
  @Test(
    arguments: [
      (
        RunFolder.File.manifest,
        "r/run.json: cannot write: no space left; the games written so far are kept; free some space"
          + " and run again with --resume"
      ),
      (
        .html,
        "r/report.html: cannot write: no space left; the games are kept; free some space and write it"
          + " with `playtest report`"
      ),
      (
        .study,
        "r/study.json: cannot write: no space left; free some space and repeat the command"
      ),
      (
        .explanations,
        "r/explanations.json: cannot write: no space left; free some space and repeat the command"
      ),
    ] as [(RunFolder.File, String)])
  func advisesWhatWillWork(_ file: RunFolder.File, _ message: String) {
    let folder = RunFolder(path: "r", gate: DiskGate { _, _ in 28 })
    let error = #expect(throws: RunFolderError.self) { try folder.write("x", to: file) }
    #expect(error?.description == message)
    #expect(error == .failed("r/\(file.rawValue)", "no space left"))
  }

  /// A disk that is full is told from a file that cannot be written, for the exit code.
  @Test func linesAreNotWrittenToAFullDisk() {
    let lines = SealedLines(path: "/dev/full", digest: "d")
    let error = #expect(throws: FileWriteError.self) { try lines.append("x\n") }
    #expect(
      error == FileWriteError(path: "/dev/full", reason: "no space left", isBroken: true))
  }
}
