import FoundationEssentials
import TestSupport
import Testing

@testable import SimHarness
@testable import TextFormats

/// Files are read up to a limit, and what is no file is neither read nor waited for.
@Suite struct PlainFileTests {
  @Test func aFileIsReadUpToTheLimit() throws {
    let folder = try ScratchFolder()
    for count in [0, 1, 4_095, 4_096, 4_097, 1 << 20, (1 << 20) + 1, 3_000_000] {
      let text = String(repeating: "x", count: count)
      let path = try folder.write(text, to: "a.txt")
      #expect(try PlainFile.bytes(at: path, limit: count) == Array(text.utf8))
      #expect(PlainFile.kind(of: path) == .file(size: count))
      guard count > 0 else { continue }
      #expect(throws: PlainFile.Problem.tooLarge(size: count)) {
        try PlainFile.bytes(at: path, limit: count - 1)
      }
    }
  }

  /// Files of the system say that they are empty.
  @Test func aFileThatDoesNotSayItsSizeIsReadToo() throws {
    let bytes = try PlainFile.bytes(at: "/proc/self/status", limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self).contains("VmPeak"))
    #expect(throws: PlainFile.Problem.self) {
      try PlainFile.bytes(at: "/proc/self/status", limit: 10)
    }
  }

  @Test func aPathThatIsNotAFileIsReported() throws {
    let folder = try ScratchFolder()
    try OddFiles.pipe(at: "\(folder.path)/pipe")
    try OddFiles.link(at: "\(folder.path)/loop", to: "\(folder.path)/loop")
    try OddFiles.sparse(at: "\(folder.path)/huge")
    for (name, problem) in [
      ("none", PlainFile.Problem.missing), ("pipe", .notPlain("a pipe")), ("loop", .missing),
      (".", .notPlain("a folder")), ("huge", .tooLarge(size: OddFiles.huge)),
    ] {
      #expect(throws: problem, "\(name)") {
        try PlainFile.bytes(at: "\(folder.path)/\(name)", limit: 1 << 20)
      }
    }
    #expect(throws: PlainFile.Problem.notPlain("a device")) {
      try PlainFile.bytes(at: "/dev/zero", limit: 100)
    }
    let refused = PlainFile.Problem.unreadable("input/output error")
    #expect(throws: refused) { try PlainFile.bytes(at: "/proc/self/mem", limit: 100) }
    #expect(refused.words(limit: 100) == "cannot read the file: input/output error")
    for path in ["", "a\u{0}b"] { #expect(PlainFile.kind(of: path) == .missing) }
  }
}
