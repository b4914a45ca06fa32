import SimHarness

/// Screens for people: a frame, a letter where each bubble's centre is, what the letters mean.
///
///     +-------------+
///     |   R       P |
///     |      G      |
///     +-------------+
///     R red, P pink, G green
public enum PopPicture {
  /// Points per character: a letter is about twice as high as it is wide.
  private static let maxSize = (columns: 39, rows: 42)

  /// A level before its game: a possible first screen, and the numbers of its bubbles.
  public static func text(of file: PopLevelFile) -> String {
    let rules = file.rules
    let letters = letters(of: file.colours)
    var lines = screen(sample(of: file), rules, letters)
    lines.append(
      "\(rules.duration) s, at most \(rules.maxBubbles) bubbles of radius"
        + " \(JSONWriter.number(rules.radius)) on \(JSONWriter.number(rules.width)) x"
        + " \(JSONWriter.number(rules.height)) points")
    if rules.moves {
      lines.append(
        "bubbles move at \(JSONWriter.number(rules.speed)) points per second, at the end at"
          + " \(JSONWriter.number(rules.speed * (1 + rules.acceleration)))")
    }
    if let spawner = file.spawner { lines.append("colours by the spawner \(spawner)") }
    for (colour, letter) in zip(file.colours, letters) {
      lines.append(
        "\(letter) \(colour.name): \(ReportNumber.plural(colour.points, "point")), probability"
          + " \(JSONWriter.number(colour.probability))"
          + (colour.script.map { ", script \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// A game in progress.
  public static func text(of position: PopPosition) -> String {
    let setup = position.setup
    let letters = letters(of: setup.colours)
    var lines = screen(position.bubbles, setup.rules, letters)
    var state = "time \(ReportNumber.seconds(position.time))"
    state += " of \(ReportNumber.seconds(position.end)) s"
    state += ", score \(position.score)"
    if let last = position.lastColour { state += ", last \(setup.colours[last].name)" }
    lines.append(state)
    lines.append(zip(letters, setup.colours).map { "\($0) \($1.name)" }.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }

  /// A possible first screen, by the probabilities.
  static func sample(of file: PopLevelFile) -> [PopBubble] {
    let level = PopLevel(
      name: file.name,
      setup: PopSetup(
        rules: file.rules,
        colours: file.colours.map { colour in
          PopColour(colour.name, points: colour.points, probability: colour.probability)
        }))
    // The first of a few games that shows at least half of what it may.
    for index in 0..<100 {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: "picture"), index: index)
      var context = GameContext(streams: streams)
      guard let state = try? PopState(level: level, in: &context) else { return [] }
      if 2 * state.position.bubbles.count >= file.rules.maxBubbles || index == 99 {
        return state.position.bubbles
      }
    }
    return []
  }

  /// A letter for each colour: its first free one, in capitals, else a digit.
  static func letters(of colours: [PopColour]) -> [Character] {
    var taken: Set<Character> = []
    return colours.map { colour in
      let own = colour.name.uppercased().filter { $0.isASCII && $0.isLetter }
      let others = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      let letter = (own + others).first { !taken.contains($0) } ?? "?"
      taken.insert(letter)
      return letter
    }
  }

  private static func screen(
    _ bubbles: [PopBubble], _ rules: PopRules, _ letters: [Character]
  ) -> [String] {
    let scale = max(rules.width / Double(maxSize.columns), rules.height / Double(2 * maxSize.rows))
    let columns = max(1, Int(saturating: (rules.width / scale).rounded()))
    let rows = max(1, Int(saturating: (rules.height / (2 * scale)).rounded()))
    var grid = [[Character]](
      repeating: [Character](repeating: " ", count: columns), count: rows)
    for bubble in bubbles {
      let column = Int(saturating: (bubble.x / scale).rounded(.down))
      let row = Int(saturating: (bubble.y / (2 * scale)).rounded(.down))
      guard (0..<columns).contains(column), (0..<rows).contains(row) else { continue }
      grid[row][column] = letters[Int(bubble.colour)]
    }
    let edge = "+" + String(repeating: "-", count: columns) + "+"
    return [edge] + grid.map { "|" + String($0) + "|" } + [edge]
  }
}

extension PopLevelFile {
  /// The level before its game: see `PopPicture`.
  public func picture(catalog: any PopCatalog, withRulers: Bool) -> String {
    PopPicture.text(of: self)
  }
}
