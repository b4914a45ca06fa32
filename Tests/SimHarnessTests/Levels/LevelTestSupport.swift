import FoundationEssentials

@testable import SimHarness

/// Where the tests find the project's own files.
enum ProjectFolder {
  /// The path of a file or folder below the project's folder.
  static func path(_ relative: String) -> String {
    let steps = #filePath.split(separator: "/").dropLast(4)
    return "/" + steps.joined(separator: "/") + "/" + relative
  }
}

/// A folder of a test's own that is deleted with the value.
final class ScratchFolder {
  let path: String

  init() throws {
    let unique = UUID().uuidString
    path = FileManager.default.temporaryDirectory.appending(path: "playtest-\(unique)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let folder = String(file.split(separator: "/").dropLast().joined(separator: "/"))
    try FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// The kinds of the tests, in memory.
struct TestKinds: BubbleKindCatalog {
  static let all = TestKinds()

  let list = BubbleKindList([
    kind("bomb", "*"), kind("lightning", "="), kind("star", "$"), kind("indestructible", "#"),
    kind("rainbow", "~"), kind("chameleon", "&"),
    kind("crate", "x", parameters: [("hits", 1, 1, 9)]),
    kind("timer_bomb", "@", parameters: [("fuse", 8, 1, 99)], uses: ["indestructible"]),
    kind("lonely", "l", uses: ["indestructable"]),
  ])

  var bubbleKindNames: [String] { (list.bubbleKindNames + ["broken"]).sorted() }

  func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? {
    if name == "broken" {
      throw ScriptFault(kind: .error, message: "bubbles/broken.lua:3: '=' expected near 'x'")
    }
    return try list.bubbleKind(named: name)
  }

  static func kind(
    _ name: String, _ glyph: Character, parameters: [(String, Double, Double, Double)] = [],
    uses: [String] = []
  ) -> BubbleKind {
    BubbleKind(
      name: name, glyph: glyph, summary: "",
      parameters: parameters.map {
        ScriptParameter(name: $0.0, defaultValue: $0.1, minimum: $0.2, maximum: $0.3)
      },
      uses: uses, source: ScriptSource(name: "bubbles/\(name).lua", text: "return {}"))
  }
}
