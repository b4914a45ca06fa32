import Foundation
import TestSupport

/// A page of the library's documentation, in a DocC catalogue below `Sources`.
struct LibraryPage {
  /// The module whose catalogue it is in.
  let module: String
  /// Without `.md`.
  let name: String
  let text: String
}

/// All pages of the library's documentation.
enum LibraryPages {
  static func all() throws -> [LibraryPage] {
    let sources = Oracle.root.appending(path: "Sources")
    return try Program.files(in: sources).filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
      .map { path in
        let file = sources.appending(path: path)
        return LibraryPage(
          module: path.split(separator: "/").first.map(String.init) ?? "",
          name: file.deletingPathExtension().lastPathComponent,
          text: try String(contentsOf: file, encoding: .utf8))
      }
  }
}
