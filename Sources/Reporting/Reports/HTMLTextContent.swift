import Mustache
import SimHarness

/// Escapes what the templates print between double braces.
///
/// The library's own HTML type looks at whole characters and lets a quote with a combining mark
/// through.
struct HTMLTextContent: MustacheContentType {
  /// The name in the templates' pragma.
  static let name = "PLAYTEST_HTML"

  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
