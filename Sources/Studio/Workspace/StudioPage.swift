import FoundationEssentials
import Resources
import SimHarness
import StableNumerics

/// The page's files, which the program carries inside; or those of a folder, while the page is
/// being written.
struct StudioPage {
  /// What a page says when it enters; a page of another program is to be loaded again.
  static let version = StableDigest.hex(of: embedded.map(\.text).joined())

  private struct File {
    let path: String
    let type: String
    let text: String
  }

  /// The scripts that are embedded.
  private static let scripts = [
    "aim", "board", "curve", "deal", "dom", "drawing", "editor", "fields", "figures", "film",
    "gallery", "handles", "help", "left", "main", "menu", "objects", "places", "play", "pointer",
    "pointing", "saving", "say", "side", "target", "tools", "versions", "watch", "wire",
  ]

  private static let script = "text/javascript; charset=utf-8"
  /// The most bytes of a file of the folder.
  private static let maxBytes = 16 << 20

  private static let embedded: [File] = {
    let style = "text/css; charset=utf-8"
    let looks = ["balls", "bodies"].map { Resource.text("report/\($0).css") }.joined()
    return [
      File(
        path: "/", type: "text/html; charset=utf-8", text: Resource.text("studio/studio.html")),
      File(path: "/studio.css", type: style, text: Resource.text("studio/studio.css")),
      File(path: "/play.css", type: style, text: Resource.text("studio/play.css")),
      File(path: "/bodies.css", type: style, text: looks),
    ]
      + scripts.map { name in
        File(path: "/js/\(name).js", type: script, text: Resource.text("studio/js/\(name).js"))
      }
  }()

  /// The folder of the page's files; nil for those that are embedded.
  let folder: String?

  var routes: [Route] { embeddedRoutes + folderRoutes }

  private var embeddedRoutes: [Route] {
    Self.embedded.map { file in
      let kept = Self.response(file.text, file.type)
      let path = folder.map { $0 + (file.path == "/" ? "/studio.html" : file.path) }
      return Route(.get, file.path, access: .open) { _ in
        path.flatMap { Self.text(of: $0) }.map { Self.response($0, file.type) } ?? kept
      }
    }
  }

  /// Scripts of the folder that are not embedded yet.
  private var folderRoutes: [Route] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/js")) ?? []
    return names.filter { $0.hasSuffix(".js") && !Self.scripts.contains(String($0.dropLast(3))) }
      .sorted().map { name in
        Route(.get, "/js/\(name)", access: .open) { _ in
          Self.response(Self.text(of: "\(folder)/js/\(name)") ?? "", Self.script)
        }
      }
  }

  private static func text(of path: String) -> String? {
    (try? PlainFile.bytes(at: path, limit: maxBytes)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func response(_ text: String, _ type: String) -> StudioResponse {
    let text = text.replacing("{{version}}", with: version)
    return StudioResponse(
      type: type, body: Array(text.utf8), tag: StableDigest.hex(of: text))
  }
}
