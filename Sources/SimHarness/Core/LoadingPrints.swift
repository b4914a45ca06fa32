/// Collects what a script prints while a level is loaded, before there is a game.
///
/// It is kept beside what was loaded. What is loaded once for several levels therefore has its
/// lines in each of them.
package final class LoadingPrints {
  /// What the limit of lines holds for.
  static let span = "while the level was loaded"

  /// The lines, one more than are shown if there were more; long ones are cut.
  package private(set) var lines: [String] = []

  package init() {}

  /// Collects what a script prints from now on.
  package func printer() -> ScriptPrinter {
    ScriptPrinter(
      ScriptPrinting(
        limitedTo: Self.span,
        sink: { [self] line in
          guard lines.count <= ScriptPrinting.maxLines else { return }
          // One character more than is shown, so that the line is marked as truncated.
          lines.append(String(line.text.unicodeScalars.prefix(PrintedLine.textLimit + 1)))
        }))
  }
}
