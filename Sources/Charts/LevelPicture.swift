import SimHarness

/// Draws a level for the report.
///
/// Bubbles and bodies carry their letter, so the picture can be read without distinguishing
/// colours.
package enum LevelPicture {
  package static func render(_ picture: LevelPictureKind, name: String) -> String {
    switch picture {
    case .text(let text): return plain(text, name: name)
    case .scene(let scene): return ScenePicture(scene: scene, name: name).render()
    case .hexagons(let rows):
      guard rows.contains(where: { !$0.isEmpty }), rows.count <= 80,
        rows.allSatisfy({ $0.unicodeScalars.count <= 80 })
      else { return plain(rows.joined(separator: "\n"), name: name) }
      return HexagonPicture(rows: rows.map { Array($0.unicodeScalars) }, name: name).render()
    }
  }

  private static func plain(_ text: String, name: String) -> String {
    """
    <pre class="picture" role="img" aria-label="\(HTMLText.escaped("The level " + name))">\
    <bdi>\(HTMLText.escapedLines(text))</bdi></pre>
    """
  }
}

/// A hexagonal board: round bubbles, every other row indented by half a cell.
private struct HexagonPicture {
  let rows: [[Unicode.Scalar]]
  let name: String
  private let radius = 9.0
  private let step = 19.0
  private let rowStep = 16.5

  func render() -> String {
    let columns = rows.map(\.count).max() ?? 0
    let line = rowStep * Double(rows.count - 1) + 4.5
    return SVG.picture(
      width: step * Double(columns) + 4, height: rowStep * Double(rows.count) + 8,
      kind: "board", title: "The board of \(name)", description: description
    ) { svg in
      draw(in: &svg)
      if rows.count > 1 {
        svg.line("board-line", 1, line, step * Double(columns) + 3, line)
      }
    }
  }

  private var description: String {
    let words = rows.map { row in
      String(String.UnicodeScalarView(row)).isEmpty
        ? "-" : String(String.UnicodeScalarView(row))
    }
    return "Row by row from the top, . is empty: " + words.joined(separator: " / ")
  }

  private func draw(in svg: inout SVG) {
    var cells: [String: (dots: String, x: [String], y: [String], letters: String)] = [:]
    var empty = ""
    let longest = rows.map(\.count).max() ?? 0
    for (row, letters) in rows.enumerated() {
      let inset = letters.count < longest && row % 2 == 1 ? step / 2 : 0
      for (column, letter) in letters.enumerated() {
        let x = SVG.number(2 + step / 2 + inset + step * Double(column))
        let y = SVG.number(4 + radius + rowStep * Double(row))
        let dot = "M\(x) \(y)h0"
        // Below the line nothing can lie when a game begins.
        if letter == "." || letter == " " {
          if row < rows.count - 1 { empty += dot }
          continue
        }
        // Letters that the position list cannot address one by one are drawn separately.
        let isAlone = !("!"..."~").contains(letter)
        let kind = Self.kind(of: letter)
        let key = isAlone ? "\(kind) \(x) \(y)" : kind
        var group = cells[key] ?? ("", [], [], "")
        group.dots += dot
        group.x.append(x)
        group.y.append(SVG.number(8.3 + radius + rowStep * Double(row)))
        group.letters.unicodeScalars.append(letter)
        cells[key] = group
      }
    }
    svg.path("hole", empty)
    for key in cells.keys.sorted() {
      guard let group = cells[key] else { continue }
      let kind = key.prefix { $0 != " " }
      svg.raw("<g class=\"\(kind)\">")
      svg.path("rim", group.dots)
      svg.path("ball", group.dots)
      svg.raw(
        "<text x=\"\(group.x.joined(separator: " "))\" y=\"\(group.y.joined(separator: " "))\">"
          + "\(HTMLText.escaped(group.letters))</text></g>")
    }
  }

  private static func kind(of letter: Unicode.Scalar) -> String {
    switch letter {
    case "B", "R", "O", "G", "Y", "P", "C", "W": "ball-\(letter)"
    default: "ball-special"
    }
  }
}
