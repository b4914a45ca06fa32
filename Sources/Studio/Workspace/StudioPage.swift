import Resources
import SimHarness
import StableNumerics
import TextFormats

/// The page's files, which the program carries inside.
enum StudioPage {
  /// What a page says when it enters; a page of another program is to be loaded again.
  static let version = StableDigest.hex(of: files.map(\.text).joined())

  private struct File {
    let path: String
    let type: String
    let text: String
  }

  private static let scripts = [
    "board", "desk", "dom", "fields", "figures", "film", "gallery", "handles", "left", "main",
    "places",
    "pointer", "say", "tools", "watch", "wire",
  ]

  private static let files: [File] = {
    let style = "text/css; charset=utf-8"
    let looks = ["balls", "bodies"].map { Resource.text("report/\($0).css") }.joined()
    return [
      File(
        path: "/", type: "text/html; charset=utf-8", text: Resource.text("studio/studio.html")),
      File(path: "/studio.css", type: style, text: Resource.text("studio/studio.css")),
      File(path: "/bodies.css", type: style, text: looks),
    ]
      + scripts.map { name in
        File(
          path: "/js/\(name).js", type: "text/javascript; charset=utf-8",
          text: Resource.text("studio/js/\(name).js"))
      }
  }()

  static var routes: [Route] {
    files.map { file in
      let text = file.text.replacing("{{version}}", with: version)
      let response = StudioResponse(
        type: file.type, body: Array(text.utf8), tag: StableDigest.hex(of: text))
      return Route(.get, file.path, access: .open) { _ in response }
    }
  }
}
