import SimHarness

/// What is drawn on a card: the shapes of Set, the pips of playing cards, or else its name.
struct CardFace {
  /// The class of its colour.
  var style = ""
  var label = ""
  var marks: [GameFilm.Mark] = []

  init(style: String) { self.style = style }

  /// The face of a card by its name, in a card game by its name.
  init(_ name: String, of game: String) {
    label = name
    let letters = Array(name)
    switch game {
    case "set" where letters.count == 4: drawSet(letters)
    case "playing-cards": drawPlayingCard(letters)
    default: break
    }
  }

  // MARK: Set

  /// The middles of one, two or three shapes, from the card's middle.
  private static let rows = [[3], [-9, 16], [-18, 5, 28]]
  private static let colours: [Character: String] = ["G": "ink-g", "P": "ink-p", "R": "ink-r"]

  private mutating func drawSet(_ letters: [Character]) {
    guard let count = letters[0].wholeNumberValue, Self.rows.indices.contains(count - 1),
      let symbol = Symbol(rawValue: letters[1]), let colour = Self.colours[letters[3]]
    else { return }
    style = colour
    // The colour's letter, for those who do not see colours.
    label = String(letters[3])
    let isSolid = letters[2] == "f"
    let rows = Self.rows[count - 1]
    marks = [
      GameFilm.Mark(
        style: isSolid ? "shape solid" : "shape", path: rows.map(symbol.outline).joined())
    ]
    if letters[2] == "s" {
      marks.append(GameFilm.Mark(style: "stripes", path: rows.map(symbol.stripes).joined()))
    }
  }

  /// A shape of Set, 36 wide and 15 high.
  private enum Symbol: Character {
    case diamond = "D"
    case oval = "O"
    case squiggle = "S"

    func outline(atY y: Int) -> String {
      switch self {
      case .diamond: "M-18 \(y)l18 -8l18 8l-18 8z"
      case .oval: "M-11 \(y - 7)h22a7 7 0 0 1 0 14h-22a7 7 0 0 1 0 -14z"
      case .squiggle:
        "M-17 \(y + 3)c0 -11 10 -12 17 -8c6 3 9 -1 13 -2c3 -1 4 1 4 4"
          + "c0 11 -10 12 -17 8c-6 -3 -9 1 -13 2c-3 1 -4 -1 -4 -4z"
      }
    }

    func stripes(atY y: Int) -> String {
      ends.map { x, top, bottom in
        "M\(x) \(Double(y) + top)V\(Double(y) + bottom)"
      }.joined()
    }

    /// The upper and lower ends of upright stripes inside the outline.
    private var ends: [(x: Int, top: Double, bottom: Double)] {
      let (top, bottom): ([Double], [Double]) =
        switch self {
        case .diamond: ([-1.8, -3.6, -5.3, -7.1, -7.1, -5.3, -3.6, -1.8], [])
        case .oval: ([-6.3, -7, -7, -7, -7, -7, -7, -6.3], [])
        case .squiggle:
          (
            [-5.1, -6.9, -7, -5.6, -4.4, -4.2, -6.2, -7.2],
            [7.2, 6.2, 4.2, 4.4, 5.6, 7, 6.9, 5.1]
          )
        }
      return top.indices.map {
        (4 * $0 - 14, top[$0], bottom.isEmpty ? -top[$0] : bottom[$0])
      }
    }
  }

  // MARK: Playing cards

  private mutating func drawPlayingCard(_ letters: [Character]) {
    guard let last = letters.last, let suit = Suit(rawValue: last), letters.count > 1 else {
      return
    }
    let rank = String(letters.dropLast())
    style = suit.isRed ? "ink-r" : ""
    label = rank
    let path =
      if let count = Int(rank) {
        Self.places(ofPips: count).map { suit.outline(at: $0, size: 1) }.joined()
      } else {
        // Ace, jack, queen and king: one large pip.
        suit.outline(at: (5, 2), size: 2)
      }
    marks = [GameFilm.Mark(style: "shape solid", path: path)]
  }

  /// Where a card's pips stand, from the card's middle; the rank is at their left.
  private static func places(ofPips count: Int) -> [(x: Int, y: Int)] {
    let (left, middle, right) = (-5, 5, 15)
    func pairs(_ rows: Int...) -> [(x: Int, y: Int)] { rows.flatMap { [(left, $0), (right, $0)] } }
    return switch count {
    case 2: [(middle, -26), (middle, 26)]
    case 3: [(middle, -26), (middle, 0), (middle, 26)]
    case 4: pairs(-26, 26)
    case 5: pairs(-26, 26) + [(middle, 0)]
    case 6: pairs(-26, 0, 26)
    case 7: pairs(-26, 0, 26) + [(middle, -13)]
    case 8: pairs(-26, 0, 26) + [(middle, -13), (middle, 13)]
    case 9: pairs(-28, -10, 10, 28) + [(middle, 0)]
    case 10: pairs(-28, -10, 10, 28) + [(middle, -19), (middle, 19)]
    default: [(middle, 0)]
    }
  }

  /// A suit's pip, 10 wide and 13 high in size 1.
  private enum Suit: Character {
    case clubs = "C"
    case diamonds = "D"
    case hearts = "H"
    case spades = "S"

    var isRed: Bool { self == .diamonds || self == .hearts }

    func outline(at place: (x: Int, y: Int), size: Int) -> String {
      "M\(place.x + start.x * size) \(place.y + start.y * size)"
        + curves.map { curve in
          "c" + curve.map { "\($0 * size)" }.joined(separator: " ")
        }.joined() + "z"
    }

    /// Where the outline begins, from the pip's middle.
    private var start: (x: Int, y: Int) {
      switch self {
      case .clubs: (-1, 1)
      case .diamonds, .spades: (0, -7)
      case .hearts: (0, 6)
      }
    }

    /// The curves from there on, each as two control points and an end.
    private var curves: [[Int]] {
      switch self {
      case .diamonds:
        [
          [2, 3, 3, 5, 5, 7], [-2, 2, -3, 4, -5, 7], [-2, -3, -3, -5, -5, -7],
          [2, -2, 3, -4, 5, -7],
        ]
      case .hearts:
        [
          [-8, -6, -6, -12, -3, -12], [2, 0, 3, 2, 3, 3], [0, -1, 1, -3, 3, -3],
          [3, 0, 5, 6, -3, 12],
        ]
      case .spades:
        [
          [7, 6, 7, 10, 4, 10], [-2, 0, -3, -1, -3, -1], [0, 2, 0, 4, 1, 5], [-1, 0, -3, 0, -4, 0],
          [1, -1, 1, -3, 1, -5], [0, 0, -1, 1, -3, 1], [-3, 0, -3, -4, 4, -10],
        ]
      case .clubs:
        [
          [-1, 2, -4, 2, -4, -1], [0, -2, 2, -3, 3, -2], [-3, -5, 7, -5, 4, 0],
          [1, -1, 3, 0, 3, 2],
          [0, 3, -3, 3, -4, 1], [0, 2, 0, 4, 1, 5], [-1, 0, -3, 0, -4, 0], [1, -1, 1, -3, 1, -5],
        ]
      }
    }
  }
}
