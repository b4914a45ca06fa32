import SimHarness

/// Peggle boards for people: a character for about 10 x 20 px, and what the characters mean.
///
///     +-------------V--------------+
///     |   oooo              bbbb   |
///     |   oooo     ####     bbbb   |
///     |            ####            |
///     +----------\______/----------+
///     o orange 1, b blue 1, # block 1
///     10 balls, mode classic, no master
public enum PegglePicture {
  /// Characters of a line beside the frame, at most.
  static let maxColumns = 78
  /// Px that a character stands for, unless the board is wider than a line.
  static let cellWidth = 10.0

  /// A level before its game; with rulers, px to the right and down stand beside it.
  public static func text(
    of file: PeggleLevelFile, catalog: any PeggleCatalog, withRulers: Bool = false
  ) -> String {
    let letters = PeggleLetters(pegs: file.pegNames, catalog: catalog)
    let maxWidth = withRulers ? maxColumns - Canvas.margin : maxColumns
    let canvas = Canvas(file, letters, bucketX: file.rules.width / 2, maxColumns: maxWidth)
    return
      ((withRulers ? canvas.ruled : canvas.lines) + [legend(of: file, letters), facts(of: file)])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A game between two shots: what is left of its level, as it stands.
  ///
  /// `file` is the level that the game began with.
  static func text(of position: PegglePosition, file: PeggleLevelFile) -> String {
    var glyphs: [String: Character] = [:]
    for script in position.setup.scripts where script.kind == .peg {
      glyphs[script.name] = script.glyph
    }
    let letters = PeggleLetters(pegs: file.pegNames) { glyphs[$0] }
    var left = file
    left.objects = file.objects.indices.compactMap { index in
      guard position.world.isAlive(index) else { return nil }
      let body = position.world.body(index)
      var object = file.objects[index]
      object.x = body.position.x
      object.y = body.position.y
      object.rotation = body.rotation
      return object
    }
    let bucket = position.world.bucketX ?? file.rules.width / 2
    let canvas = Canvas(left, letters, bucketX: bucket)
    return (canvas.lines + [legend(of: left, letters)]).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// What a report says beside a level's picture.
  public static func labelledFacts(
    of file: PeggleLevelFile
  ) -> [(label: String, value: String)] {
    let rules = file.rules
    var facts: [(label: String, value: String)] = [
      ("board", "\(SVG.number(rules.width)) x \(SVG.number(rules.height)) px"),
      ("balls", "\(rules.balls)"), ("mode", file.mode), ("master", file.master ?? "none"),
      ("objects", "\(file.objects.count)"),
    ]
    if !rules.bucket { facts.append(("bucket", "none")) }
    if rules.integrator != .standard { facts.append(("integrator", rules.integrator.rawValue)) }
    if rules.scoring != .peggle {
      facts.append(("scoring", rules.scoring == .msk ? "msk" : "custom"))
    }
    if file.overlaps { facts.append(("overlaps", "allowed")) }
    return facts
  }

  private static func facts(of file: PeggleLevelFile) -> String {
    labelledFacts(of: file).map { "\($0.label) \(SafeText.escaped($0.value))" }
      .joined(separator: ", ")
  }

  /// How many there are of each kind of object, pegs first.
  private static func legend(of file: PeggleLevelFile, _ letters: PeggleLetters) -> String {
    var counts: [Character: (title: String, count: Int)] = [:]
    for object in file.objects {
      counts[letters.letter(of: object), default: (object.colour ?? object.kind, 0)].count += 1
    }
    return letters.order.compactMap { letter in
      counts[letter].map { "\(letter) \(SafeText.escaped($0.title)) \($0.count)" }
    }.joined(separator: ", ")
  }

  /// The characters of a board.
  private struct Canvas {
    private(set) var lines: [String] = []
    /// What a character stands for, in px.
    private let cell: (width: Double, height: Double)

    /// The characters of a ruler at the left.
    static let margin = 5
    /// The steps of rulers in px.
    private static let steps = [10.0, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

    init(
      _ file: PeggleLevelFile, _ letters: PeggleLetters, bucketX: Double,
      maxColumns: Int = maxColumns
    ) {
      let rules = file.rules
      let columns = min(
        maxColumns, max(1, Int(saturating: (rules.width / cellWidth).rounded(.up))))
      let cell = rules.width / Double(columns)
      let rows = max(1, Int(saturating: (rules.height / (2 * cell)).rounded()))
      let height = rules.height / Double(rows)
      self.cell = (cell, height)
      var cells = [[Character]](
        repeating: [Character](repeating: " ", count: columns), count: rows)
      func column(_ x: Double) -> Int { min(max(Int(saturating: x / cell), 0), columns - 1) }
      func row(_ y: Double) -> Int { min(max(Int(y / height), 0), rows - 1) }
      for object in file.objects {
        let letter = letters.letter(of: object)
        let outline = object.outline
        let box = PeggleGeometry.box(of: outline)
        let (rows, columns) = (row(box.top)...row(box.bottom), column(box.left)...column(box.right))
        func middle(_ r: Int, _ c: Int) -> PegglePoint {
          PegglePoint(x: (Double(c) + 0.5) * cell, y: (Double(r) + 0.5) * height)
        }
        var (fullRows, fullColumns): (Set<Int>, Set<Int>) = ([], [])
        for r in rows {
          for c in columns where PeggleGeometry.contains(middle(r, c), in: outline) {
            cells[r][c] = letter
            fullRows.insert(r)
            fullColumns.insert(c)
          }
        }
        // A part that is thinner than a cell may lie between the middles of cells.
        for c in columns where !fullColumns.contains(c) {
          guard let y = PeggleGeometry.middle(of: outline, atX: middle(0, c).x) else { continue }
          cells[row(y)][c] = letter
        }
        for r in rows where !fullRows.contains(r) {
          guard let x = PeggleGeometry.middle(of: outline, atY: middle(r, 0).y) else { continue }
          cells[r][column(x)] = letter
        }
      }
      // A small object may lie between the middles of cells.
      for object in file.objects {
        cells[row(object.y)][column(object.x)] = letters.letter(of: object)
      }
      let cannon = Canvas.border(columns, from: column(rules.cannon.x), "V")
      let half = rules.bucketWidth / 2
      let left = column(bucketX - half)
      let width = max(2, column(bucketX + half) - left)
      let bucket = "\\" + String(repeating: "_", count: width - 2) + "/"
      lines =
        [cannon] + cells.map { "|" + String($0) + "|" }
        + [Canvas.border(columns, from: left, rules.bucket ? bucket : "")]
    }

    /// The lines with x above and y at the left; a number stands at the cell it lies in.
    var ruled: [String] {
      let columns = (lines.first?.count ?? 2) - 2
      let step = Self.steps.first { $0 >= 8 * cell.width } ?? 10_000
      var above = String(repeating: " ", count: Self.margin + 1)
      for mark in 0... {
        let column = Int(saturating: Double(mark) * step / cell.width)
        guard column < columns else { break }
        let gap = Self.margin + 1 + column - above.count
        above += String(repeating: " ", count: max(0, gap)) + "\(Int(step) * mark)"
      }
      let numbered = lines.enumerated().map { index, line in
        let row = Double(index - 1)
        let number = (row * cell.height / step).rounded(.up) * step
        let isMarked =
          (1..<lines.count - 1).contains(index) && number < (row + 1) * cell.height
        let text = isMarked ? "\(Int(saturating: number))" : ""
        return String(repeating: " ", count: max(0, Self.margin - 1 - text.count)) + text + " "
          + line
      }
      return [above] + numbered
    }

    /// A line of the frame with a mark in it.
    private static func border(_ columns: Int, from start: Int, _ mark: String) -> String {
      let before = min(max(start, 0), max(0, columns - mark.count))
      let after = max(0, columns - before - mark.count)
      return "+" + String(repeating: "-", count: before) + mark
        + String(repeating: "-", count: after) + "+"
    }
  }
}

/// Which character each object of a level is printed as.
struct PeggleLetters {
  /// The characters of the pegs that every level knows.
  static let standard: KeyValuePairs<String, Character> = [
    "orange": "o", "blue": "b", "green": "g", "red": "r", "purple": "p", "spooky": "s",
    "kaboom": "k",
  ]
  /// The characters of the other objects.
  static let shapes: KeyValuePairs<String, Character> = [
    "block": "#", "triangle": "^", "polygon": "%",
  ]

  private let pegs: [String: Character]
  /// The characters in the order of a legend.
  let order: [Character]

  init(pegs names: [String], catalog: any PeggleCatalog) {
    self.init(pegs: names) { name in
      (try? catalog.peggleScript(.peg, named: name))?.glyph
    }
  }

  /// `glyph` is the character that a peg's script asks for.
  init(pegs names: [String], glyph: (String) -> Character?) {
    var pegs: [String: Character] = [:]
    var order = Self.standard.map(\.value)
    var taken = Set(order + Self.shapes.map(\.value) + [" ", "|", "+", "-", "V"])
    for (name, letter) in Self.standard { pegs[name] = letter }
    for name in names where pegs[name] == nil {
      let candidates =
        [glyph(name)].compactMap { $0 } + Array(name.lowercased() + name.uppercased())
        + Self.others
      let letter =
        candidates.first { candidate in
          candidate.isASCII && candidate.asciiValue ?? 0 > 32 && candidate.asciiValue ?? 0 < 127
            && !taken.contains(candidate)
        } ?? "?"
      pegs[name] = letter
      taken.insert(letter)
      order.append(letter)
    }
    self.pegs = pegs
    self.order = order + Self.shapes.map(\.value)
  }

  func letter(ofPeg name: String) -> Character { pegs[name] ?? "?" }

  func letter(of object: PeggleObject) -> Character {
    if let colour = object.colour { return letter(ofPeg: colour) }
    return Self.shapes.first { $0.key == object.kind }?.value ?? "?"
  }

  private static let others = Array("acdefhijlmnqtuvwxyzABCDEFGHIJKLMNOPQRSTUWXYZ0123456789*=$@&~")
}

extension LevelScene.Shape {
  init(_ object: PeggleObject, _ letters: PeggleLetters) {
    let form: LevelScene.Form
    switch object.outline {
    case .circle(let center, let radius):
      form = .circle(x: center.x, y: center.y, radius: radius)
    case .polygon(let corners): form = .polygon(corners.map { [$0.x, $0.y] })
    }
    self.init(form, colour: object.colour ?? object.kind, letter: letters.letter(of: object))
  }
}

extension PeggleLevelFile {
  /// The level as a report draws it.
  public func scene(catalog: any PeggleCatalog) -> LevelScene {
    let letters = PeggleLetters(pegs: pegNames, catalog: catalog)
    let shapes = objects.map { LevelScene.Shape($0, letters) }
    let bucket = LevelScene.Box(
      x: rules.width / 2 - rules.bucketWidth / 2,
      y: rules.height - rules.bucketRise - rules.bucketHeight / 2, width: rules.bucketWidth,
      height: rules.bucketHeight)
    return LevelScene(
      width: rules.width, height: rules.height, shapes: shapes,
      cannon: LevelScene.Spot(x: rules.cannon.x, y: rules.cannon.y, radius: rules.ballRadius),
      bucket: rules.bucket ? bucket : nil)
  }
}

extension PeggleLevelFile {
  /// The level before its game: see `PegglePicture`.
  public func picture(catalog: any PeggleCatalog, withRulers: Bool) -> String {
    PegglePicture.text(of: self, catalog: catalog, withRulers: withRulers)
  }

  public func drawing(catalog: any PeggleCatalog) -> LevelPictureKind {
    .scene(scene(catalog: catalog))
  }
}
