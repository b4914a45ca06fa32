import Glibc
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

  /// Before the first game there is nothing that could be kept.
  @Test func aRunThatCannotBeginSaysSo() async throws {
    let plan = try SmallRuns.plan()
    for operation in [DiskGate.Operation.makeFolder, .lock, .create, .openStore, .insert] {
      try await SmallRuns.inOwnFolder { root in
        let gate = DiskGate { found, _ in found == operation ? ENOSPC : nil }
        let error = await #expect(throws: RunFolderError.self) {
          try await SmallRuns.record(plan, in: "\(root)/r", through: gate)
        }
        guard case .notBegun(let path, _) = error else {
          Issue.record("\(operation): \(String(describing: error))")
          return
        }
        #expect(
          error?.description
            == "\(path): cannot write: no space left; no game was played; free some space and run the"
            + " command again, or choose another --out")
      }
    }
  }

  /// Lines that follow one that could not be written whole are read: what was written of it is cut off.
  @Test func aTornLineIsCutOff() throws {
    try SmallRuns.inFolder { root in
      let path = "\(root)/lines"
      try AtomicFile.write("", to: path)
      let lines = SealedLines(path: path, digest: "d")
      try lines.append("first\n")
      let full = DiskGate { operation, _ in operation == .write ? ENOSPC : nil }
      #expect(
        throws: FileWriteError(path: path, reason: "no space left", isBroken: true)
      ) { try lines.append("a second line\n", through: full) }
      try lines.append("third\n")
      #expect(try PlainFile.bytes(at: path, limit: 100) == Array("first\nthird\n".utf8))
    }
  }

  /// A disk that is full is told from a file that cannot be written, for the exit code.
  @Test func linesAreNotWrittenToAFullDisk() {
    let lines = SealedLines(path: "/dev/full", digest: "d")
    let error = #expect(throws: FileWriteError.self) { try lines.append("x\n") }
    #expect(
      error == FileWriteError(path: "/dev/full", reason: "no space left", isBroken: true))
  }
}
