import CResources

/// The text files that the program carries inside.
///
/// `Sources/CResources/Resources.c` lists them by their paths and embeds them at build time.
package enum Resource {
  /// The text of an embedded file; it is a programming error to ask for any other.
  package static func text(_ path: String) -> String {
    guard let text = cresources_text(path) else { preconditionFailure("\(path) is not embedded") }
    return String(cString: text)
  }

  /// Whether a file is embedded.
  package static func has(_ path: String) -> Bool { cresources_text(path) != nil }
}
