/// How a character looks on a terminal that has colours.
public struct CanvasStyle: Hashable, Sendable {
  public var colour: CanvasColour?
  public var background: CanvasColour?
  public var isBold = false
  public var isDim = false

  public init(
    _ colour: CanvasColour? = nil, on background: CanvasColour? = nil, isBold: Bool = false,
    isDim: Bool = false
  ) {
    self.colour = colour
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
  }

  public static let plain = CanvasStyle()
  public static let bold = CanvasStyle(isBold: true)
  public static let dim = CanvasStyle(isDim: true)

  /// The control sequence that selects this look.
  func sequence(_ depth: ColourDepth) -> String {
    guard depth != .none else { return "" }
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if let colour { codes.append(colour.code(depth, isBackground: false)) }
    if let background { codes.append(background.code(depth, isBackground: true)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

/// How many colours a terminal has.
public enum ColourDepth: Sendable, Hashable {
  /// None, or none are wanted.
  case none
  /// The 16 ANSI colours.
  case basic
  /// 256.
  case extended
}

/// The colours that games are drawn in.
public enum CanvasColour: String, Sendable, Hashable, CaseIterable {
  case blue, red, orange, green, yellow, purple, cyan, white, pink, grey, black

  /// The colour of this name; grey for any other.
  package init(named name: String) {
    self = Self(rawValue: name) ?? .grey
  }

  /// Numbers of the 16 colours and of the 256; some differ only among the 256.
  private var numbers: (basic: Int, extended: Int) {
    switch self {
    case .black: (0, 16)
    case .red: (9, 203)
    case .green: (10, 77)
    case .orange: (3, 208)
    case .yellow: (11, 227)
    case .blue: (12, 69)
    case .purple: (5, 134)
    case .pink: (13, 218)
    case .cyan: (14, 51)
    case .grey: (8, 245)
    case .white: (15, 255)
    }
  }

  fileprivate func code(_ depth: ColourDepth, isBackground: Bool) -> String {
    if depth == .extended { return "\(isBackground ? 48 : 38);5;\(numbers.extended)" }
    let number = numbers.basic
    let first = isBackground ? 40 : 30
    return number < 8 ? "\(first + number)" : "\(first + 60 + number - 8)"
  }
}

/// Text in pieces of one look each.
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  public var pieces: [(text: String, style: CanvasStyle)]

  public init(_ text: String, _ style: CanvasStyle = .plain) { pieces = [(text, style)] }

  public init(stringLiteral text: String) { self.init(text) }

  public init(_ pieces: [(text: String, style: CanvasStyle)]) { self.pieces = pieces }

  public static func == (a: Self, b: Self) -> Bool { a.pieces.elementsEqual(b.pieces, by: ==) }

  public func hash(into hasher: inout Hasher) {
    for piece in pieces {
      hasher.combine(piece.text)
      hasher.combine(piece.style)
    }
  }

  package static func + (a: Self, b: Self) -> Self { StyledText(a.pieces + b.pieces) }
}
