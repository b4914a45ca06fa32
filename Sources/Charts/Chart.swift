import SimHarness

/// What the charts of a report have in common.
///
/// Colours come from the page's style sheet by class, so that one chart serves light, dark and
/// print; players differ in marker and dash as well as in colour.
///
/// A new chart is a file beside this one, and a property in `LevelCharts.swift` (one per level) or in
/// `HTMLReport.swift` (one over all levels), which `level.mustache` or `page.mustache` shows.
package enum Chart {
  /// The number of colours with their dashes, and of markers.
  ///
  /// Players beyond them have a colour again with another marker, and every second time round a
  /// hollow one: 64 players differ.
  package static let seriesCount = 8

  /// The classes that give a player's colour and dash, and whether its marker is hollow.
  package static func series(_ index: Int) -> String {
    "s\(index % seriesCount)" + (index / seriesCount % 2 == 1 ? " hollow" : "")
  }

  /// A player's marker around a point, as path data.
  package static func marker(_ index: Int, x: Double, y: Double, radius: Double) -> String {
    let radius = radius
    func polygon(_ points: [(Double, Double)]) -> String {
      var data = ""
      for (number, point) in points.enumerated() {
        data += number == 0 ? "M" : "L"
        data += SVG.number(x + point.0 * radius) + " " + SVG.number(y + point.1 * radius)
      }
      return data + "z"
    }
    switch (index + index / seriesCount) % seriesCount {
    case 0:
      let diameter = SVG.number(2 * radius)
      let r = SVG.number(radius)
      return "M\(SVG.number(x - radius)) \(SVG.number(y))a\(r) \(r) 0 1 0 \(diameter) 0"
        + "a\(r) \(r) 0 1 0 -\(diameter) 0z"
    case 1: return polygon([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case 2: return polygon([(0, -1.2), (1.15, 0.9), (-1.15, 0.9)])
    case 3: return polygon([(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)])
    case 4: return polygon([(0, 1.2), (1.15, -0.9), (-1.15, -0.9)])
    case 5:
      return polygon([
        (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
        (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
      ])
    case 6: return polygon([(-1.2, 0), (0.9, -1.15), (0.9, 1.15)])
    default: return polygon([(0, -1.25), (1.2, -0.4), (0.75, 1), (-0.75, 1), (-1.2, -0.4)])
    }
  }

  /// A player's line and marker for legends and tables.
  package static func key(_ index: Int) -> String {
    """
    <svg class="key \(series(index))" viewBox="0 0 28 12" width="28" height="12" \
    aria-hidden="true"><path class="curve" d="M1 6h26"/>\
    <path class="dot" d="\(marker(index, x: 14, y: 6, radius: 4))"/></svg>
    """
  }

  /// The text truncated to a number of scalars.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(max(1, limit - 1)))) + "…"
  }
}

extension LevelFlag.Kind {
  /// The flag as a label: `too hard`.
  package var label: String { rawValue.replacing("-", with: " ") }
}
