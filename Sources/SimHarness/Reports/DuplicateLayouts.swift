/// Levels whose layouts are alike up to a mirror or an exchange of colours.
enum DuplicateLayouts {
  /// Of each level, the place of the first one with its layout: its own where it is the first.
  static func originals(of levels: [LevelSummary]) -> [Int] {
    var first: [[String]: Int] = [:]
    return levels.enumerated().map { place, level in
      guard let layout = canonical(level.picture) else { return place }
      if let found = first[layout] { return found }
      first[layout] = place
      return place
    }
  }

  /// Equal for layouts that are alike; nil where a picture says nothing of one.
  static func canonical(_ picture: LevelPictureKind) -> [String]? {
    switch picture {
    case .hexagons(let rows):
      let filled = Array(rows.reversed().drop { row in row.allSatisfy { $0 == "." } }.reversed())
      guard !filled.isEmpty else { return nil }
      return least(renamed(filled), renamed(filled.map { String($0.reversed()) }))
    case .scene(let scene):
      guard !scene.shapes.isEmpty else { return nil }
      return least(scene.layout(isMirrored: false), scene.layout(isMirrored: true))
    case .text: return nil
    }
  }

  private static func least(_ one: [String], _ other: [String]) -> [String] {
    one.lexicographicallyPrecedes(other) ? one : other
  }

  /// Colours called a, b and so on in the order in which they come; specials keep their letters.
  private static func renamed(_ rows: [String]) -> [String] {
    var names: [Character: Character] = [:]
    let colours = Set(BubbleColour.allCases.map(\.letter))
    return rows.map { row in
      String(
        row.map { letter in
          guard colours.contains(letter) else { return letter }
          if let name = names[letter] { return name }
          let name = Character(UnicodeScalar(UInt8(97 + names.count)))
          names[letter] = name
          return name
        })
    }
  }
}

extension LevelScene {
  /// The bodies in an order of their own, colours called by the order in which they come.
  ///
  /// Coordinates are rounded to a thousandth, so that a mirror image computed in floating point is
  /// found.
  func layout(isMirrored: Bool) -> [String] {
    func place(_ value: Double) -> Int { Int((value * 1000).rounded()) }
    func across(_ x: Double) -> Int { place(isMirrored ? width - x : x) }
    let bodies = shapes.map { shape -> (key: [Int], colour: String) in
      switch shape.form {
      case .circle(let x, let y, let radius):
        return ([across(x), place(y), place(radius)], shape.colour)
      case .polygon(let corners):
        let points = corners.filter { $0.count == 2 }.map { [across($0[0]), place($0[1])] }
        return (points.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }, shape.colour)
      }
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var names: [String: Int] = [:]
    return bodies.map { body in
      let name = names[body.colour] ?? names.count
      names[body.colour] = name
      return "\(name) \(body.key)"
    }
  }
}
