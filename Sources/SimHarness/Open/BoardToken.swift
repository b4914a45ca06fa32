/// What lies on a board of an open game, as its file declares it in `tokens`.
public struct BoardToken: Hashable, Sendable {
  /// Its outline.
  public enum Form: String, CaseIterable, Hashable, Sendable {
    case disc, dot, square, diamond, triangle, hexagon, star, card
    /// A whole cell, without a gap to the next.
    case tile
    /// Nothing but the glyph.
    case none
  }

  /// Lower-case letters, digits and _; unique in the game.
  public let name: String
  /// At most four characters that are written on it; empty for none.
  public var glyph: String
  /// What stands for it in text.
  public var letter: Character
  /// nil: the page's own, as of a floor.
  public var colour: CanvasColour?
  public var shape: Form
  /// For people, such as `crate on a mark`.
  public var label: String

  /// The most characters of a glyph and of a label.
  static let maxGlyphLength = 4
  static let maxLabelLength = 60

  /// The letter of a token that is given none: its glyph, a space for a floor, else the first of its
  /// name.
  static func letter(of name: String, glyph: String, colour: CanvasColour?) -> Character {
    glyph.first ?? (colour == nil ? " " : name.first ?? "?")
  }

  /// What is written for it at a terminal.
  var text: String { glyph.isEmpty ? String(letter) : glyph }

  /// Whether it covers its cell, so that what lies on it is drawn within it.
  var isGround: Bool { shape == .tile || shape == .square }

  // MARK: Films

  /// Units of a film from the middle of a cell to the next.
  static let cell = 40

  /// How films and pages draw it.
  var look: GameFilm.Kind {
    GameFilm.Kind(style: style, label: glyph, outline: outline)
  }

  /// Whether it is a white card, whose colour is that of what is written on it.
  var isWhite: Bool {
    let inks: [CanvasColour?] = [.black, .white, .red, .green, .purple]
    return shape == .card && inks.contains(colour)
  }

  private var style: String {
    let inks: [CanvasColour: String] = [.red: " ink-r", .green: " ink-g", .purple: " ink-p"]
    let ink = colour.flatMap { inks[$0] } ?? ""
    switch shape {
    case .none: return "token sign\(ink)"
    case .card where isWhite: return "token card\(ink)"
    default:
      guard let colour else { return "token ground" }
      return "token " + (colour == .grey ? "stone" : FilmStyle.named("\(colour)"))
    }
  }

  private var outline: GameFilm.Kind.Outline {
    switch shape {
    case .disc: .circle(radius: 17)
    case .dot: .circle(radius: 8)
    case .square:
      .path("M-15 -18h30a3 3 0 0 1 3 3v30a3 3 0 0 1 -3 3h-30a3 3 0 0 1 -3 -3v-30a3 3 0 0 1 3 -3z")
    case .diamond: .path("M0 -19L19 0L0 19L-19 0z")
    case .triangle: .path("M0 -18L19 16H-19z")
    case .hexagon: .path("M-10 -17H10L19 0L10 17H-10L-19 0z")
    case .star: .path("M0 -19L5 -7L18 -6L9 3L11 16L0 9L-11 16L-9 3L-18 -6L-5 -7z")
    case .card:
      .path("M-12 -19h24a3 3 0 0 1 3 3v32a3 3 0 0 1 -3 3h-24a3 3 0 0 1 -3 -3v-32a3 3 0 0 1 3 -3z")
    case .tile, .none: .path("M-20 -20h40v40h-40z")
    }
  }
}
