import SimHarness

/// The first picture of a film as SVG, for levels that have no picture of their own and for pages
/// without script.
package enum FilmPicture {
  /// The longer side of a picture, in px.
  static let longest = 420.0

  /// `shownHeight` is the height in px that the page gives to the picture.
  package static func render(
    _ film: GameFilm, title: String, shownHeight: Double = longest
  ) -> String {
    let factor = min(longest / Double(max(1, film.width)), longest / Double(max(1, film.height)))
    let width = SVG.number(Double(film.width) * factor)
    let height = SVG.number(Double(film.height) * factor)
    var svg = SVG()
    svg.raw(
      "<svg class=\"film\" role=\"img\" viewBox=\"0 0 \(film.width) \(film.height)\" "
        + "width=\"\(width)\" height=\"\(height)\"><title>\(HTMLText.escaped(title))</title>"
        + "<desc>\(HTMLText.escaped(description(of: film)))</desc>")
    for line in film.backdrop { svg.path(line.style, line.path) }
    // A letter is 11.2 px at least, also where a narrow window or the page makes the picture
    // smaller.
    let shown = min(factor, shownHeight / Double(max(1, film.height)))
    let unit = 11.2 / min(shown, factor / max(1, Double(film.width) * factor / 320))
    for body in film.start { draw(body, film, unit: unit, in: &svg) }
    svg.raw("</svg>")
    return svg.text
  }

  private static func draw(
    _ body: GameFilm.Body, _ film: GameFilm, unit: Double, in svg: inout SVG
  ) {
    guard film.kinds.indices.contains(body.kind) else { return }
    let kind = film.kinds[body.kind]
    svg.raw("<g class=\"\(kind.style)\" transform=\"translate(\(body.x) \(body.y))\">")
    switch kind.outline {
    case .circle(let radius):
      svg.path(
        "body",
        "M-\(radius) 0a\(radius) \(radius) 0 1 0 \(2 * radius) 0a\(radius) \(radius) 0 1 0 -\(2 * radius) 0z"
      )
    case .path(let data): svg.path("body", data)
    }
    for mark in kind.marks { svg.path(mark.style, mark.path) }
    if !kind.marks.isEmpty {
      // As the page's player does it.
      let size = max(Self.cornerLetters, unit)
      svg.raw(
        "<text x=\"-20\" y=\"-27\" font-size=\"\(SVG.number(size))\">"
          + "\(HTMLText.escaped(kind.label))</text>")
    } else if let size = size(ofLetters: kind, unit: unit) {
      svg.raw(
        "<text y=\"\(SVG.number(size * 0.36))\" font-size=\"\(SVG.number(size))\">"
          + "\(HTMLText.escaped(kind.label))</text>")
    }
    svg.raw("</g>")
  }

  /// The size of letters in the corner of a card, in the film's unit.
  private static let cornerLetters = 15.0

  /// The size of a body's letters, in the film's unit; nil if they do not fit.
  private static func size(ofLetters kind: GameFilm.Kind, unit: Double) -> Double? {
    guard !kind.label.isEmpty else { return nil }
    switch kind.outline {
    case .circle(let radius):
      let size = max(Double(radius) * 1.05, unit)
      return Double(2 * radius) > size * 0.85 ? size : nil
    case .path: return kind.style.hasPrefix("card") ? max(19, unit) : unit
    }
  }

  /// How many there are of each label, most first.
  private static func description(of film: GameFilm) -> String {
    var counts: [String: Int] = [:]
    for body in film.start where film.kinds.indices.contains(body.kind) {
      counts[film.kinds[body.kind].label, default: 0] += 1
    }
    return counts.filter { !$0.key.isEmpty }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
