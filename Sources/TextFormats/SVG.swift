/// Text of an SVG picture, written piece by piece.
///
/// Every number has two decimals at most and is finite, so equal charts are equal bytes.
package struct SVG {
  package private(set) var text = ""

  package init() {}

  /// A coordinate: at most two decimals, no exponent, no `-0`; 0 for what is not finite.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return ReportNumber.trimmed(ReportNumber.fixed(min(max(value, -1e9), 1e9), decimals: 2))
  }

  /// The whole picture, with what a screen reader says of it.
  package static func picture(
    width: Double, height: Double, kind: String, title: String, description: String,
    draw: (inout SVG) -> Void
  ) -> String {
    var svg = SVG()
    let (width, height) = (number(width), number(height))
    svg.text += """
      <svg class="chart \(kind)" role="img" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)"><title>\(HTMLText.escaped(title))</title>\
      <desc>\(HTMLText.escaped(description))</desc>
      """
    draw(&svg)
    return svg.text + "</svg>"
  }

  package mutating func line(_ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
  {
    path(kind, Self.segment(x1, y1, x2, y2))
  }

  package mutating func path(_ kind: String, _ data: String) {
    if !data.isEmpty { text += "<path class=\"\(kind)\" d=\"\(data)\"/>" }
  }

  package mutating func rectangle(
    _ kind: String, x: Double, y: Double, width: Double, height: Double
  ) {
    text += """
      <rect class="\(kind)" x="\(Self.number(x))" y="\(Self.number(y))" \
      width="\(Self.number(max(0, width)))" height="\(Self.number(max(0, height)))"/>
      """
  }

  /// One line of text; `kind` says how it is anchored.
  package mutating func label(_ kind: String, x: Double, y: Double, _ words: String) {
    text += """
      <text class="\(kind)" x="\(Self.number(x))" y="\(Self.number(y))">\
      \(HTMLText.escaped(words))</text>
      """
  }

  /// A link over what `draw` draws, left out of the tab order: the page lists the same links.
  package mutating func link(to anchor: String, title: String, draw: (inout SVG) -> Void) {
    text += "<a href=\"#\(HTMLText.escaped(anchor))\" tabindex=\"-1\"><title>"
    text += HTMLText.escapedLines(title)
    text += "</title>"
    draw(&self)
    text += "</a>"
  }

  /// Markup that is already safe.
  package mutating func raw(_ markup: String) { text += markup }

  // MARK: Path data

  package static func segment(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    "M\(number(x1)) \(number(y1))L\(number(x2)) \(number(y2))"
  }

  package static func box(x: Double, y: Double, width: Double, height: Double) -> String {
    // A tenth of a pixel is enough here, and a page has thousands of these.
    func short(_ value: Double) -> String { number((value * 10).rounded() / 10) }
    return "M\(short(x)) \(short(y))h\(short(width))v\(short(height))h\(short(-width))z"
  }
}
