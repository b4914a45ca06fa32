/// Reads HTML just far enough to tell which tags and attributes it holds.
///
/// It is strict where browsers are lenient: a `<` that does not begin a known tag is a finding.
package struct MarkupScanner {
  package private(set) var findings: [String] = []
  package private(set) var ids: [String] = []
  package private(set) var targets: [String] = []
  package private(set) var tags = 0
  private var open: [String] = []

  package static let tags: Set<String> = [
    "html", "head", "meta", "title", "style", "script", "body", "a", "header", "p", "h1", "h2",
    "h3", "h4", "dl", "dt", "dd", "div", "bdi", "strong", "nav", "details", "summary", "ul", "ol",
    "li", "label", "input", "span", "main", "section", "table", "caption", "thead", "tbody", "tr",
    "th", "td", "button", "small", "code", "pre", "figure", "figcaption", "i", "svg", "desc", "g",
    "path", "rect", "text", "wbr",
  ]
  package static let attributes: Set<String> = [
    "lang", "charset", "http-equiv", "content", "name", "class", "href", "id", "aria-labelledby",
    "aria-label", "aria-hidden", "aria-sort", "role", "tabindex", "hidden", "for", "type",
    "autocomplete", "title", "scope", "data-v", "data-label", "open", "dir", "viewBox", "width",
    "height",
    "preserveAspectRatio", "d", "x", "y", "transform", "data-film", "font-size",
  ]
  private static let empty: Set<String> = ["meta", "input", "wbr"]

  package init(_ text: String) {
    var rest = Substring(text).unicodeScalars
    if text.hasPrefix("<!DOCTYPE html>") { rest = rest.dropFirst(15) }
    while let start = rest.firstIndex(of: "<") {
      rest = rest[start...].dropFirst()
      // Style and script are ours; they end at their own end tag.
      if let raw = open.last, raw == "style" || raw == "script" {
        if !rest.starts(with: ("/" + raw).unicodeScalars) { continue }
      }
      readTag(&rest)
    }
    if !open.isEmpty { findings.append("not closed: \(open)") }
  }

  private mutating func readTag(_ rest: inout Substring.UnicodeScalarView) {
    let isEnd = rest.first == "/"
    if isEnd { rest = rest.dropFirst() }
    let name = String(rest.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
    rest = rest.dropFirst(name.unicodeScalars.count)
    tags += 1
    guard Self.tags.contains(name) else {
      findings.append("tag <\(name)")
      return
    }
    var isClosed = false
    while let next = rest.first, next != ">" {
      if next == " " || next == "\n" {
        rest = rest.dropFirst()
      } else if next == "/" {
        isClosed = true
        rest = rest.dropFirst()
      } else {
        readAttribute(&rest, of: name)
      }
    }
    rest = rest.dropFirst()
    if isEnd {
      if open.popLast() != name { findings.append("</\(name)> closes another tag") }
    } else if !isClosed && !Self.empty.contains(name) {
      open.append(name)
    }
  }

  private mutating func readAttribute(
    _ rest: inout Substring.UnicodeScalarView, of tag: String
  ) {
    let name = String(rest.prefix { !" =>/\n".unicodeScalars.contains($0) })
    rest = rest.dropFirst(max(1, name.unicodeScalars.count))
    if !Self.attributes.contains(name) { findings.append("attribute \(name) of <\(tag)") }
    guard rest.first == "=" else { return }
    rest = rest.dropFirst()
    guard rest.first == "\"" else {
      findings.append("attribute \(name) of <\(tag) has no quotes")
      return
    }
    rest = rest.dropFirst()
    let value = String(rest.prefix { $0 != "\"" })
    rest = rest.dropFirst(value.unicodeScalars.count + 1)
    if value.contains("<") { findings.append("attribute \(name) of <\(tag) holds <") }
    if name == "id" { ids.append(value) }
    if name == "href" {
      if value.hasPrefix("#") {
        targets.append(String(value.dropFirst()))
      } else {
        findings.append("link to \(value)")
      }
    }
  }
}
