import FoundationEssentials
import TestSupport
import Testing

@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct LevelVersionsTests {
  @Test func keepsTheLastFifty() throws {
    let folder = try ScratchFolder()
    let versions = try #require(LevelVersions(folder: folder.path + "/versions", id: "a"))
    #expect(versions.list() == [] && versions.text(of: 1) == nil)
    for number in 1...53 { #expect(try versions.add("text \(number)") == number) }
    #expect(versions.list().map(\.number) == Array(4...53))
    #expect(versions.text(of: 3) == nil)
    #expect(versions.text(of: 4) == "text 4" && versions.text(of: 53) == "text 53")
    #expect(folder.files == ["versions"])
    // What is saved twice is one version; what comes again later is another.
    #expect(try versions.add("text 53") == 53)
    #expect(try versions.add("text 52") == 54)
    #expect(versions.list().count == 50)
    #expect(versions.list().allSatisfy { $0.seconds > 1_700_000_000 })
  }

  /// Names of files may come from an untrusted source, up to the last number.
  @Test func thereIsAlwaysANextVersion() throws {
    let folder = try ScratchFolder()
    let versions = try #require(LevelVersions(folder: folder.path, id: "a"))
    for name in ["9223372036854775807.json", "+8.json", "007.json", "2147483648.json"] {
      try folder.write("other", to: "a/" + name)
    }
    #expect(versions.list() == [])
    #expect(try versions.add("first") == 1)
    try folder.write("other", to: "a/2147483647.json")
    let number = try versions.add("second")
    #expect(number == 2_147_483_646 && versions.text(of: number) == "second")
    // Of more than are kept, the one that was just written stays.
    for number in 2_147_483_500..<2_147_483_647 {
      try folder.write("other", to: "a/\(number).json")
    }
    #expect(versions.text(of: try versions.add("third")) == "third")
  }

  @Test func aFileThatNoLevelCanHaveIsNoVersion() throws {
    let folder = try ScratchFolder()
    let versions = try #require(LevelVersions(folder: folder.path, id: "a"))
    try OddFiles.sparse(at: "\(folder.path)/a/3.json")
    try OddFiles.pipe(at: "\(folder.path)/a/4.json")
    #expect(versions.text(of: 3) == nil && versions.text(of: 4) == nil)
    #expect(try versions.add("text") == 5)
    #expect(versions.text(of: 5) == "text")
  }

  @Test func othersFilesAreLeftAlone() throws {
    let folder = try ScratchFolder()
    let versions = try #require(LevelVersions(folder: folder.path, id: "a"))
    for name in ["notes.json", "0.json", "-3.json", "7.txt", "7.json.part"] {
      try folder.write("other", to: "a/" + name)
    }
    #expect(versions.list() == [])
    #expect(try versions.add("first") == 1)
    #expect(versions.list().map(\.number) == [1])
    let other = try #require(LevelVersions(folder: folder.path, id: "b"))
    #expect(other.list() == [])
    let nowhere = try #require(LevelVersions(folder: "/dev/null", id: "a"))
    #expect(throws: FileWriteError.self) { try nowhere.add("text") }
  }
}
