import SimHarness

/// A plain bubble's colour, in the order in which the cannon's inverse distribution walks them.
public enum BubbleColour: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  case blue, red, orange, green, yellow, purple, cyan, white

  /// The colour of a number's lowest three bits.
  ///
  /// Every value of three bits is a colour, so there is nothing to check; a shot deals and reads
  /// several colours, and the checked initializer is not always inlined.
  @inline(__always)
  init(lowBits bits: UInt8) { self = unsafeBitCast(bits & 7, to: BubbleColour.self) }

  /// The name in files and traces.
  public var name: String {
    switch self {
    case .blue: "blue"
    case .red: "red"
    case .orange: "orange"
    case .green: "green"
    case .yellow: "yellow"
    case .purple: "purple"
    case .cyan: "cyan"
    case .white: "white"
    }
  }

  /// The letter in a level's grid.
  public var letter: Character {
    switch self {
    case .blue: "B"
    case .red: "R"
    case .orange: "O"
    case .green: "G"
    case .yellow: "Y"
    case .purple: "P"
    case .cyan: "C"
    case .white: "W"
    }
  }

  /// The colour of this name, if there is one.
  public init?(name: String) {
    guard let colour = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = colour
  }

  /// The four colours of the original problem set, which a level without any colour deals.
  public static let standard: [BubbleColour] = [.blue, .red, .orange, .green]

  @inlinable var index: Int { Int(rawValue) }
}
