import Glibc
import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness

@Suite struct LevelPackTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in ["a", "b", "c", "sub/d"] {
      try folder.write(Self.level(name), to: "\(name).json")
    }
  }

  private static func level(_ name: String) -> String {
    """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"\(name)","columns":2,"grid":["RR"]}
    """
  }

  private func pack(_ levels: String, name: String = "\"Mine\"") throws {
    try folder.write(
      "{\"format\":\"playtest-pack\",\"version\":1,\n\"name\":\(name),\n\"levels\":[\n\(levels)]}",
      to: "pack.json")
  }

  private func names() throws -> [String] {
    try LevelLibrary(catalog: TestKinds.all).levels(for: [folder.path]).map(\.header.name)
  }

  @Test func ordersTheLevelsOfItsFolder() throws {
    #expect(try names() == ["a", "b", "c", "sub/d"])
    try pack("\"c.json\",\n\"sub/d.json\",\n\"a.json\",\"b.json\"")
    #expect(try names() == ["c", "sub/d", "a", "b"])
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    #expect(store.list().map(\.name) == ["c", "sub/d", "a", "b"])
    let folder = LevelFolder(folder.path + "/")
    #expect(folder.pack?.name == "Mine" && folder.unlisted.isEmpty)
  }

  @Test func theOthersComeLast() throws {
    try pack("\"c.json\",\"b.json\"")
    #expect(try names() == ["c", "b", "a", "sub/d"])
    #expect(
      LevelFolder(folder.path).unlisted == ["\(folder.path)/a.json", "\(folder.path)/sub/d.json"])
  }

  /// A pack in a folder below orders that one, and the outer one the whole.
  @Test func packsMayLieInsideEachOther() throws {
    try folder.write(Self.level("e"), to: "sub/e.json")
    try folder.write(
      #"{"format":"playtest-pack","version":1,"name":"S","levels":["e.json","d.json"]}"#,
      to: "sub/pack.json")
    #expect(try names() == ["a", "b", "c", "e", "sub/d"])
    try pack("\"b.json\"")
    #expect(try names() == ["b", "a", "c", "e", "sub/d"])
  }

  @Test(arguments: [
    (
      "\"c.json\",\n\"d.json\"",
      ["5: $.levels[1]: there is no file 'd.json' in the pack's folder; did you mean"]
    ),
    (
      "\"c.json\",\"../c.json\"",
      ["4: $.levels[1]: there is no file '../c.json' in the pack's folder; "]
    ),
    (
      "\"c.json\",\n\"c.json\"",
      ["5: $.levels[1]: the level 'c.json' is in the pack twice; remove one of them"]
    ),
    ("7", ["4: $.levels[0]: expected a string"]),
    ("\"pack.json\"", ["4: $.levels[0]: there is no file 'pack.json'"]),
  ])
  func saysWhatIsWrong(_ levels: String, _ messages: [String]) throws {
    try pack(levels)
    let found = LevelLibrary(catalog: TestKinds.all).found(for: [folder.path])
    let lines = found.problems.flatMap(\.lines)
    #expect(lines.count == messages.count)
    for (line, message) in zip(lines, messages) {
      #expect(line.hasPrefix("\(folder.path)/pack.json:\(message)"), "\(line)")
    }
    #expect(found.levels.map(\.header.name) == ["a", "b", "c", "sub/d"])
    #expect(
      LevelStore(folder: folder.path, catalog: TestKinds.all).list().compactMap(\.problem) == lines)
  }

  /// Each unknown name is compared with every file, so only the first hundred are.
  @Test func suggestionsAreBounded() throws {
    try pack((0..<2_000).map { "\"levle-\($0).json\"" }.joined(separator: ",\n"))
    let files = (0..<2_000).map { "level-\($0).json" }
    let problem = #expect(throws: LevelProblem.self) {
      try LevelPack.read(in: folder.path, files: files)
    }
    guard case .invalid(let found)? = problem else {
      Issue.record("the pack's names are not what is wrong")
      return
    }
    #expect(found.issues.count == 2_000)
    #expect(found.issues.count { $0.message.contains("did you mean") } == 100)
  }

  @Test func everythingWrongIsNamedAtOnce() throws {
    try folder.write(
      "{\"format\":\"playtest-pack\",\"version\":2,\"nam\":\"A\",\"levels\":[]}", to: "pack.json")
    let lines = LevelLibrary(catalog: TestKinds.all).found(for: [folder.path]).problems
      .flatMap(\.lines)
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.contains { $0.contains("$.version: version 2 was written by a newer playtest") })
    #expect(lines.contains { $0.contains("unknown field 'nam'; did you mean 'name'?") })
    #expect(lines.contains { $0.contains("the field 'name' is missing") })
  }

  @Test func aDeletedLevelLeavesItsPacks() throws {
    try pack("\"c.json\",\n\"sub/d.json\",\n\"a.json\"")
    let store = LevelStore(folder: folder.path, catalog: TestKinds.all)
    try store.delete(named: "sub/d")
    #expect(LevelFolder(folder.path).pack?.levels == ["c.json", "a.json"])
    #expect(try names() == ["c", "a", "b"])
    try store.deleteAll()
    #expect(LevelFolder(folder.path).pack?.levels == [])
    #expect(LevelFolder(folder.path).problems.isEmpty)
  }

  /// A file of the name that is no pack would be followed by nobody.
  @Test(arguments: [
    (#"{"textures":7}"#, "found none"), ("{}", "found none"), ("[]", "found an array"),
    (
      #"{"format":"playtest-packs","version":1,"name":"p","levels":["b.json"]}"#,
      #"found "playtest-packs""#
    ),
  ]) func aFileThatIsNotAPackIsRefused(text: String, found: String) throws {
    try folder.write(text, to: "pack.json")
    let problems = #expect(throws: LevelProblems.self) { try names() }
    let line = problems?.lines.joined() ?? ""
    #expect(
      line.hasPrefix(
        "\(folder.path)/pack.json: this is not a pack: expected \"format\": \"playtest-pack\", \(found)"
      ),
      "\(line)")
  }

  @Test func linksAndPipesAreRefused() throws {
    try folder.write("{}", to: "order.txt")
    symlink("order.txt", "\(folder.path)/pack.json")
    var problems = #expect(throws: LevelProblems.self) { try names() }
    #expect(
      problems?.lines == [
        "\(folder.path)/pack.json: links are not followed here; put the pack itself in the folder"
      ])
    unlink("\(folder.path)/pack.json")
    mkfifo("\(folder.path)/sub/pack.json", 0o600)
    problems = #expect(throws: LevelProblems.self) { try names() }
    #expect(
      problems?.lines == [
        "\(folder.path)/sub/pack.json: this is not a regular file; put a pack here, or remove it"
      ])
  }

  /// A level may have the name.
  @Test func aLevelOfTheNameIsNoPack() throws {
    try folder.write(Self.level("p"), to: "pack.json")
    #expect(try names() == ["a", "b", "c", "p", "sub/d"])
    try folder.write("{", to: "pack.json")
    #expect(throws: LevelProblems.self) { try names() }
  }

  @Test func isReadAsItIsWritten() throws {
    let pack = LevelPack(name: "Two", levels: ["b.json", "a.json"])
    try folder.write(pack.text, to: "pack.json")
    #expect(LevelFolder(folder.path).pack == pack)
    try Golden.expect(LevelPack.schema, at: "schemas/pack.schema.json")
  }
}
