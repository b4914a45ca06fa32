import Foundation
import TestSupport
import Testing

@testable import Resources
@testable import SimHarness

/// What is embedded is what the files say.
@Suite struct ResourceTests {
  /// The files to embed, by the paths that `Resource` knows, and where each lies.
  static func files() throws -> [String: URL] {
    var files: [String: URL] = [:]
    for (folder, prefix) in [
      ("Sources/CResources/report", "report"), ("Sources/CResources/studio", "studio"),
      ("scripts", "scripts"),
    ] {
      let place = Oracle.root.appending(path: folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
        let name = path.split(separator: "/").last ?? ""
        let isEmbedded =
          prefix == "scripts"
          ? name.hasPrefix("_template") || path == ".luarc.json" || path == "types/playtest.lua"
          : !name.hasPrefix(".") && name.contains(".")
        if isEmbedded { files["\(prefix)/\(path)"] = place.appending(path: path) }
      }
    }
    return files
  }

  @Test func everyFileIsEmbeddedAsItIs() throws {
    let files = try Self.files()
    #expect(files.count == 72)
    for (path, file) in files {
      let bytes = try #require(FileManager.default.contents(atPath: file.path))
      #expect(Resource.text(path).utf8.elementsEqual(bytes), "\(path)")
    }
  }

  @Test func askingForAnotherFileEndsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = Resource.text("report/nothing.css") }
  }
}
