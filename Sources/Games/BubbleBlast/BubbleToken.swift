import SimHarness

/// What a cell of a level file holds: a plain colour, or a special by its kind's name.
public enum BubbleToken: Hashable, Sendable {
  case colour(BubbleColour)
  case kind(String)

  /// The token of a name: a colour's if it is one, else a kind's.
  public init(name: String) {
    self = BubbleColour(name: name).map { .colour($0) } ?? .kind(name)
  }

  /// The name in files.
  public var name: String {
    switch self {
    case .colour(let colour): colour.name
    case .kind(let name): name
    }
  }
}

extension BubbleToken: Comparable {
  /// Colours in their order, then kinds by name.
  public static func < (left: BubbleToken, right: BubbleToken) -> Bool {
    switch (left, right) {
    case (.colour(let left), .colour(let right)): left.rawValue < right.rawValue
    case (.kind(let left), .kind(let right)): left < right
    case (.colour, .kind): true
    case (.kind, .colour): false
    }
  }
}
